package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/fwrun/fwrun/platform/fault"
)

// FuzzPlaceholders checks that any text is either expanded or rejected with a reason, that a text
// without placeholders stays unchanged, and that no message contains a secret.
func FuzzPlaceholders(f *testing.F) {
	for _, text := range []string{
		"", "x", "${a}", "${a:b}", "${a:${b:c}}", `\${a}`, "$env.A || ${b} || 'c'", "${", "${a:{}}", "}{", "a || b", "$env.", `\$env.A`,
		"${l[0]}", "${l[9999999999]}", "${m.${a}}", "${password}", "x${password}", "${m[", "$env.SECRET_KEY", "${:}", "'${a}' || \"b",
	} {
		f.Add(text)
	}
	props, problems := Load(folder("application.yml",
		"a: b\nl: [1, 2]\nm: {b: 3, n: null}\npassword: zq9hush\n"), Options{Env: []string{"A=${a}", "SECRET_KEY=zq9hush"}})
	if len(problems) > 0 {
		f.Fatal(problems)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, problem := props.Expand(text, fault.Place{File: "x.js"})
		if problem != nil {
			if problem.Message == "" || problem.Hint == "" || problem.Place.File != "x.js" || value != nil {
				t.Errorf("%q: an unhelpful problem %+v", text, *problem)
			}
			if strings.Contains(problem.Message+problem.Hint+problem.Why, "zq9hush") && !strings.Contains(text, "zq9hush") {
				t.Errorf("%q: a secret is told: %+v", text, *problem)
			}
			return
		}
		if !strings.Contains(text, "${") && !strings.Contains(text, "$env.") && value != text {
			t.Errorf("%q became %v", text, value)
		}
	})
}

// FuzzLoad checks that any file is read or rejected in time, that problems point into the file,
// and that all values that were read can be looked up.
func FuzzLoad(f *testing.F) {
	archives, _ := filepath.Glob("testdata/problems/*.txtar")
	for _, name := range archives {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		fsys, _ := unpack(string(text))
		f.Add(string(fsys["config/application.yml"].Data), "SERVER_PORT=1")
	}
	f.Add("a: &a [1, {b: *a}]\n<<: *a\n? x\n: y\n!!str z: |\n  t\n", "A_0=x")
	f.Add("\"a]b\": {'c.d': 1, \"\": 2, -: 3}\n", "DATASOURCE_0_URL=${x}")
	f.Fuzz(func(t *testing.T, text, variable string) {
		options := Options{Env: strings.Split(variable, "\n"), Flags: map[string]string{"server.port": "1"}}
		props, problems := Load(folder("application.yml", text), options)
		file := newFile("config/application.yml", text)
		for _, d := range problems {
			checkDiagnostic(t, file, d)
		}
		for _, v := range props.All() {
			if strings.ContainsAny(v.Key, "[]") {
				continue // a name may contain unbalanced brackets; it is reached through its section
			}
			if again, ok := props.Lookup(v.Key); !ok || again.Origin != v.Origin {
				t.Errorf("%q is listed but not found", v.Key)
			}
		}
		if port := props.Reader().Int("server.port"); port != 1 {
			t.Errorf("the flag was lost: %d", port)
		}
	})
}

func checkDiagnostic(t *testing.T, f *file, d fault.Diagnostic) {
	t.Helper()
	if d.Message == "" || d.Code == "" {
		t.Errorf("an unhelpful problem %+v", d)
	}
	if d.Place.File != f.path || d.Place.Line == 0 {
		return
	}
	if d.Place.Line > len(f.lines) {
		t.Errorf("%s: the file has %d lines", d.Error(), len(f.lines))
		return
	}
	if units := len(utf16.Encode([]rune(f.lines[d.Place.Line-1]))); d.Place.Col > units+1 {
		t.Errorf("%s: the line has %d units", d.Error(), units)
	}
}
