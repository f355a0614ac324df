package typings

import "embed"

// Files holds the declarations, for a command that puts them beside an application.
//
//go:embed *.d.ts
var Files embed.FS
