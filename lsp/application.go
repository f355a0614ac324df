package lsp

import (
	"context"

	"github.com/fwrun/fwrun/platform/fault"
)

// Application answers for one folder. Files are named relative to it, with slashes. All methods but Check answer at once, from what the
// last Check has seen; they may be called while it runs.
type Application interface {
	// Check checks the application with texts in place of files.
	Check(ctx context.Context, texts map[string][]byte) fault.List

	Symbols() []Symbol
	Lenses(file string) []Lens
	Definition(at Cursor) []fault.Spot
	References(at Cursor, declaration bool) []fault.Spot
	Hover(at Cursor) string // in Markdown; empty if there is nothing to say
	Complete(at Cursor) []Completion
}

// Cursor is a place in a text as the editor has it.
type Cursor struct {
	fault.Place
	Text string // of the whole file
}

// Kind is the kind of a symbol, as the protocol numbers them.
type Kind int

// The kinds.
const (
	Class    Kind = 5
	Method   Kind = 6
	Function Kind = 12
	Event    Kind = 24
)

// Symbol is something that an application declares.
type Symbol struct {
	Name string
	Kind Kind
	In   string // what it is part of; may be empty
	At   fault.Spot
}

// Lens is a line of text above a line.
type Lens struct {
	Line  int
	Title string
}

// Completion is a text that can be written at the cursor.
type Completion struct {
	Text   string
	Detail string
	About  string
	Before int // how many units before the cursor it replaces
}
