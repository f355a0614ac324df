package config

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/tests/effort"
)

func TestScalars(t *testing.T) {
	tests := map[string]any{
		"1": int64(1), "-7": int64(-7), "0x1F": int64(31), "0o17": int64(15), "1.5": 1.5, "1e3": 1000.0, ".5": 0.5,
		"true": true, "False": false, "null": nil, "~": nil, "": nil,
		"yes": "yes", "007": "007", "00.5": "00.5", "1_000": "1_000", "12345678901234567890": "12345678901234567890",
		"2020-01-01": "2020-01-01", "'1'": "1", `"1"`: "1", "!!str 1": "1", "!!int '1'": int64(1), "!!str": "",
		"a b # c": "a b", "{a: 1}": map[string]any{"a": int64(1)}, "{a, b: }": map[string]any{"a": nil, "b": nil},
		"|\n  x\n  y": "x\ny\n", ">-\n  x\n  y": "x y", "[1, 'b', [c]]": []any{int64(1), "b", []any{"c"}},
		"{}": map[string]any{}, "[]": []any{},
	}
	for text, value := range tests {
		t.Run(text, func(t *testing.T) {
			want(t, loadText(t, "a: "+text+"\n"), "a", value, "")
		})
	}
}

func TestNumbersKeepTheirText(t *testing.T) {
	p := loadText(t, "version: 1.10\nhex: 0x1F\nt: \"v${version}\"\n")
	r := reading(p, Key{Name: "version", Type: TypeText}, Key{Name: "hex", Type: TypeText}, Key{Name: "t", Type: TypeText})
	if got := r.String("version") + " " + r.String("hex") + " " + r.String("t"); got != "1.10 0x1F v1.10" {
		t.Errorf("got %s", got)
	}
}

func TestPlaces(t *testing.T) {
	text := "\ufeffa: 1\r\n\"😀\": {x: 'ü', y: 😀, z: 3}\r\nlit: |\r\n  x\r\n  y\r\nq: \"a\r\n  b\"\r\nlist:\r\n- v\r\n-   k: w\r\nempty:\r\nlast: 1"
	p := loadText(t, text)
	for key, place := range map[string]string{
		"a": "1:4", "😀.x": "2:11", "😀.y": "2:19", "😀.z": "2:26", "lit": "3:6", "q": "6:4",
		"list[0]": "9:3", "list[1].k": "10:8", "list[1]": "10:5", "empty": "11:1", "last": "12:7",
	} {
		v, ok := p.Lookup(key)
		if got := strings.TrimPrefix(v.Origin.String(), "config/application.yml:"); !ok || got != place {
			t.Errorf("%s stands at %s, want %s", key, got, place)
		}
	}
}

func TestAnchorsAndMergeKeys(t *testing.T) {
	p := loadText(t, `
base: &base {a: 1, b: {c: 2}}
more: &more {a: 9, d: 4}
same: *base
one:
  <<: *base
  b: {x: 1}
both:
  a: 0
  <<: [*more, *base]
text: &t hello
list: [*t, *t]
`)
	one, both := int64(1), int64(4)
	want(t, p, "same.b.c", int64(2), "config/application.yml:2:27")
	want(t, p, "one", map[string]any{"a": one, "b": map[string]any{"x": one}}, "")
	want(t, p, "both", map[string]any{"a": int64(0), "d": both, "b": map[string]any{"c": int64(2)}}, "")
	want(t, p, "list", []any{"hello", "hello"}, "")
}

func TestDottedKeysAreSections(t *testing.T) {
	p := loadText(t, "a.b.c: 1\na.b.d: 2\na:\n  e: 3\n\"x.y\": 4\n")
	want(t, p, "a", map[string]any{"b": map[string]any{"c": int64(1), "d": int64(2)}, "e": int64(3)}, "")
	want(t, p, "[x.y]", int64(4), "")
}

func TestFilesWithoutContent(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing\n", "---\n", "~\n", "{}\n", "---\n# a\n...\n"} {
		if p := loadText(t, text); len(p.All()) != len(loadText(t, "").All()) {
			t.Errorf("%q sets something", text)
		}
	}
}

// TestFileBombs checks that small files that would become large ones, or would overload a recursive
// reader, are rejected about as quickly as a file of the largest size is read. A reader that works
// through them all the same takes hundreds of times as long, or forever.
func TestFileBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes on one goroutine, where nothing races")
	}
	levels := func(line func(i int) string, n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	letter := func(i int) string { return string(rune('a' + i)) }
	ten := func(s string) string { return strings.TrimSuffix(strings.Repeat(s+", ", 10), ", ") }
	tests := map[string]string{
		"aliases": "a: &a [x]\n" + levels(func(i int) string {
			return letter(i+1) + ": &" + letter(i+1) + " [" + ten("*"+letter(i)) + "]\n"
		}, 12),
		"references": "a: [x]\n" + levels(func(i int) string {
			return letter(i+1) + ": [" + ten("\"${"+letter(i)+"}\"") + "]\n"
		}, 12),
		"texts": "a: xxxxxxxxxx\n" + levels(func(i int) string {
			return letter(i+1) + ": \"" + strings.Repeat("${"+letter(i)+"}", 10) + "\"\n"
		}, 12),
		"secret references": "secret: {a: [1, 2, 3, 4, 5, 6, 7, 8, 9]}\n" + levels(func(i int) string {
			return "k" + strings.Repeat("x", i%50) + letter(i/50) + ": ${secret}\n"
		}, 1000) + "all: [" + strings.Repeat("\"${secret}\", ", 9000) + "]\n",
		"open brackets":     strings.Repeat("[", 1<<20-1),
		"open braces":       strings.Repeat("{a: ", 1<<17),
		"closed brackets":   "a: " + strings.Repeat("[", 500) + strings.Repeat("]", 500),
		"dashes":            strings.Repeat("- ", 1<<18),
		"question marks":    strings.Repeat("? ", 1<<18),
		"indentation":       levels(func(i int) string { return strings.Repeat(" ", i) + "k:\n" }, 800),
		"dotted key":        strings.Repeat("a.", 5000) + "a: 1\n",
		"entries":           levels(func(i int) string { return "k: v\n" }, 200_000),
		"size":              "a: " + strings.Repeat("x", 1<<20),
		"nested default":    "a: \"" + strings.Repeat("${b:", 100_000) + "\"\n",
		"missing keys":      "a: [" + strings.Repeat("\"${key.of.some.length}\", ", 10_000) + "]\n",
		"deep by aliases":   "a0: &a0 x\n" + aliasLadder(200),
		"self":              "a: &a [*a]\n",
		"deep by reference": referenceLadder(300),
	}
	longest := largestTakes(t)
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			p, problems, took := loadTimed(text)
			if len(problems.Errors()) == 0 {
				t.Fatalf("no error; %d values", len(p.All()))
			}
			for try := 1; took > 10*longest && try < 3; try++ { // other work of the machine affects it
				_, _, again := loadTimed(text)
				took = min(took, again)
			}
			if took > 10*longest {
				t.Errorf("took %v, and the largest file %v", took, longest)
			}
			if len(p.All()) > 2*maxNodes {
				t.Errorf("%d values", len(p.All()))
			}
		})
	}
}

// largestTakes returns how long it takes, at best, to read a file of the largest size.
func largestTakes(t *testing.T) time.Duration {
	t.Helper()
	var b strings.Builder
	for i := range maxTokens / 3 {
		b.WriteString("k" + strconv.Itoa(i) + ": v\n")
	}
	p, problems, first := loadTimed(b.String())
	if len(p.All()) < maxTokens/3 || len(problems.Errors()) > 0 {
		t.Fatalf("it has %d values: %v", len(p.All()), problems)
	}
	_, _, second := loadTimed(b.String())
	return min(first, second)
}

// loadTimed loads a file, and returns how long that took, too.
func loadTimed(text string) (p *Properties, problems fault.List, took time.Duration) {
	took = effort.Of(func() { p, problems = Load(folder("application.yml", text), Options{}) })
	return p, problems, took
}

func aliasLadder(n int) string {
	var b strings.Builder
	for i := range n {
		name, below := "a"+strings.Repeat("i", i+1), "a"+strings.Repeat("i", i)
		if i == 0 {
			below = "a0"
		}
		b.WriteString(name + ": &" + name + " [*" + below + "]\n")
	}
	return b.String()
}

func referenceLadder(n int) string {
	var b strings.Builder
	b.WriteString("x: [1]\n")
	for i := range n {
		b.WriteString("x" + strings.Repeat("x", i+1) + ": [\"${x" + strings.Repeat("x", i) + "}\"]\n")
	}
	return b.String()
}
