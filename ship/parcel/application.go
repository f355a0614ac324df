package parcel

import "io/fs"

// Limits of an application inside of a program.
const (
	MaxFiles = 20_000
	MaxBytes = 1 << 29 // of all files together
)

// Application is what is put behind a program.
type Application struct {
	Name     string // as logs and telemetry know it
	Compiled []byte // made by the program itself, or one of the same sources
	Sources  string // of the program that compiled it; see [binary.Program]
	Files    fs.FS
	Paths    []string // in Files, slash-separated, each once
}

// index is the first entry of an archive.
type index struct {
	Name     string `json:"name"`
	Sources  string `json:"sources"`
	Compiled string `json:"compiled"` // SHA-256 of what was compiled, hexadecimal
	Files    []file `json:"files"`    // in the order of the archive
}

// file is a file of the application.
type file struct {
	Path string `json:"path"`
	Size int64  `json:"size"`
	Sum  string `json:"sha256"` // hexadecimal
}

// The names of entries.
const (
	indexName    = "application.json"
	compiledName = "compiled"
	filesFolder  = "files/"
)
