package typings

import "embed"

// Files holds the declarations and the tsconfig.json that goes with them, for a command that
// puts them beside an application.
//
//go:embed *.d.ts tsconfig.json
var Files embed.FS
