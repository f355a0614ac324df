// Package files is the class Files: scripts list and delete files, in the folder of the application and those that the configuration allows.
package files
