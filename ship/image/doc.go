// Package image writes images for containers, without a daemon and without a base image: fwrun, the certificates of authorities, a user, and
// an application.
//
// An archive has the layout of the Open Container Initiative, and for one platform also the manifest that `docker load` reads. The same input
// makes the same bytes. Time zones are in the program.
//
//	err := image.Write(out, []image.Variant{{Program: program}}, image.Options{Name: "shop:latest"})
package image
