package bundle

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-sourcemap/sourcemap"

	"github.com/fwrun/fwrun/engine/machine"
)

// TestThinnedLeadsToTheSame: the places that a program can ask for are the same with the map that is kept.
func TestThinnedLeadsToTheSame(t *testing.T) {
	folder, files := t.TempDir(), []string(nil)
	for i := range 3 {
		name := fmt.Sprintf("file-%d.ts", i)
		text := "// ü\n" + strings.ReplaceAll(ordinary(i), "extends Base ", "") + "export const last = `\u2028${call_" + fmt.Sprint(i) + "(1)()}`;\n"
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	built, problems := Build(Input{Folder: folder, Files: files}, nil)
	if built == nil {
		t.Fatal(problems)
	}
	offsets, ok := machine.Offsets(built.Program)
	if !ok || len(offsets) < 50 {
		t.Fatalf("%d offsets, %t", len(offsets), ok)
	}
	whole, thin := built.Output.SourceMap, built.Kept().SourceMap
	if len(thin) >= len(whole)*3/4 {
		t.Errorf("the map has %d bytes of %d", len(thin), len(whole))
	}
	compareMaps(t, whole, thin, spotsOf(built.Output.Code, offsets))
}

// TestThinnedMappings compares maps and spots that chance makes.
func TestThinnedMappings(t *testing.T) {
	for seed := range uint64(200) {
		chance := rand.New(rand.NewPCG(seed, 1))
		var all thinner
		at := segment{spot{line: 1 + chance.IntN(3)}, [3]int{0, 0, 1}}
		for range 1 + chance.IntN(60) {
			if chance.IntN(4) == 0 {
				at.line, at.column = at.line+1+chance.IntN(2), 0
			}
			at.column += chance.IntN(4)
			if chance.IntN(4) > 0 { // otherwise it leads to the same
				at.to = [3]int{chance.IntN(3), chance.IntN(8), 1 + chance.IntN(12)}
			}
			all.add(at)
		}
		var spots []spot
		for line := 1; line < at.line+3; line++ {
			for column := 0; column < 30; column++ {
				if chance.IntN(10) == 0 {
					spots = append(spots, spot{line, column})
				}
			}
		}
		text := func(mappings string) []byte {
			return []byte(`{"version":3,"sources":["a","b","c"],"mappings":` + jsString(mappings) + `}`)
		}
		thin, err := thinned(text(all.String()), spots)
		if err != nil {
			t.Fatal(err)
		}
		compareMaps(t, text(all.String()), thin, spots)
		if t.Failed() {
			t.Fatalf("seed %d: %s, thinned to %s", seed, all.String(), thin)
		}
	}
}

// compareMaps compares where two maps lead to from spots.
func compareMaps(t *testing.T, whole, thin []byte, spots []spot) {
	t.Helper()
	type place struct {
		source       string
		line, column int
		ok           bool
	}
	look := func(text []byte) func(s spot) place {
		m, err := sourcemap.Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		return func(s spot) (p place) {
			p.source, _, p.line, p.column, p.ok = m.Source(s.line, s.column)
			return p
		}
	}
	before, after := look(whole), look(thin)
	for _, s := range spots {
		if want, got := before(s), after(s); got != want {
			t.Errorf("%v leads to %+v, want %+v", s, got, want)
		}
	}
}

// TestReadMappings: what is read is written with a source for each place, and without names.
func TestReadMappings(t *testing.T) {
	for mappings, want := range map[string]string{
		"": "", "A,CAAA;AAAA": "", "A;CAAC": ";CAAC", ";;CAAC,GACC;": ";;CAAC,GACC", "CAAC,E;GAACA;;C,CAAD": "CAAC,EAAA;GAAC;;CAAA,CAAD",
		"iBAACA,CAAAC,C,CAADD": "iBAAC,CAAA,CAAA",
	} {
		var again thinner
		for s := range segments(mappings) {
			again.add(s)
		}
		if again.String() != want {
			t.Errorf("%q is written as %q, want %q", mappings, again.String(), want)
		}
	}
}
