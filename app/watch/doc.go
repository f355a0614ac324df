// Package watch reports when the files of an application have changed and settled.
//
// Editors do not simply write a file: some write another one and rename it over the first, some truncate and
// write in pieces, and a checkout changes hundreds at once. So folders are watched, not files, and a change
// is reported when nothing more has happened for a moment. The files an application is made of are reported,
// by their extensions; files that a running application writes, such as its databases, files of packages, and
// temporary files of editors are not. Symbolic links on the way to the folder are followed whenever they
// change. Additional files, of any name and anywhere, can be watched, too.
//
//	changes, err := watch.Folder(ctx, "my-app", watch.Options{})
//	for files := range changes { … }
package watch
