package manifest

import (
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Spot returns the place in the file of a byte of the text; ok is false if the text does not have the form in
// which it is written.
func (s *Statement) Spot(file []byte, offset int) (place fault.Place, ok bool) {
	if s.Pieces == nil {
		return place, false
	}
	pos := source.PosAt(file, s.Pieces.Offset(offset))
	return fault.Place{File: s.Place.File, Line: pos.Line, Col: pos.Col}, true
}

// Statement is a text of SQL that the scripts give to a SqlTemplate, or to @Query.
type Statement struct {
	By         string        // the method of the SqlTemplate; Query for the decorator
	In         string        // the function that has it, for messages: UserService.find
	Text       string        // empty if it is made at run time
	Known      bool          // the text is not made at run time
	Datasource string        // that it is for; empty for the primary one
	Anywhere   bool          // its datasource is not known
	Rows       *schema.Class // the class that its rows become; nil for plain objects
	Place      fault.Place   // of the text

	Settable []string // all members of Rows that can be set, data or not
	Open     bool     // a base class of Rows was not read

	Pieces *source.Call // where its bytes are; nil if the text does not have the form in which it is written
}

// StatementNames lists the methods of SqlTemplate that take SQL, and the decorator that does.
func StatementNames() []string {
	return []string{
		"query", "queryForObject", "queryForValue", "queryForList", "queryForObjects", "queryForMap", "queryForScalar", "stream",
		"update", "batchUpdate", "execute", ByQuery,
	}
}

// ByQuery is the By of a Statement of the decorator.
const ByQuery = "Query"
