package data

import (
	"cmp"
	"regexp"
	"strings"
)

// Missing is the kind of a thing that a statement names and the database does not have.
type Missing uint8

// The kinds of missing things.
const (
	MissingNothing Missing = iota // nothing, as far as the message says
	MissingTable
	MissingColumn
)

// missingTable and missingColumn match the messages of SQLite, PostgreSQL, and MySQL or MariaDB.
var (
	missingTable = regexp.MustCompile("^no such table: (.+)$|" +
		`^relation "(.+)" does not exist$|` +
		`^Table '(.+)' doesn't exist$`)
	missingColumn = regexp.MustCompile("^no such column: (.+?)(?: - should this be .*)?$|" + "^table .+ has no column named (.+)$|" +
		`^column "?([^" ]+)"? (?:of relation ".+" )?does not exist$|` +
		`^Unknown column '(.+?)' in `)
	// near matches the text that follows the place which the database does not understand.
	near = regexp.MustCompile(`(?s)near '(.*)' at line \d+$`)
)

// Missing returns which table or column is missing, by the last part of its name. The error of SQLite is of kind Other if
// the statement was prepared while the table existed.
func (e *Error) Missing() (what Missing, name string) {
	if e.Kind != Syntax && e.Kind != Other {
		return MissingNothing, ""
	}
	for kind, find := range map[Missing]*regexp.Regexp{MissingTable: missingTable, MissingColumn: missingColumn} {
		if m := find.FindStringSubmatch(e.Message); m != nil {
			name = strings.Trim(strings.Join(m[1:], ""), "\"`")
			return kind, strings.Trim(name[strings.LastIndexByte(name, '.')+1:], "\"`")
		}
	}
	return MissingNothing, ""
}

// about returns the part of the statement that an error without an offset is about.
func (e *Error) about() string {
	if what, name := e.Missing(); what != MissingNothing {
		return name
	}
	if m := near.FindStringSubmatch(e.Message); m != nil {
		return cmp.Or(m[1], theEnd)
	}
	if e.Message == "incomplete input" {
		return theEnd
	}
	return ""
}

// theEnd is the result of about for an error which says that the statement ends too early. No statement
// contains it.
const theEnd = "\x00"
