package docs

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/tests/harness"
)

// TestConfigurationReference: docs/guide/configuration-reference.md is generated from the listing of keys;
// -update writes it.
func TestConfigurationReference(t *testing.T) {
	harness.Generated(t, "../../docs/guide/configuration-reference.md", configurationReference())
}

// TestKeysNameReleases: the release in which a key was added is in the changelog.
func TestKeysNameReleases(t *testing.T) {
	changelog, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range config.Keys() {
		heading := regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(key.Since) + `\b`)
		if key.Since == "" || !heading.Match(changelog) {
			t.Errorf("%s came with %q, which the changelog does not know", key.Name, key.Since)
		}
	}
}

const configurationIntroduction = `<!-- Written by: go test ./tests/docs -run TestConfigurationReference -update -->

# Configuration reference

Every configuration key of fwrun: type, default value, meaning, and whether a changed value takes effect with a reload or needs a restart.
[Configuration](configuration.md) describes the files, the environment variables (` + "`server.port` is `SERVER_PORT`" +
	`) and the flags that set keys.

- **In a key,** ` + "`[]`" + ` stands for each item of a list, and ` + "`*`" + ` for a name that you choose.
- **Types.** A duration is written as ` + "`250ms`, `5s` or `1h30m`" + `; a bare number is seconds. A size is written as ` +
	"`10MiB` (1024²) or `10MB` (1000²)" + `; a bare
  number is bytes. A list is ` + "`[a, b]`, or `a,b`" + ` in an environment variable. A section has keys of its own.
- **Since** names the release that brought the key.
- **Takes effect:** *reload* means with the next [reload](command-line.md#serve), *restart* when the process is started again. A reload that finds a
  changed key of the second kind warns that a restart is needed.
`

// configurationReference returns the page about all keys: a table for each of their sections.
func configurationReference() string {
	var sections []string
	rows := map[string]string{}
	for _, key := range config.Keys() {
		section := sectionOfKey(key.Name)
		if rows[section] == "" {
			sections = append(sections, section)
		}
		rows[section] += keyRow(key)
	}
	page := configurationIntroduction
	for _, section := range sections {
		page += "\n## " + section + "\n\n| key | type | default | meaning | since | takes effect |\n|---|---|---|---|---|---|\n" + rows[section]
	}
	return page
}

// plain escapes a text for a table in Markdown.
var plain = strings.NewReplacer("|", `\|`, "*", `\*`, "<", `\<`)

func keyRow(key config.Key) string {
	meaning, standard := plain.Replace(key.Meaning()), ""
	if text := key.Standard(); text != "" {
		standard = "`" + text + "`"
	}
	if key.Flag != "" {
		meaning += "; the flag `--" + key.Flag + "` sets it, too"
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s | %s | %s |\n", key.Name, key.Type, standard, meaning, key.Since, key.Effect)
}

// sectionOfKey returns the section of a key: its first name, and for keys of the server and the framework
// also the second one if there are keys below it.
func sectionOfKey(key string) string {
	names := strings.Split(key, ".")
	if len(names) > 2 && (names[0] == "server" || names[0] == "framework" || names[0] == "http") {
		return names[0] + "." + names[1]
	}
	return strings.TrimSuffix(names[0], "[]")
}
