package fault_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

// TestMendsArePlaced: what is replaced is found where the mistake is, or else once behind it; where that is not clear, nothing is.
func TestMendsArePlaced(t *testing.T) {
	for name, c := range map[string]struct {
		text string // a caret stands before the place of the mistake
		mend fault.Mend
		want string // afterwards; empty if nothing is replaced
	}{
		"at the place":             {"  ^prot: prot", fault.Mend{Old: "prot", New: "port"}, "  port: prot"},
		"behind it":                {"a ^@A(prot)", fault.Mend{Old: "prot", New: "port"}, "a @A(port)"},
		"before it":                {"prot ^a", fault.Mend{Old: "prot", New: "port"}, ""},
		"twice behind it":          {"^@A(prot, prot)", fault.Mend{Old: "prot", New: "port"}, ""},
		"once as a word":           {"^@A(prots, prot, prot-x, $prot)", fault.Mend{Old: "prot", New: "port"}, "@A(prots, port, prot-x, $prot)"},
		"after other letters":      {"größe😀 ^größe: 1", fault.Mend{Old: "größe", New: "grösse"}, "größe😀 grösse: 1"},
		"in another line":          {"^@A\n  static b() {}\r\n}", fault.Mend{Line: 2, Old: "static "}, "@A\n  b() {}\r\n}"},
		"twice in another line":    {"^@A\nstatic b() { static c }", fault.Mend{Line: 2, Old: "static "}, ""},
		"a line that is not there": {"^@A", fault.Mend{Line: 2, Old: "static "}, ""},
		"at a column":              {"class ^A {}", fault.Mend{Line: 1, Col: 1, Old: "class A", New: "export class A"}, "export class A {}"},
		"not at a column":          {"class ^A {}", fault.Mend{Line: 1, Col: 2, Old: "class A", New: "export class A"}, ""},
		"a column beyond":          {"^A", fault.Mend{Line: 1, Col: 9, New: "x"}, ""},
		"an insertion":             {"^a()", fault.Mend{Line: 1, Col: 1, New: "await "}, "await a()"},
		"an insertion nowhere":     {"^a()", fault.Mend{New: "await "}, ""},
		"in quotes":                {"^@A(a, 'a') a", fault.Mend{Old: "a", New: "b", Quoted: true}, "@A(a, 'b') a"},
		"in no quotes":             {"^@A(a)", fault.Mend{Old: "a", New: "b", Quoted: true}, ""},
		"in other quotes":          {"^@A('a\")", fault.Mend{Old: "a", New: "b", Quoted: true}, ""},
	} {
		before, behind, _ := strings.Cut(c.text, "^")
		text := before + behind
		d := fault.Diagnostic{Place: fault.Place{File: "a", Line: 1, Col: fault.Width(before) + 1}, Mend: &c.mend}
		list := fault.List{d}
		for range 2 { // the second time, it is only held against the text
			list.PlaceMends(func(string) []byte { return []byte(text) })
		}
		got := ""
		if m := list[0].Mend; m != nil {
			lines := strings.Split(text, "\n")
			line := lines[m.Line-1]
			from := len(string([]rune(line)[:min(len([]rune(line)), m.Col-1)]))
			if strings.Contains(line, "😀") {
				from = strings.LastIndex(line, m.Old)
			}
			lines[m.Line-1] = line[:from] + m.New + line[from+len(m.Old):]
			got = strings.Join(lines, "\n")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	list := fault.List{{Mend: &fault.Mend{Old: "a"}}, {Place: fault.Place{File: "gone", Line: 1, Col: 1}, Mend: &fault.Mend{Line: 1, Col: 1, Old: "a"}}}
	list.PlaceMends(func(string) []byte { return nil })
	if list[0].Mend != nil || list[1].Mend != nil {
		t.Error("a replacement in a file that is not known")
	}
}

// TestMeant: a name that is near one of those that are known is replaced by it.
func TestMeant(t *testing.T) {
	var d fault.Diagnostic
	if d.Meant("%q", "usres", []string{"users"}, "there are none"); d.Hint != `did you mean "users"?` || d.Mend == nil || d.Mend.New != "users" {
		t.Errorf("%+v", d)
	}
	d = fault.Diagnostic{}
	if d.Meant("%q", "orders", []string{"users"}, "there are none"); d.Hint != "there are none" || d.Mend != nil {
		t.Errorf("%+v", d)
	}
}

func TestMendAsJSON(t *testing.T) {
	got, err := json.Marshal(&fault.Mend{Line: 2, Col: 3, Old: "é😀", New: "a < b"})
	if want := `{"line":2,"column":3,"endColumn":6,"old":"é😀","new":"a \u003c b"}`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
