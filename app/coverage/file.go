package coverage

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// Position is a place in a file; the zero Position is unknown.
type Position struct {
	Line   int // from 1
	Column int // from 0, in UTF-16 units
}

// MarshalJSON implements [json.Marshaler]: an unknown place is an empty object.
func (p Position) MarshalJSON() ([]byte, error) {
	if p == (Position{}) {
		return []byte("{}"), nil
	}
	return []byte(`{"line":` + strconv.Itoa(p.Line) + `,"column":` + strconv.Itoa(p.Column) + "}"), nil
}

// Range is a part of a file; End is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Statement is a statement, or a field with a value.
type Statement struct {
	Range
	Count int
}

// Function is a function or a method.
type Function struct {
	Name  string // such as Basket.add, or (anonymous_3)
	Decl  Range  // its name or head
	Loc   Range  // its body
	Count int
}

// Branch is a place where the code goes one way or another.
type Branch struct {
	Kind string // if, cond-expr, binary-expr, switch, default-arg
	Loc  Range
	Arms []Arm
}

// Arm is one of the ways.
type Arm struct {
	Range
	Count int
}

// File is what is known of a file. Its statements, functions and branches are the same in every run.
type File struct {
	Path       string // absolute
	Text       string // for the page; may be empty
	Statements []Statement
	Functions  []Function
	Branches   []Branch
}

// Lines returns how often each line has run on which a statement begins: as often as the one that ran most.
func (f *File) Lines() map[int]int {
	lines := map[int]int{}
	for _, s := range f.Statements {
		if count, known := lines[s.Start.Line]; !known || count < s.Count {
			lines[s.Start.Line] = s.Count
		}
	}
	return lines
}

// arms are the ways that begin in a line.
type arms struct{ covered, total int }

// armsByLine returns the arms of the branches that begin in each line.
func (f *File) armsByLine() map[int]arms {
	lines := map[int]arms{}
	for _, b := range f.Branches {
		a := lines[b.Loc.Start.Line]
		for _, arm := range b.Arms {
			a.total++
			if arm.Count > 0 {
				a.covered++
			}
		}
		lines[b.Loc.Start.Line] = a
	}
	return lines
}

// Add adds the counts of another run of the same text.
func (f *File) Add(other *File) {
	for i := range min(len(f.Statements), len(other.Statements)) {
		f.Statements[i].Count += other.Statements[i].Count
	}
	for i := range min(len(f.Functions), len(other.Functions)) {
		f.Functions[i].Count += other.Functions[i].Count
	}
	for i := range min(len(f.Branches), len(other.Branches)) {
		for j := range min(len(f.Branches[i].Arms), len(other.Branches[i].Arms)) {
			f.Branches[i].Arms[j].Count += other.Branches[i].Arms[j].Count
		}
	}
}

// MarshalJSON writes the file as Istanbul does.
func (f *File) MarshalJSON() ([]byte, error) {
	type function struct {
		Name string `json:"name"`
		Decl Range  `json:"decl"`
		Loc  Range  `json:"loc"`
		Line int    `json:"line"`
	}
	type branch struct {
		Loc       Range   `json:"loc"`
		Kind      string  `json:"type"`
		Locations []Range `json:"locations"`
		Line      int     `json:"line"`
	}
	out := struct {
		Path       string          `json:"path"`
		Statements keyed[Range]    `json:"statementMap"`
		Functions  keyed[function] `json:"fnMap"`
		Branches   keyed[branch]   `json:"branchMap"`
		S          keyed[int]      `json:"s"`
		F          keyed[int]      `json:"f"`
		B          keyed[[]int]    `json:"b"`
	}{Path: f.Path}
	for _, s := range f.Statements {
		out.Statements, out.S = append(out.Statements, s.Range), append(out.S, s.Count)
	}
	for _, fn := range f.Functions {
		out.Functions, out.F = append(out.Functions, function{fn.Name, fn.Decl, fn.Loc, fn.Loc.Start.Line}), append(out.F, fn.Count)
	}
	for _, b := range f.Branches {
		ranges, counts := make([]Range, len(b.Arms)), make([]int, len(b.Arms))
		for i, arm := range b.Arms {
			ranges[i], counts[i] = arm.Range, arm.Count
		}
		out.Branches, out.B = append(out.Branches, branch{b.Loc, b.Kind, ranges, b.Loc.Start.Line}), append(out.B, counts)
	}
	return json.Marshal(out)
}

// keyed is a list that is written as an object with the indexes as keys.
type keyed[T any] []T

// MarshalJSON implements [json.Marshaler].
func (k keyed[T]) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, each := range k {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(strconv.AppendQuote(text, strconv.Itoa(i)), ':')
		value, err := json.Marshal(each)
		if err != nil {
			return nil, err
		}
		text = append(text, value...)
	}
	return append(text, '}'), nil
}

// inOrder returns the keys of a map of lines.
func inOrder[T any](lines map[int]T) []int { return slices.Sorted(maps.Keys(lines)) }
