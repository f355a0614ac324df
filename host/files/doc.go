// Package files answers requests with files: it decides which files a path may reach, evaluates the client's conditions
// and ranges, and makes the body that is sent. It knows no HTTP server.
//
// Laws. A file is opened before anything is decided about it, and all its properties are those of the open file. Only
// regular files are opened, and below a folder only files that are really in it: a symbolic link that leads out is
// treated as missing. The conditions are evaluated in the order of RFC 9110, section 13.2.2. A file is never held in
// memory.
//
//	file, err := files.OpenIn("my-app/public", "docs/index.html")
//	answer := files.Asked{IfNoneMatch: header}.Answer(file.Version(), file.Size)
//	body := file.Body(answer.Ranges, contentType)
package files
