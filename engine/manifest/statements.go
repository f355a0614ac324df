package manifest

import (
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Spot is the place of a byte of the text in that of its file; not ok when the text is not as it is written.
func (s *Statement) Spot(file []byte, offset int) (place fault.Place, ok bool) {
	if s.Pieces == nil {
		return place, false
	}
	pos := source.PosAt(file, s.Pieces.Offset(offset))
	return fault.Place{File: s.Place.File, Line: pos.Line, Col: pos.Col}, true
}

// Statement is a text of SQL as the scripts give it to a SqlTemplate, or to @Query.
type Statement struct {
	By         string        // the method of the SqlTemplate; Query for the decorator
	In         string        // whose it is, for people: UserService.find
	Text       string        // empty when it is made at run time
	Known      bool          // it is not
	Datasource string        // that it is for, empty for the primary one
	Anywhere   bool          // nobody knows for which
	Rows       *schema.Class // of which its rows are made, nil for plain ones
	Place      fault.Place   // of the text

	Settable []string // whatever of Rows can be set, data or not
	Open     bool     // a base class of Rows was not read

	Pieces *source.Call // where its bytes stand; nil when the text is not as it is written
}

// StatementNames are the methods of SqlTemplate that take SQL, and the decorator that does.
func StatementNames() []string {
	return []string{
		"query", "queryForObject", "queryForValue", "queryForList", "queryForObjects", "queryForMap", "queryForScalar", "stream",
		"update", "batchUpdate", "execute", ByQuery,
	}
}

// ByQuery is what a Statement of the decorator is by.
const ByQuery = "Query"
