package logging

import (
	"cmp"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fwrun/fwrun/fault"
)

// Levels says from which level on each name is logged. All methods are safe for concurrent use; a change holds for
// the next line. Names are compared without regard to case.
type Levels struct {
	mu    sync.Mutex
	table table
	known map[string]*threshold // by folded name: of every logger there is
}

// table is what was configured and what was changed since, by folded name.
type table struct {
	configured, changed map[string]entry
}

type entry struct {
	name  string // as it was written
	level slog.Level
}

// threshold is the level of one name, as it is at the moment.
type threshold struct {
	name  string
	level atomic.Int64
}

func (t *threshold) passes(level slog.Level) bool {
	return level < Off && int64(level) >= t.level.Load()
}

// maxKnown bounds the names that the table keeps track of, so that a script that makes them up runs no memory full.
const maxKnown = 10_000

func newLevels(s Settings) *Levels {
	return &Levels{table: s.table(), known: map[string]*threshold{}}
}

// Set changes the level of a name, of [Root] perhaps, and of all below it that have none of their own. An error says
// that the name cannot be one.
func (l *Levels) Set(name string, level slog.Level) error {
	if err := CheckName(name); err != nil {
		return err
	}
	l.change(func(t *table) { t.changed[fold(name)] = entry{name, level} })
	return nil
}

// Reset takes back what Set has done to a name.
func (l *Levels) Reset(name string) {
	l.change(func(t *table) { delete(t.changed, fold(name)) })
}

// Of is the level from which on a name is logged.
func (l *Levels) Of(name string) slog.Level {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.table.of(fold(name))
}

// Level is what is known of one name.
type Level struct {
	Name      string
	Effective slog.Level  // from which on it is logged
	Own       *slog.Level // its own, configured or set; nil when it follows what is above it
}

// All lists the names that have a level of their own or log something, the root first, the others sorted.
func (l *Levels) All() []Level {
	l.mu.Lock()
	defer l.mu.Unlock()
	names := map[string]string{Root: Root}
	for folded, t := range l.known {
		names[folded] = t.name
	}
	for _, entries := range []map[string]entry{l.table.configured, l.table.changed} {
		for folded, e := range entries {
			names[folded] = cmp.Or(names[folded], e.name)
		}
	}
	list := make([]Level, 0, len(names))
	for _, folded := range slices.Sorted(maps.Keys(names)) {
		one := Level{Name: names[folded], Effective: l.table.of(folded)}
		if e, ok := l.table.own(folded); ok {
			one.Own = &e.level
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b Level) int { return boolOrder(a.Name == Root, b.Name == Root) })
	return list
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// Unused lists what is configured for names that nothing logs under, nor below, so far: with the nearest name that
// there is, or an empty one.
func (l *Levels) Unused() map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	used := map[string]string{Root: Root}
	for _, t := range l.known {
		for name := t.name; name != ""; name = above(name) {
			used[fold(name)] = name
		}
	}
	names := slices.Sorted(maps.Values(used))
	unused := map[string]string{}
	for folded, e := range l.table.configured {
		if _, ok := used[folded]; !ok && !isOwn(folded) {
			unused[e.name] = fault.Nearest(e.name, names)
		}
	}
	return unused
}

// follow is the threshold of a name, which is kept right from here on.
func (l *Levels) follow(name string) *threshold {
	l.mu.Lock()
	defer l.mu.Unlock()
	folded := fold(name)
	if t, ok := l.known[folded]; ok {
		return t
	}
	if len(l.known) >= maxKnown {
		folded = Root
		if t, ok := l.known[folded]; ok {
			return t
		}
		name = Root
	}
	t := &threshold{name: name}
	t.level.Store(int64(l.table.of(folded)))
	l.known[folded] = t
	return t
}

func (l *Levels) change(how func(*table)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := table{configured: l.table.configured, changed: maps.Clone(l.table.changed)}
	if next.changed == nil {
		next.changed = map[string]entry{}
	}
	how(&next)
	l.use(next)
}

// exchange puts another table in place and gives the one before.
func (l *Levels) exchange(next table) table {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.table
	l.use(next)
	return before
}

func (l *Levels) use(next table) {
	l.table = next
	for folded, t := range l.known {
		t.level.Store(int64(next.of(folded)))
	}
}

// own is what is said of the very name.
func (t table) own(folded string) (entry, bool) {
	if e, ok := t.changed[folded]; ok {
		return e, true
	}
	e, ok := t.configured[folded]
	return e, ok
}

// of is what is said of a name, or of the nearest one above it.
func (t table) of(folded string) slog.Level {
	for {
		if e, ok := t.own(folded); ok {
			return e.level
		}
		if folded = above(folded); folded == "" {
			break
		}
	}
	e, _ := t.own(Root)
	return e.level
}

// above is the name that a name stands below, or empty.
func above(name string) string {
	return name[:max(0, strings.LastIndexByte(name, '.'))]
}

func fold(name string) string { return strings.ToLower(name) }
