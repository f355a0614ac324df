package manifest

import (
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// Operation is what an application says of a handler to people who call it: in comments, and with @Operation, @ApiResponse and
// @ApiHidden.
type Operation struct {
	Hidden      bool
	ID          string // empty if nothing says so
	Summary     string
	Description string
	Tags        []string // nil if nothing says so
	Deprecated  bool
	Group       string // the controller's name; empty for a function
	About       string // the controller's comment
	Answers     []Answer
}

// Answer is one of the answers of a handler, as @ApiResponse declares it.
type Answer struct {
	Status      string       // 201, 4XX or default
	Description string       // empty if nothing says so
	Type        *schema.Type // of the body; nil if nothing says so
	Media       string       // empty for that of the type
	Headers     []Header
	Place       fault.Place
}

// Header is a header of an answer.
type Header struct {
	Name, Description string
	Type              *schema.Type // of its text
}
