// Package files does to files what node:fs asks for, within the folders that scripts may use. It knows nothing of scripts.
//
// A [Disk] finds the folder that a path leads into and works through an [os.Root], so that neither .. nor a symbolic link leads out of it.
// A path that leads anywhere else fails with EACCES. An error is an [Error] with the code that Node has for it.
//
//	disk := files.Disk{Folders: folders.Folders{Application: "/srv/shop"}}
//	text, err := disk.ReadFile("templates/mail.hbs")
//
// Law: what is read or listed at once is bounded ([MaxRead], [MaxEntries]); files that are open are counted ([MaxOpen]).
package files
