// Package contents decides which files of an application go along when it is shipped, and says which do not, and why.
//
// Secrets, keys and databases never go along, even if they are asked for; nor does what is another machine's: packages that are compiled in, tests,
// hidden files, data. A symbolic link that leads out of the application is an error, and so is an application without end.
//
//	list, err := contents.Of(folder, contents.Options{})
//	for _, left := range list.Left { … }
package contents
