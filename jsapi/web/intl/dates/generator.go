package dates

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
)

// generator makes patterns for skeletons out of those that a locale has for a calendar.
type generator struct {
	data    *calendarData
	entries []*entry // in the order in which they are compared
	byBase  map[string]*entry
	decimal string
}

// entry is a pattern of the locale.
type entry struct {
	base      string
	skeleton  *skeleton
	pattern   string
	specified bool // the skeleton was written beside the pattern
}

// maxGenerators is how many generators are kept, by locale, calendar and digits. A program that asks for more makes some again.
const maxGenerators = 64

var generators struct {
	sync.Mutex
	kept map[[3]string]*generator
}

func generatorFor(locale, calendar, system string) *generator {
	key := [3]string{locale, calendar, system}
	generators.Lock()
	defer generators.Unlock()
	if g := generators.kept[key]; g != nil {
		return g
	}
	g := newGenerator(dataOf(locale, calendar), numbers.DecimalPoint(locale, system))
	if generators.kept == nil || len(generators.kept) >= maxGenerators {
		generators.kept = map[[3]string]*generator{}
	}
	generators.kept[key] = g
	return g
}

var canonical = strings.Fields("G y M w W E d D F a H m s S v")

func newGenerator(data *calendarData, decimal string) *generator {
	g := &generator{data: data, byBase: map[string]*entry{}, decimal: decimal}
	for _, letter := range canonical {
		g.add(letter, "", false)
	}
	for _, kind := range []string{"date/", "time/"} {
		for _, style := range []string{"full", "long", "medium", "short"} {
			g.add(data.text(kind+style), "", false)
		}
	}
	for name, pattern := range data.under("available/") {
		g.add(pattern, name, true)
	}
	slices.SortStableFunc(g.entries, func(a, b *entry) int { return int(first(a.base)) - int(first(b.base)) })
	return g
}

func first(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// add adds a pattern. Those of availableFormats replace others with the same fields.
func (g *generator) add(pattern, name string, override bool) {
	if pattern == "" {
		return
	}
	source := pattern
	if name != "" {
		source = name
	}
	s := skeletonOf(parsePattern(source))
	e := &entry{base: s.baseName(), skeleton: s, pattern: pattern, specified: name != ""}
	if same := g.byBase[e.base]; same != nil && !override && (!same.specified || name != "") {
		return
	}
	for _, other := range g.entries {
		if other.skeleton.sameOriginal(s) && (!override || name != "" && other.specified) {
			return
		}
	}
	if same := g.duplicate(e); same != nil {
		same.pattern, same.specified, same.skeleton = e.pattern, e.specified, e.skeleton
		return
	}
	g.entries = append(g.entries, e)
	if g.byBase[e.base] == nil {
		g.byBase[e.base] = e
	}
}

// duplicate returns the entry with the same fields of the same types.
func (g *generator) duplicate(e *entry) *entry {
	for _, other := range g.entries {
		if other.base != e.base {
			continue
		}
		if distance, _, _ := other.skeleton.distance(e.skeleton, 1<<fieldCount-1); distance == 0 {
			return other
		}
	}
	return nil
}

// closest returns the entry that is closest to the fields of a skeleton in a mask.
func (g *generator) closest(s *skeleton, mask int) (best *entry, missing, extra int) {
	least := 1 << 30
	for _, e := range g.entries {
		distance, lacks, has := s.distance(e.skeleton, mask)
		if distance < least || distance == least && missing < lacks {
			least, best, missing, extra = distance, e, lacks, has
		}
		if distance == 0 {
			break
		}
	}
	return best, missing, extra
}

// best returns the pattern for a skeleton. With matchHour, hours have as many digits as are asked for.
func (g *generator) best(text string, matchHour bool) string {
	m := &matching{generator: g, skeleton: skeletonOf(parsePattern(text)), matchHour: matchHour}
	if text == "" {
		return ""
	}
	e, missing, extra := g.closest(m.skeleton, -1)
	if missing == 0 && extra == 0 {
		return m.adjust(e.pattern, e, false)
	}
	needed := m.skeleton.mask()
	date, time := m.appending(needed&dateMask), m.appending(needed&timeMask)
	switch {
	case date == "":
		return time
	case time == "":
		return date
	}
	return fill(g.data.joining(m.skeleton), time, date)
}

// matching is the search for the pattern of one skeleton.
type matching struct {
	*generator
	skeleton  *skeleton
	matchHour bool
}

// appending returns a pattern for the fields in a mask, which may consist of two. As in ICU, more are not appended.
func (m *matching) appending(mask int) string {
	if mask == 0 {
		return ""
	}
	e, missing, _ := m.closest(m.skeleton, mask)
	result := m.adjust(e.pattern, e, false)
	if missing&secondFraction == fractionMask && mask&secondFraction == secondFraction {
		result = m.adjust(result, e, true)
		missing &^= fractionMask
	}
	if missing == 0 {
		return result
	}
	next, lacks, _ := m.closest(m.skeleton, missing)
	return m.join(result, m.adjust(next.pattern, next, false), bits.Len(uint(missing&^lacks))-1)
}

// join appends the pattern of a field.
func (m *matching) join(pattern, added string, f int) string {
	if f < 0 {
		return pattern
	}
	names := appendNames[f]
	format := ""
	if names[0] != "" {
		format = m.data.gregorian.Text("append/" + names[0])
	}
	if format == "" {
		format = "{0} ├{2}: {1}┤"
	}
	name := "F14" // as ICU calls fractions of seconds
	if f != int(fraction) {
		name = m.data.gregorian.Text("field/" + names[1])
	}
	return fill(format, pattern, added, quoted(name))
}

// adjust gives the fields of a pattern the lengths that are asked for.
func (m *matching) adjust(pattern string, e *entry, addFraction bool) string {
	items := parsePattern(pattern)
	for i := 0; i < len(items); i++ {
		k, ok := kindOf(items[i].letter, items[i].length)
		if items[i].letter == 0 || !ok {
			continue
		}
		if addFraction && k.field == second {
			items = slices.Insert(items, i+1, item{text: m.decimal}, item{letter: 'S', length: m.skeleton[fraction].length})
			i += 2
			continue
		}
		if asked := m.skeleton[k.field]; asked.typ != 0 {
			items[i] = m.adjusted(items[i], k, asked, e)
		}
	}
	return textOf(items)
}

func (m *matching) adjusted(it item, k kind, asked want, e *entry) item {
	length := asked.length
	if asked.letter == 'E' && length < 3 {
		length = 3
	}
	if k.field == hour && !m.matchHour || k.field == minute || k.field == second {
		length = it.length
	} else if e.specified && asked.letter != 'c' && asked.letter != 'e' {
		inSkeleton, numericFound, numericAsked := e.skeleton[k.field].length, k.typ > 0, asked.typ > 0
		if inSkeleton == asked.length || numericFound != numericAsked {
			length = it.length
		}
	}
	letter := asked.letter
	if k.field == hour || k.field == month || k.field == weekday || k.field == year && asked.letter != 'Y' {
		letter = it.letter
	}
	if letter == 'E' && length < 3 {
		letter = 'e'
	}
	if k.field == hour {
		letter = asked.letter
	}
	return item{letter: letter, length: length}
}
