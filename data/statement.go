package data

import (
	"sync"
	"sync/atomic"

	"github.com/fwrun/fwrun/data/sqltext"
)

// statement is the parsed form of one SQL text in a datasource, with what was learned by running
// it.
type statement struct {
	*sqltext.Statement
	writes atomic.Bool  // it looked like a read, but SQLite says that it writes
	cells  atomic.Int64 // number of cells of its previous result
	heap   atomic.Int64
	shown  atomic.Pointer[shownText]
	owners atomic.Pointer[[]string] // the columns of its parameters
}

// shownText is a statement as traces show it.
type shownText struct{ text, operation string }

// show returns the statement as traces show it: without the values that are written in it.
func (s *statement) show(d Dialect) *shownText {
	if known := s.shown.Load(); known != nil {
		return known
	}
	made := newShownText(d, s.Source)
	s.shown.Store(made)
	return made
}

func newShownText(d Dialect, sql string) *shownText {
	text, operation := sqltext.Masked(d, sql)
	return &shownText{text, operation}
}

func (s *statement) reads() bool { return s.Kind == sqltext.Read && !s.writes.Load() }

func (s *statement) hint() sizeHint {
	return sizeHint{cells: int(s.cells.Load()), heap: int(s.heap.Load())}
}

func (s *statement) learn(r *Rows) {
	hint := hintFor(r)
	s.cells.Store(int64(hint.cells))
	s.heap.Store(int64(hint.heap))
}

// call is a statement with its values, in the order of its parameters.
type call struct {
	*statement
	values []any
}

// statements caches parsed statements by SQL text.
type statements struct {
	dialect Dialect
	mu      sync.Mutex
	parsed  *lru[string, *statement]
}

// These limits keep an application that builds SQL with values in it from filling the memory.
const (
	maxStatements    = 512
	maxStatementText = 64 << 10
)

func newStatements(d Dialect) *statements {
	return &statements{dialect: d, parsed: newLRU[string, *statement](maxStatements, nil)}
}

func (c *statements) get(sql string) (*statement, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.parsed.get(sql); ok {
		return s, nil
	}
	parsed, err := sqltext.Parse(c.dialect, sql)
	if err != nil {
		return nil, badParameters(err.Error())
	}
	s := &statement{Statement: parsed}
	if len(sql) <= maxStatementText {
		c.parsed.put(sql, s)
	}
	return s, nil
}

// call binds values to a statement.
func (c *statements) call(sql string, args Args) (call, error) {
	s, err := c.get(sql)
	if err != nil {
		return call{}, err
	}
	values, err := args.order(s.Statement)
	if err == nil && hasList(values) {
		return c.expand(s, values)
	}
	return call{s, values}, err
}
