// Package folder finds the folder of an application by the name that a person gives.
package folder
