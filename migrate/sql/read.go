package sql

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// read understands one file.
func (t *Target) read(f *migrate.File) (*change, fault.List) {
	c := &change{file: f, repeats: migrate.Repeatable(f.Path)}
	problems := c.readDirectives()
	text := string(f.Text)
	pieces, err := sqltext.Split(t.db.Dialect(), text)
	if open, ok := errors.AsType[*sqltext.UnterminatedError](err); ok {
		return nil, append(problems, f.Problem("migration-failed", open.Offset, "the "+open.What+" that begins here is never closed", "close it"))
	}
	if err != nil {
		return nil, append(problems, f.Problem("migration-failed", 0, err.Error(), ""))
	}
	c.pieces = pieces
	for _, piece := range pieces {
		if piece.Kind == sqltext.Transaction {
			problems = append(problems, c.controlsTransactions(piece))
			break // further ones have the same cause
		}
	}
	problems = append(problems, c.unfit(t.db.Dialect())...)
	problems = append(problems, c.undoes()...)
	if c.placeholders {
		problems = append(problems, t.checkPlaceholders(f)...)
	}
	return c, problems
}

// outsideHint says how a file leaves the transaction.
const outsideHint = "write `-- fwrun: " + noTransaction + "` in the first line of the file: then each statement runs on its own, " +
	"and what has run stays if a later one fails"

// unfit returns what the statements of a file do not do, or do otherwise, within the transaction of a migration.
func (c *change) unfit(dialect data.Dialect) (problems fault.List) {
	if c.outside {
		return nil
	}
	refuse := func(offset int, why string) {
		problems = append(problems, c.file.Problem(migrate.CodeTransaction, offset, why, outsideHint))
	}
	added, changes := map[string]bool{}, 0 // values of enumerations; statements that change rows
	for i, piece := range c.pieces {
		for literal := range added {
			if sqltext.Mentions(dialect, piece.Text, literal) {
				refuse(piece.Offset, "the value "+literal+" is new, and cannot be used before the transaction that adds it has ended")
			}
		}
		if what := sqltext.Unfit(dialect, piece.Text); what != "" {
			refuse(piece.Offset, what+" fails, or has no effect, within a transaction, and a migration runs in one")
		}
		if literal, ok := sqltext.AddedValue(piece.Text); ok && !slices.ContainsFunc(c.pieces[:i], createsType) {
			added[literal] = true
		}
		commits := dialect == data.MySQL && sqltext.CommitsItself(piece.Text)
		if commits && changes > 0 {
			warning := c.file.Problem(migrate.CodeCommit, piece.Offset,
				"MySQL commits the transaction before this statement: if it fails, the changes above stay", "move what changes rows into a file of its own")
			warning.Severity = fault.Warning
			problems = append(problems, warning)
			changes = 0
		}
		if !commits && piece.Kind == sqltext.Write {
			changes++
		}
	}
	return problems
}

// createsType reports whether a statement creates a type: the values of one that is new can be used at once.
func createsType(piece sqltext.Piece) bool {
	words := strings.Fields(strings.ToUpper(piece.Text))
	return len(words) > 1 && words[0] == "CREATE" && words[1] == "TYPE"
}

// controlsTransactions returns the error about a statement that begins or ends a transaction.
func (c *change) controlsTransactions(piece sqltext.Piece) fault.Diagnostic {
	if c.outside {
		return c.file.Problem("migration-failed", piece.Offset,
			"each statement of this file runs on its own, so none can begin or end a transaction", "remove this statement")
	}
	return c.file.Problem("migration-failed", piece.Offset, "a migration runs in a transaction and cannot begin or end one",
		"remove this statement; to commit in between, split the file")
}

// The marks by which other tools know the part of a file, and the file, that undoes a migration: goose, sql-migrate, dbmate, node-pg-migrate,
// rambler, MyBatis, Liquibase and tern; golang-migrate, sqlx and diesel, Postgrator and Flyway. To fwrun they are a comment and a name like others.
var (
	undoPart = regexp.MustCompile(`(?im)^[ \t]*--[ \t]*(?:(?:\+goose|\+migrate|migrate:|rambler)[ \t]*down\b.*|down migration[ \t\r]*|//[ ` +
		`\t]*@undo\b.*|rollback[ \t\r]*|-- create above / drop below --.*)$`)
	undoFile = regexp.MustCompile(`(?i)(^|\.)(down|undo)\.(.*\.)?sql$|^U[0-9][^/]*__`)
)

// undoes returns the warning about a file that would undo a migration: what it says below such a mark, or the whole of it.
func (c *change) undoes() fault.List {
	d := c.file.Warning(migrate.CodeUndo, "", "there are no down migrations: remove what undoes the change; to undo it later, write a further file")
	mark := undoPart.FindIndex(c.file.Text)
	switch {
	case undoFile.MatchString(c.file.Name()):
		d.Message = "the file is named like an undo migration, but runs like any other file"
	case mark != nil && slices.ContainsFunc(c.pieces, func(p sqltext.Piece) bool { return p.Offset > mark[0] }):
		d.Place, d.Source = c.file.Place(mark[0])
		d.Message = "the file would undo itself: to fwrun this is a comment, and the statements below it run"
	default:
		return nil
	}
	return fault.List{d}
}

// directive matches a comment that changes how the file runs.
var directive = regexp.MustCompile(`^--\s*fwrun:\s*(.*?)\s*$`)

const (
	noTransaction = "no-transaction"
	placeholders  = "placeholders"
)

// readDirectives reads the comments before the first statement.
func (c *change) readDirectives() (problems fault.List) {
	offset := 0
	for line := range strings.Lines(string(c.file.Text)) {
		trimmed := strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if trimmed != "" && !strings.HasPrefix(trimmed, "--") {
			break
		}
		if found := directive.FindStringSubmatch(trimmed); found != nil {
			for _, word := range strings.FieldsFunc(found[1], func(r rune) bool { return r == ',' || r == ' ' }) {
				if problem := c.directive(word, offset+strings.Index(line, word)); problem != nil {
					problems = append(problems, *problem)
				}
			}
		}
		offset += len(line)
	}
	return problems
}

func (c *change) directive(word string, offset int) *fault.Diagnostic {
	switch word {
	case noTransaction:
		c.outside = true
	case placeholders:
		c.placeholders = true
	default:
		hint := fmt.Sprintf("write %s or %s", noTransaction, placeholders)
		if near := fault.Nearest(word, []string{noTransaction, placeholders}); near != "" {
			hint = "did you mean " + near + "?"
		}
		problem := c.file.Problem("migration-directive", offset, fmt.Sprintf("%q is not a directive of migrations", word), hint)
		return &problem
	}
	return nil
}

// failed returns an error that points at the failed statement, or at the place in it that the
// database names.
func (c *change) failed(piece sqltext.Piece, filled filled, err error, hint string) error {
	message, offset := err.Error(), piece.Offset
	if e, ok := errors.AsType[*data.Error](err); ok {
		if message = e.Error(); !c.outside && (e.Code == "25001" || e.Code == "55P04") { // of PostgreSQL: not in a transaction, not in this one
			hint = outsideHint
		}
		if e.Offset > 0 && e.Offset < len(filled.text) {
			offset += filled.original(e.Offset)
		}
	}
	return &failure{c.file.Problem("migration-failed", offset, filled.mask(message), hint), filled.without(err, piece.Text)}
}

// failure is a place in a file, with the database's error.
type failure struct {
	fault.Diagnostic
	err error
}

func (f *failure) Unwrap() []error { return []error{f.Diagnostic, f.err} }
