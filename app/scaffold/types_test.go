package scaffold_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app/scaffold"
	"github.com/fwrun/fwrun/platform/fault"
)

const extends = `"extends": "./.fwrun/types/tsconfig.json"`

// TestTypesAndConfigurations: for configurations by fwrun and by a person, the resulting file and the lines
// to add.
func TestTypesAndConfigurations(t *testing.T) {
	const earlier = "{\n  " + extends + ",\n  \"include\": [\"**/*\"]\n}\n"
	const fresh = "{\n  " + extends + ",\n  \"compilerOptions\": { \"noImplicitAny\": false },\n  \"include\": [\"**/*\"]\n}\n"
	const several = `{"extends": ["./a.json", "./.fwrun/types/tsconfig.json"]}`
	const include = `"include": ["**/*"]`
	for name, c := range map[string]struct {
		before string // content of jsconfig.json; no file if empty
		force  bool
		after  string
		add    []string
	}{
		"none":                   {"", false, fresh, nil},
		"of an earlier version":  {earlier, false, fresh, nil},
		"of one's own":           {`{"compilerOptions": {}}`, false, `{"compilerOptions": {}}`, []string{extends, include}},
		"with an include":        {`{"include": ["a"]}`, false, `{"include": ["a"]}`, []string{extends}},
		"with files":             {`{"files": ["a"]}`, false, `{"files": ["a"]}`, []string{extends}},
		"that extends another":   {`{"extends": "./base.json"}`, false, `{"extends": "./base.json"}`, []string{extends, include}},
		"overwritten":            {`{"compilerOptions": {}}`, true, fresh, nil},
		"that extends it":        {"{ // mine\n" + extends + "}", false, "{ // mine\n" + extends + "}", nil},
		"that needs no force":    {"{ // mine\n" + extends + "}", true, "{ // mine\n" + extends + "}", nil},
		"that extends several":   {several, false, several, nil},
		"of a copied example":    {`{"extends": "../../../typings/tsconfig.json", "x": 1}`, false, `{` + extends + `, "x": 1}`, nil},
		"that is nothing at all": {"hello", false, "hello", []string{extends, include}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if c.before != "" {
				write(t, folder, "jsconfig.json", c.before)
			}
			outcome, err := scaffold.Types(folder, nil, c.force)
			if err != nil {
				t.Fatal(err)
			}
			if got := read(t, folder, "jsconfig.json"); got != c.after {
				t.Errorf("it becomes\n%s\nwant\n%s", got, c.after)
			}
			if !slices.Equal(outcome.Add, c.add) {
				t.Errorf("its owner is to add %q, want %q", outcome.Add, c.add)
			}
			if written := slices.Contains(outcome.Written, "jsconfig.json"); written != (c.before != c.after) {
				t.Errorf("%q were written", outcome.Written)
			}
			if outcome, err = scaffold.Types(folder, nil, false); err != nil || len(outcome.Written) > 0 {
				t.Errorf("the second time %q were written: %v", outcome.Written, err)
			}
		})
	}
}

func TestTypesWithoutAFolder(t *testing.T) {
	for _, folder := range []string{"nowhere", "types.go"} {
		if _, err := scaffold.Types(folder, nil, false); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", folder, err)
		}
	}
}

func TestTypesThatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, ".fwrun", "a file")
	_, err := scaffold.Types(folder, nil, false)
	if fault.KindOf(err) != fault.Denied || strings.Count(err.Error(), "not a directory") != 1 {
		t.Errorf("the error is %v", err)
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
