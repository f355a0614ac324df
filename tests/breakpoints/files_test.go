package breakpoints

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestFiles: the scripts are the files on the disk, and nothing else; breakpoints stay with their files.
func TestFiles(t *testing.T) {
	s := newStepper(t)
	s.run(t, "scripts are the files", func(t *testing.T) {
		if got := slices.Sorted(maps.Keys(s.c.scripts)); !slices.Equal(got, []string{s.urlOf("lib/double.ts"), s.urlOf("steps.ts")}) {
			t.Errorf("the scripts are %q", got)
		}
		for url, script := range s.c.scripts {
			text, err := os.ReadFile(strings.TrimPrefix(url, "file://"))
			if err != nil {
				t.Fatal(err)
			}
			var got struct{ ScriptSource string }
			if err := json.Unmarshal(s.c.ask("Debugger.getScriptSource", params{"scriptId": script.ID}), &got); err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(text)
			if got.ScriptSource != string(text) || script.Hash != hex.EncodeToString(sum[:]) || script.Map != "" {
				t.Errorf("%s is not that of the disk: %+v", url, script)
			}
		}
	})
	s.run(t, "a line without a statement", func(t *testing.T) {
		m := s.marks["empty"]
		id, at := s.c.breakAt(s.application, m.file, m.line, 0, "")
		if want := s.place("next", "return"); at != want {
			t.Errorf("line %d resolves to %s, want %s", m.line, at, want)
		}
		answer := s.do("GET /next")
		if p := s.c.paused(); s.mark(p) != "next" {
			t.Errorf("it is paused at %s", s.mark(p))
		}
		s.c.goOn(id)
		receive(t, answer)
	})
	s.run(t, "columns", func(t *testing.T) {
		for _, c := range []struct{ asked, place, expression, value string }{
			{"const second", "const second", "first", "1"},
			{"second = first", "return", "second", "2"},
			{"one) =>", "one * second", "one + second", "7"},
			{"one * second", "one * second", "one", "5"},
		} {
			_, column, _ := strings.Cut(s.place("columns", c.asked), ":")
			id, at := s.c.breakAt(s.application, "steps.ts", s.marks["columns"].line, number(t, column), "")
			if want := s.place("columns", c.place); at != want {
				t.Errorf("%s resolves to %s, want %s", c.asked, at, want)
			}
			answer := s.do("GET /columns")
			p := s.c.paused()
			if got := p.evaluate(c.expression); got != c.value {
				t.Errorf("at %s, %s is %s, want %s", c.asked, c.expression, got, c.value)
			}
			s.c.goOn(id)
			if got := receive(t, answer); got != "10" {
				t.Errorf("the answer is %q", got)
			}
		}
	})
	s.run(t, "a reload", func(t *testing.T) {
		m := s.marks["pong"]
		id := s.breakAt("pong", "")
		path := filepath.Join(s.folder, "steps.ts")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, path, "// one more line\n"+strings.Replace(string(text), `"pong"`, `"peng"`, 1))
		s.reload()
		if line, err := s.app.NextReload(); err != nil {
			t.Fatal(line, err)
		}
		answer := s.do("GET /ping")
		p := s.c.paused()
		if p.Frames[0].Location.LineNumber != m.line-1 || !slices.Equal(p.Hit, []string{id}) || p.Frames[0].Name != "Steps.ping" {
			t.Errorf("it is paused at %s by %q, want line %d", p.at(), p.Hit, m.line)
		}
		p.resume()
		if got := receive(t, answer); got != "peng" {
			t.Errorf("the answer is %q", got)
		}
	})
}

// place returns the line of a mark, and the column of a text in it, from 1.
func (s *stepper) place(mark, text string) string {
	s.t.Helper()
	m := s.marks[mark]
	whole, err := os.ReadFile(filepath.Join(s.folder, m.file))
	if err != nil {
		s.t.Fatal(err)
	}
	at := strings.Index(strings.Split(string(whole), "\n")[m.line-1], text)
	if at < 0 {
		s.t.Fatalf("there is no %s at %s", text, mark)
	}
	return fmt.Sprintf("%d:%d", m.line, at+1)
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
