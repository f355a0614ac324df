package data

import (
	"cmp"
	"regexp"
	"strings"
)

// Missing is what a statement names and the database does not have.
type Missing uint8

// What may be missing.
const (
	MissingNothing Missing = iota // that is told, at least
	MissingTable
	MissingColumn
)

// missingTable and missingColumn find the name in the words of SQLite, PostgreSQL, and MySQL or MariaDB.
var (
	missingTable = regexp.MustCompile("^no such table: (.+)$|" +
		`^relation "(.+)" does not exist$|` +
		`^Table '(.+)' doesn't exist$`)
	missingColumn = regexp.MustCompile("^no such column: (.+?)(?: - should this be .*)?$|" + "^table .+ has no column named (.+)$|" +
		`^column "?([^" ]+)"? (?:of relation ".+" )?does not exist$|` +
		`^Unknown column '(.+?)' in `)
	// What the text goes on with, where it is not understood.
	near = regexp.MustCompile(`(?s)near '(.*)' at line \d+$`)
)

// Missing tells which table or column is not there, by its last name.
func (e *Error) Missing() (what Missing, name string) {
	if e.Kind != Syntax {
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

// about is what an error without an offset speaks of.
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

// theEnd is what an error is about that says that something is missing behind the text. No text has it in it.
const theEnd = "\x00"
