package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestEveryCommandIsDocumented: every command has a help text with an example, and is in the guide with all
// its flags.
func TestEveryCommandIsDocumented(t *testing.T) {
	guide := guides(t)
	for _, c := range newRoot(process{out: io.Discard, err: io.Discard}).Commands() {
		if c.Name() == "version" {
			continue
		}
		if c.Long == "" || c.Example == "" {
			t.Errorf("fwrun %s --help has no description, or no example", c.Name())
		}
		section := sectionOf(guide, c.Name())
		if section == "" {
			t.Errorf("the guide does not mention fwrun %s", c.Name())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !strings.Contains(section, "--"+f.Name) {
				t.Errorf("the guide does not say what --%s of fwrun %s is", f.Name, c.Name())
			}
		})
	}
}

// guides returns the texts of the user's guides by name.
func guides(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../docs/guide/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no guide", err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".md")] = string(text)
	}
	return texts
}

// sectionOf returns the section about a command in the guide of the command line, or else every guide that
// mentions the command.
func sectionOf(guides map[string]string, command string) string {
	if _, section, found := strings.Cut(guides["command-line"], "\n## "+command+"\n"); found {
		section, _, _ = strings.Cut(section, "\n## ")
		return section
	}
	var mentions string
	for name, text := range guides {
		if name != "command-line" && strings.Contains(text, "fwrun "+command) {
			mentions += text
		}
	}
	return mentions
}
