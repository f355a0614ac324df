// Package images is what scripts make smaller images with: Images and ImageError.
//
// Package github.com/fwrun/fwrun/platform/images does the work, outside of the VM: every method returns a promise. This package
// reads the options of scripts, and opens and writes the files, which are below the folders that it is given.
package images
