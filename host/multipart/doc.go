// Package multipart splits a multipart/form-data body (RFC 7578) into its parts while it arrives: texts stay in memory,
// files are written to a folder of their own.
//
// A [Store] is the folder of one process. [Read] makes a [Form] of a body, within [Limits]; a [File] of it is removed
// with the form unless it was moved to a folder of the application.
//
//	store := multipart.NewStore("")
//	defer store.Close()
//	boundary, err := multipart.Boundary(contentType)
//	form, err := multipart.Read(body, boundary, store, multipart.Limits{…}, multipart.Options{})
//	defer form.Remove()
//	name, err := form.Files[0].Move("inbox", "", false)
//
// Laws: a body that can be read in two ways is refused, never repaired: lines end with CR LF, a boundary is followed by
// nothing else, a name is given once. A refused body leaves no files. No more than a window of 32 KiB, the texts and
// the first 3 KiB of each file are in memory. A client's name for a file is never used as a path.
package multipart
