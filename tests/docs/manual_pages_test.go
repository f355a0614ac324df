package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// readGuide returns the text of a page of the guide.
func readGuide(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/guide/" + page + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestNotFor: what docs/guide/not-for.md says is shown by tests and figures that exist. A figure is the name of a row of tools/bench/README.md.
func TestNotFor(t *testing.T) {
	bench, err := os.ReadFile("../../tools/bench/README.md")
	if err != nil {
		t.Fatal(err)
	}
	figures, shown := strings.ReplaceAll(string(bench), "`", ""), 0
	for line := range strings.Lines(readGuide(t, "not-for")) {
		row := coverageRow.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if row == nil {
			continue
		}
		for _, name := range coverageName.FindAllStringSubmatch(row[2], -1) {
			if shown++; !strings.Contains(figures, "| "+name[1]+" |") && !coverageExists(t, name[1]) {
				t.Errorf("%s: there is no test or figure %s", row[1], name[1])
			}
		}
	}
	if shown < 12 {
		t.Errorf("only %d lines are shown by something", shown)
	}
}

// TestVersions: docs/guide/versions.md names the versions with which the tests run.
func TestVersions(t *testing.T) {
	page := readGuide(t, "versions")
	for _, pinned := range []struct{ what, file, version string }{
		{"NATS JetStream", "../../go.mod", `nats-server/v2 v([\d.]+)`},
		{"Kafka", "../../queue/servertest/jars.go", `kafkaVersion = "([\d.]+)"`},
		{"OpenSearch", "../../migrate/search/searchtest/jars.go", `const version = "([\d.]+)"`},
	} {
		text, err := os.ReadFile(pinned.file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(pinned.version).FindSubmatch(text)
		if found == nil || !strings.Contains(page, "| "+pinned.what+" | "+string(found[1])+" |") {
			t.Errorf("%s has %s %q, and versions.md another one", pinned.file, pinned.what, found)
		}
	}
	typings, err := os.ReadFile("../../typings/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var compiler struct{ DevDependencies map[string]string }
	if err := json.Unmarshal(typings, &compiler); err != nil || !strings.Contains(page, "TypeScript "+compiler.DevDependencies["typescript"]) {
		t.Errorf("versions.md does not name TypeScript %s (%v)", compiler.DevDependencies["typescript"], err)
	}
}

// TestVersionsOfScripts asks an application for the versions of SQLite and Node that docs/guide/versions.md names.
func TestVersionsOfScripts(t *testing.T) {
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "datasource: { name: main, url: \"sqlite::memory:\" }\n")
	harness.WriteFile(t, filepath.Join(folder, "versions.test.js"), `import { bean, expect, it } from "fwrun/test";
it("names the versions", async () => {
  const [{ v }] = bean("main-template").query("SELECT sqlite_version() AS v");
  console.log("| SQLite | " + v + " |", "`+"`process.version` `"+`" + process.version + "`+"`"+`");
});
`)
	harness.WriteFile(t, filepath.Join(folder, "nothing.js"), "export const nothing = 1;\n")
	bin := harness.Binary(t)
	out, err := exec.CommandContext(t.Context(), bin, "test", folder, "--timeout", "1m").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	page := readGuide(t, "versions")
	for _, pattern := range []string{`\| SQLite \| [\d.]+ \|`, "`process.version` `v[\\d.]+`"} {
		if said := regexp.MustCompile(pattern).FindString(string(out)); said == "" || !strings.Contains(page, said) {
			t.Errorf("the application says %q, and versions.md does not\n%s", said, out)
		}
	}
}

// TestVersionsOfServers asks the servers of Debian 12 for the versions that docs/guide/versions.md names.
func TestVersionsOfServers(t *testing.T) {
	if release, err := os.ReadFile("/etc/debian_version"); err != nil || !strings.HasPrefix(string(release), "12.") {
		t.Skip("the page names the packages of Debian 12, and this is another system")
	}
	page := readGuide(t, "versions")
	for _, server := range []struct{ what, pattern, version string }{
		{"PostgreSQL", "/usr/lib/postgresql/*/bin/postgres", `(\d+)\.`},
		{"MariaDB", "/usr/sbin/mariadbd", `(\d+\.\d+)\.`},
		{"Redis", "/usr/bin/redis-server", `v=(\d+\.\d+)\.`},
	} {
		programs, err := filepath.Glob(server.pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, program := range programs {
			out, err := exec.CommandContext(t.Context(), program, "--version").Output()
			found := regexp.MustCompile(server.version).FindSubmatch(out)
			if err != nil || found == nil || !strings.Contains(page, "| "+server.what+" | "+string(found[1])+" |") {
				t.Errorf("%s is %q (%v), and versions.md names another one", server.what, out, err)
			}
		}
	}
}
