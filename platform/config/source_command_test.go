package config

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"testing"
)

// TestMain makes this binary act as the commands that the tests declare.
func TestMain(m *testing.M) {
	switch os.Getenv("FWRUN_TEST_COMMAND") {
	case "":
		os.Exit(m.Run())
	case "print":
		fmt.Fprint(os.Stdout, os.Getenv("FWRUN_TEST_OUTPUT"))
	case "fail":
		fmt.Fprintln(os.Stderr, "zq9")
		fmt.Fprint(os.Stdout, "zq9")
		os.Exit(3)
	case "hang":
		forever := make(chan os.Signal, 1)
		signal.Notify(forever, os.Interrupt)
		<-forever
	case "folder":
		folder, _ := os.Getwd()
		fmt.Fprintf(os.Stdout, "%q: %q", "folder", folder)
	case "flood":
		for range maxFile/8 + 1 {
			fmt.Fprint(os.Stdout, "zq9zq9zq")
		}
	}
}

// command declares a source whose command is this binary.
func command(settings string) string {
	program, _ := os.Executable()
	return "propertySources: [{name: vault, provider: command, command: ['" + program + "', 'x y'], " + settings + "}]\n"
}

func doing(what, output string) []string {
	return []string{"FWRUN_TEST_COMMAND=" + what, "FWRUN_TEST_OUTPUT=" + output}
}

func TestCommandSource(t *testing.T) {
	program, _ := os.Executable()
	for format, output := range map[string]string{
		"json": `{"db": {"password": "${zq9"}}`, "yaml": "db: {password: '${zq9'}", "ini": "[db]\npassword=${zq9",
		"properties": "db.password=${zq9", "env": "DB_PASSWORD=${zq9",
	} {
		fsys := folder("application.yml", command("format: "+format)+"db: {password: x}\ncopy: \"${db.password}\"\n")
		p := load(t, fsys, Options{Env: doing("print", output)})
		want(t, p, "db.password", "${zq9", "command "+program)
		want(t, p, "copy", "${zq9", "")
		r := reading(p, Key{Name: "copy", Type: TypeInt}, Key{Name: "db.password", Type: TypeInt})
		r.Int("copy")
		r.Int("db.password")
		if shown := show(r.Problems()); strings.Contains(shown, "zq9") || !strings.Contains(shown, "(command ") {
			t.Errorf("%s: %s", format, shown)
		}
	}
}

func TestCommandRunsInTheApplication(t *testing.T) {
	root := t.TempDir()
	p := load(t, folder("application.yml", command("format: yaml")), Options{Env: doing("folder", ""), Root: root})
	want(t, p, "folder", root, "")
}

func TestCommandsThatFail(t *testing.T) {
	for name, tt := range map[string]struct{ do, output, settings, message string }{
		"exit code":  {"fail", "", "format: json", "command ends with exit code 3"},
		"no JSON":    {"print", "{\n\"a\": zq9}", "format: json", "command prints invalid json at line 2"},
		"no object":  {"print", "[\"zq9\"]", "format: json", "command prints invalid json at line 1"},
		"no ini":     {"print", "\nzq9", "format: ini", "command prints invalid ini at line 2"},
		"no yaml":    {"print", "a: *zq9", "format: yaml", "command prints invalid yaml at line 1"},
		"no env":     {"print", "zq9", "format: env", "command prints invalid env at line 1"},
		"not UTF-8":  {"print", "\xffzq9", "format: env", "command prints text that is not valid UTF-8"},
		"no end":     {"hang", "", "timeout: 100ms", "command takes longer than 100ms"},
		"too much":   {"flood", "", "format: ini", "command prints more than 1024 KiB"},
		"of sources": {"print", `{"propertySources": []}`, "format: json", "propertySources cannot be set by a property source"},
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := Load(folder("application.yml", command(tt.settings)), Options{Env: doing(tt.do, tt.output)})
			if len(problems) != 1 || !strings.HasSuffix(problems[0].Message, tt.message) || problems[0].Place.Line != 1 {
				t.Errorf("got %+v, want %s", problems, tt.message)
			}
			if shown := show(problems); strings.Contains(shown, "zq9") {
				t.Errorf("the output is told: %s", shown)
			}
		})
	}
	for _, words := range []string{"no-such-program-of-fwrun", "./no-such-program", "[/nonexistent/program, x]"} {
		_, problems := Load(folder("application.yml", "propertySources: [{name: v, provider: command, command: "+words+"}]"), Options{Root: t.TempDir()})
		if len(problems) != 1 || !strings.Contains(problems[0].Message, "names a program that does not exist") {
			t.Errorf("%s: %+v", words, problems)
		}
	}
}
