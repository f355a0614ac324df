// Package watch tells when the files of an application have changed and settled.
//
// Editors do not simply write a file: some write another one and rename it over the first,
// some truncate and write in pieces, and a checkout changes hundreds at once. So folders
// are watched, not files, and a change is told when nothing more has happened for a
// moment. Told are the files an application is made of, by their endings; what a running
// application writes, such as its databases, what packages hold, and what editors leave
// lying about is not. Further files, of any name and anywhere, can be watched besides.
//
//	changes, err := watch.Folder(ctx, "my-app", watch.Options{})
//	for files := range changes { … }
package watch
