package logging

import (
	"cmp"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fwrun/fwrun/platform/fault"
)

// Levels holds the lowest level at which each name is logged. All methods are safe for concurrent use; a change
// applies from the next line on. Names are compared without regard to case.
type Levels struct {
	mu    sync.Mutex
	table table
	known map[string]*threshold // by folded name: of every existing logger
}

// table holds the levels that were configured and those that were changed since, by folded name.
type table struct {
	configured, changed map[string]entry
	groups              map[string]Group
}

type entry struct {
	name    string // as it was written
	level   slog.Level
	byGroup bool // it was configured for a group
}

// threshold is the current level of one name.
type threshold struct {
	name  string
	level atomic.Int64
}

func (t *threshold) passes(level slog.Level) bool {
	return level < Off && int64(level) >= t.level.Load()
}

// maxKnown bounds the number of names in the table, so that a script that generates names does not fill the memory.
const maxKnown = 10_000

// maxChanged bounds the number of names whose levels were changed.
const maxChanged = 1000

func newLevels(s Settings) *Levels {
	return &Levels{table: s.table(), known: map[string]*threshold{}}
}

// Set changes the level of a name, which may be [Root], and of all names below it that have no level of their own.
// The name of a group changes the levels of its members. It returns an error if the name is not valid.
func (l *Levels) Set(name string, level slog.Level) error {
	if err := CheckName(name); err != nil {
		return err
	}
	full := false
	l.change(func(t *table) bool {
		before := len(t.changed)
		for _, one := range t.named(name) {
			t.changed[fold(one)] = entry{name: one, level: level}
		}
		full = len(t.changed) > max(before, maxChanged)
		return !full
	})
	if full {
		return fault.New("logging.levels", fault.Invalid, "too many levels were changed").WithHint("reset some of them, or restart the application")
	}
	return nil
}

// Reset undoes what Set has done to a name.
func (l *Levels) Reset(name string) {
	l.change(func(t *table) bool {
		for _, one := range t.named(name) {
			delete(t.changed, fold(one))
		}
		return true
	})
}

// Of returns the lowest level at which a name is logged.
func (l *Levels) Of(name string) slog.Level {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.table.of(fold(name))
}

// Level describes the level of one name.
type Level struct {
	Name      string
	Effective slog.Level  // the lowest level at which it is logged
	Own       *slog.Level // its own level, configured or set; nil if it follows a name above it
}

// All returns the names that have a level of their own or a logger: the root first, the others sorted.
func (l *Levels) All() []Level {
	l.mu.Lock()
	defer l.mu.Unlock()
	names := map[string]string{Root: Root}
	for folded, t := range l.known {
		names[folded] = t.name
	}
	for _, entries := range []map[string]entry{l.table.configured, l.table.changed} {
		for folded, e := range entries {
			if _, isGroup := l.table.groups[folded]; !isGroup {
				names[folded] = cmp.Or(names[folded], e.name)
			}
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

// Unused returns the configured names for which neither they nor names below them have a logger so far, each with
// the most similar name that exists, or an empty one.
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
		_, isUsed := used[folded]
		_, isGroup := l.table.groups[folded]
		if !isUsed && !isGroup && !e.byGroup && !isOwn(folded) {
			unused[e.name] = fault.Nearest(e.name, names)
		}
	}
	return unused
}

// follow returns the threshold of a name, which is kept up to date from then on.
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

// change lets a function change the table, which holds if that returns true.
func (l *Levels) change(how func(*table) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := table{configured: l.table.configured, changed: maps.Clone(l.table.changed), groups: l.table.groups}
	if next.changed == nil {
		next.changed = map[string]entry{}
	}
	if how(&next) {
		l.use(next)
	}
}

// exchange installs another table and returns the previous one.
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

// own returns the level that is set for exactly this name.
func (t table) own(folded string) (entry, bool) {
	if e, ok := t.changed[folded]; ok {
		return e, true
	}
	e, ok := t.configured[folded]
	return e, ok
}

// of returns the level of a name, or of the nearest name above it that has one.
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

// above returns the name directly above a name, or an empty one.
func above(name string) string {
	return name[:max(0, strings.LastIndexByte(name, '.'))]
}

func fold(name string) string { return strings.ToLower(name) }
