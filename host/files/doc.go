// Package files answers with files: what a path may reach, what a client's conditions and ranges
// come to, and the body that is sent. It knows no HTTP server.
//
// Laws. A file is opened before anything is decided about it, and everything is asked of what was
// opened. Only regular files are, and below a folder only what is really in it: a
// symbolic link that leads out is as if it were not there. The conditions are taken in the order of
// RFC 9110, section 13.2.2. A file is never held in memory.
//
//	file, err := files.OpenIn("my-app/public", "docs/index.html")
//	answer := files.Asked{IfNoneMatch: header}.Answer(file.Version(), file.Size)
//	body := file.Body(answer.Ranges, contentType)
package files
