// Package images reads the headers of image files, and makes smaller JPEG and PNG images of them.
//
// Its input is what strangers upload. The laws:
//   - Nothing is decoded before the header has been read by this package, which limits the pixels and the memory of a
//     decoder; what cannot be read is an [Error] with a reason that may be shown to anyone.
//   - All decoding goes through one [Processor], which has a budget of memory and a number of images that are worked on
//     at a time. A decoder that panics, never ends or reads beyond the end costs its caller an error.
//   - A result has pixels and nothing else of the file: no metadata, no thumbnails, nothing that follows the image.
//
// The smallest use:
//
//	info, err := images.Probe(file, size)
//	pictures, err := processor.Resize(ctx, file, size, images.Job{Variants: []images.Variant{{Width: 800}}})
//
// Scaling is the package's own: golang.org/x/image/draw takes eight times the processor time and ten times the memory
// for large photographs, because it works on floating point numbers and on the image as a whole.
package images
