package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// On says on what statements are proved.
type On struct {
	Skip       bool // nothing is proved
	Databases  *data.Sources
	Checking   bool          // SQLite databases are in memory, and have what their migrations make
	Left       []string      // servers that are not asked
	Migrated   []string      // databases whose migrations have run
	Migrations string        // the folder with a folder for each database
	Files      fs.FS         // of the application
	Within     time.Duration // no database is asked for longer
}

// proof is one run of Statements.
type proof struct {
	on         On
	ctx        context.Context
	made       map[string]bool // tables that the scripts create themselves, in lower case
	anything   bool            // scripts may create tables that are not known
	catalogues map[string]data.Catalogue
	lost       map[string]bool          // databases that do not answer
	text       func(file string) []byte // of the application
	problems   fault.List
	Result
}

// Result counts the statements that were proved, and those that were not.
type Result struct {
	Tables, Statements int
	Unproved           []Unproved // without reasons that did not occur
}

// Unproved counts the statements that were not proved for one reason.
type Unproved struct {
	Count  int
	Reason string // follows the number: "built at run time"
}

// The reasons.
const (
	unprovedMade      = "built at run time"
	unprovedServer    = "for a database server that check does not migrate"
	unprovedUnknown   = "for a database without migrations"
	unprovedAnywhere  = "for a database that is chosen at run time"
	unprovedByNature  = "that can only be proved by running them"
	unprovedOwnTables = "for tables that scripts create"
	unprovedLeftOut   = "marked as unproved"
	unprovedSilent    = "for a database that did not answer"
)

// Statements checks the columns of row classes, and the statements found in the source. The problems are sorted by place.
func Statements(ctx context.Context, m *manifest.Manifest, on On) (fault.List, Result) {
	if on.Skip || len(m.Statements)+len(m.Repositories) == 0 {
		return nil, Result{}
	}
	ctx, cancel := context.WithTimeout(ctx, on.Within)
	defer cancel()
	p := &proof{
		on: on, ctx: ctx, made: map[string]bool{}, catalogues: map[string]data.Catalogue{},
		lost: map[string]bool{}, text: fault.Texts(on.Files),
	}
	for _, s := range m.Statements {
		p.notice(s)
	}
	tables := map[*manifest.Table]bool{}
	for _, r := range m.Repositories {
		if !tables[r.Rows] {
			tables[r.Rows] = true
			p.table(r.Rows)
		}
	}
	for _, s := range m.Statements {
		p.statement(m, s)
	}
	p.problems.Sort()
	slices.SortStableFunc(p.Unproved, func(a, b Unproved) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Reason, b.Reason)) })
	return p.problems, p.Result
}

// notice records the tables that a statement creates or changes.
func (p *proof) notice(s *manifest.Statement) {
	if !s.Known {
		p.anything = p.anything || s.By == "execute"
		return
	}
	db, ok := p.database(s.Datasource)
	if !ok {
		return
	}
	names, attaches := sqltext.Defined(db.Dialect(), s.Text)
	p.anything = p.anything || attaches
	for _, name := range names {
		p.made[name] = true
	}
}

// database returns the database with a name; the primary one for an empty name.
func (p *proof) database(name string) (*data.DB, bool) {
	if name == "" {
		db := p.on.Databases.Primary()
		return db, db != nil
	}
	return p.on.Databases.ByName(name)
}

// open returns the database that a statement can be proved on, or the reason why there is none.
func (p *proof) open(name string) (db *data.DB, reason string) {
	db, ok := p.database(name)
	switch {
	case !ok:
		return nil, unprovedAnywhere
	case p.lost[db.Name()]:
		return nil, unprovedSilent
	case slices.Contains(p.on.Left, db.Name()):
		return nil, unprovedServer
	case p.on.Checking && db.Dialect() == data.SQLite && !slices.Contains(p.on.Migrated, db.Name()):
		return nil, unprovedUnknown
	}
	return db, ""
}

// not counts a statement that was not proved.
func (p *proof) not(reason string) {
	i := slices.IndexFunc(p.Unproved, func(u Unproved) bool { return u.Reason == reason })
	if i < 0 {
		p.Unproved = append(p.Unproved, Unproved{Reason: reason})
		i = len(p.Unproved) - 1
	}
	p.Unproved[i].Count++
}

// refused interprets the error of a database for a statement. It returns nil if the error is not about the
// statement, and counts the statement as not proved.
func (p *proof) refused(db *data.DB, err error) *data.Error {
	e, ok := errors.AsType[*data.Error](err)
	switch {
	case !ok:
	case e.Kind == data.Syntax, e.Kind == data.BadParameters, e.Kind == data.InvalidValue:
		return e
	case e.Kind == data.Unavailable, e.Kind == data.Timeout, e.Kind == data.Canceled:
		p.lost[db.Name()] = true
		p.not(unprovedSilent)
		return nil
	}
	p.not(unprovedByNature)
	return nil
}

// catalogue returns the catalogue of a database; nil if it cannot be read.
func (p *proof) catalogue(db *data.DB) data.Catalogue {
	known, ok := p.catalogues[db.Name()]
	if !ok {
		known, _ = db.Catalogue(p.ctx)
		p.catalogues[db.Name()] = known
	}
	return known
}

// report adds a problem, with its line.
func (p *proof) report(d fault.Diagnostic) {
	d.Source = cmp.Or(d.Source, fault.Line(p.text(d.Place.File), d.Place.Line))
	p.problems = append(p.problems, d)
}

// String formats the counts of what was not proved: "3 statements: 2 built at run time, 1 for a database
// without migrations".
func (p Result) String() string {
	list := make([]string, len(p.Unproved))
	total := 0
	for i, u := range p.Unproved {
		list[i] = fmt.Sprintf("%d %s", u.Count, u.Reason)
		total += u.Count
	}
	statements := "statements"
	if total == 1 {
		statements = "statement"
	}
	return fmt.Sprintf("%d %s: %s", total, statements, strings.Join(list, ", "))
}
