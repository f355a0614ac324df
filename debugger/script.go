package debugger

import "path/filepath"

// Script is a file of the user as a generation runs it. Lines and columns begin at 0, columns count UTF-16 units, as editors do.
type Script struct {
	ID    int    // unique in the process
	Path  string // of the file, absolute
	Text  string // of the file when the generation was built
	Stops []Stop // where it can stop, in the order of their places
}

// Stop is a place of a script at which a worker can stop.
type Stop struct {
	Line, Column int
	Kind         StopKind
	Top          bool // it is at the top level of its file
}

// StopKind is what stands at a stop.
type StopKind uint8

// The kinds of stops.
const (
	Statement StopKind = iota
	Call               // an expression that is the body of an arrow
	Return             // a return statement, or the end of a function
	Keyword            // the statement debugger
	Awaiting           // a statement with an await or a yield of its function in it
)

// Name returns the path of a file as people read it: relative to the folder of the application, if it is below that, with slashes.
func Name(folder, path string) string {
	if relative, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(relative) {
		path = relative
	}
	return filepath.ToSlash(path)
}

// Location is a place in a script.
type Location struct {
	Script       *Script
	Line, Column int
}
