// Package images is the part of an application that makes smaller images for its scripts: the budget of the process, which
// outlives reloads, and the folders of the files.
package images
