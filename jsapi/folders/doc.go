// Package folders says where paths of scripts may lead: into the folder of the application, and into those that the configuration allows.
package folders
