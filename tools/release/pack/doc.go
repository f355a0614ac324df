// Package pack writes archives of files: the same files are the same bytes, wherever and whenever they are packed.
//
// Every entry has the time that is handed in, the owner root, and a mode that says only whether the file can be run. Nothing is read from
// the disk: the files are in memory.
package pack
