package bundle

import (
	"iter"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/go-sourcemap/sourcemap"

	"github.com/fwrun/fwrun/engine/machine"
)

// Kept returns the output as it is worth keeping: its map leads from those places only that the program can ask for. esbuild's map has
// twice as many, and goja keeps what it has read of a map in memory.
func (b *Bundle) Kept() Output {
	kept := b.Output
	if offsets, ok := machine.Offsets(b.Program); ok {
		if thin, err := thinned(kept.SourceMap, spotsOf(kept.Code, offsets)); err == nil {
			kept.SourceMap = thin
		}
	}
	return kept
}

// forget makes the program keep of the map what is worth keeping, which is all that it looks up: packages stay in memory.
func (b *Bundle) forget(tree *ast.Program) {
	kept := b.Kept()
	if consumer, err := sourcemap.Parse(ProgramName, kept.SourceMap); err == nil {
		tree.File.SetSourceMap(consumer)
		b.Output = kept
	}
}

// spot is a place in a bundle: its line and its column, from 1, as goja counts them.
type spot struct{ line, column int }

func (s spot) before(other spot) bool {
	return s.line < other.line || s.line == other.line && s.column < other.column
}

// spotsOf returns where offsets are in a text. Both are sorted.
func spotsOf(code []byte, offsets []int) []spot {
	text, spots := file.NewFile("", string(code), 1), make([]spot, len(offsets))
	for i, offset := range offsets {
		place := text.Position(offset)
		spots[i] = spot{place.Line, place.Column}
	}
	return spots
}

// thinned returns a map that leads from sorted spots to where the map leads to.
func thinned(sourceMap []byte, spots []spot) ([]byte, error) {
	return withMappings(sourceMap, func(mappings string) string { return thinnedMappings(mappings, spots) })
}

// thinnedMappings keeps the segments that are found for the spots. For each it is the first that begins there, or else the last one before
// it. Nothing is found for a spot behind all segments, so the last one is kept.
func thinnedMappings(mappings string, spots []spot) string {
	var thin thinner
	var last segment
	wanted := false
	for s := range segments(mappings) {
		for ; len(spots) > 0 && spots[0].before(s.spot); spots = spots[1:] {
			wanted = true
		}
		if wanted {
			thin.add(last)
		}
		last, wanted = s, false
		for ; len(spots) > 0 && spots[0] == s.spot; spots = spots[1:] {
			wanted = true
		}
	}
	thin.add(last)
	return thin.String()
}

// segment is an entry of a map: where it begins, and where it leads to. What has no source of its own leads to where the one before does.
// Names are left out: nobody asks for them.
type segment struct {
	spot
	to [3]int // the index of the file, the line and the column
}

// segments reads mappings. What is written of each number is the difference to the one before; columns begin anew in each line.
func segments(mappings string) iter.Seq[segment] {
	return func(yield func(segment) bool) {
		at := segment{spot: spot{line: 1}}
		for line := range strings.SplitSeq(mappings, ";") {
			at.column = 0
			for text := range strings.SplitSeq(line, ",") {
				if text == "" {
					continue
				}
				numbers := decodeNumbers(text)
				at.column += numbers[0]
				for i, number := range numbers[1:min(len(numbers), 1+len(at.to))] {
					at.to[i] += number
				}
				if at.to[1] == 0 && at.to[2] == 0 {
					continue // nothing before it has a source: columns are moved by one
				}
				if !yield(at) {
					return
				}
			}
			at.line++
		}
	}
}

// thinner writes mappings.
type thinner struct {
	strings.Builder
	last segment // that was written
}

func (t *thinner) add(s segment) {
	if s.line == 0 {
		return // there is none
	}
	line, column := max(t.last.line, 1), t.last.column
	switch {
	case s.line > line:
		t.WriteString(strings.Repeat(";", s.line-line))
		column = 0
	case t.last.line > 0:
		t.WriteByte(',')
	}
	numbers := []int{s.column - column, s.to[0] - t.last.to[0], s.to[1] - t.last.to[1], s.to[2] - t.last.to[2]}
	t.WriteString(encodeNumbers(numbers))
	t.last = s
}
