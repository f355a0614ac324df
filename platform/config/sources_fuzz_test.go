package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func FuzzProperties(f *testing.F) {
	fuzzSource(f, "properties", "a=b\nc : d\\\n  e\n\\u00e9=\\ud83d\\ude00\nl[0]=x\n")
}

func FuzzINI(f *testing.F) { fuzzSource(f, "ini", "[a]\nb = \"c\\n\" ; d\nl[1]: x\n") }

func FuzzDotenv(f *testing.F) {
	fuzzSource(f, "env", "export A_B=\"c\nd\" # e\nSERVER_PORT=1\nA.b='x'\nUSERS_0_NAME=1\n")
}

func FuzzJSON(f *testing.F) {
	fuzzSource(f, "json", `{"a": [1, {"b": null}], "${c}": "${a}", "d": 1e400, "password": "zq9hush"}`)
}

// fuzzSource checks that any text is read or rejected at a place in the file, that all values
// that were read begin in the file, and that no message contains the value of a secret.
func fuzzSource(f *testing.F, provider, text string) {
	archives, _ := filepath.Glob("testdata/problems/sources-*.txtar")
	for _, name := range archives {
		archive, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		fsys, _ := unpack(string(archive))
		for path, file := range fsys {
			if strings.HasPrefix(path, "etc/") {
				f.Add(string(file.Data))
			}
		}
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text string) {
		fsys := folder("application.yml", "propertySources: [{name: s, provider: "+provider+", file: s.x}]\n")
		props, problems := Load(with(fsys, "s.x", text), Options{})
		file := newFile("s.x", text)
		for _, d := range problems {
			checkDiagnostic(t, file, d)
		}
		for _, v := range props.All() {
			if v.Origin.Kind == FromFile && v.Origin.Place.File == "s.x" && v.Origin.Place.Line > len(file.lines) {
				t.Errorf("%s stands at %s", v.Key, v.Origin)
			}
		}
		checkSecrets(t, provider, text)
	})
}

// checkSecrets puts a text into a file in which all keys are secret.
func checkSecrets(t *testing.T, provider, text string) {
	fsys := folder("application.yml", "propertySources: [{name: s, provider: "+provider+", file: s.x, prefix: secrets}]\n")
	_, problems := Load(with(fsys, "s.x", text), Options{})
	for _, d := range problems {
		if d.Place.File == "s.x" && d.Source != "" {
			t.Errorf("a line is shown: %+v", d)
		}
	}
}
