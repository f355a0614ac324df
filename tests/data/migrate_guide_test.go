package data

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
	"github.com/fwrun/fwrun/tests/harness/script"
)

// guidedFolder is an application that has the files of docs/guide/migrations.md, with a node for its search connection.
func guidedFolder(t *testing.T) (folder string, page guide.Page) {
	t.Helper()
	script.Searching.Lock()
	t.Cleanup(script.Searching.Unlock)
	node := searchtest.Shared(t)
	node.Clean(t)
	for _, one := range guide.Pages(t) {
		if one.Name == "migrations" {
			page = one
		}
	}
	folder = filepath.Join(t.TempDir(), "my-app")
	for _, b := range page.Blocks {
		switch {
		case strings.HasPrefix(b.Text, "opensearch:\n"):
			hosts := regexp.MustCompile(`hosts: .*`).ReplaceAllString(b.Text, "hosts: [\""+searchtest.NewProxy(t, node).URL+"\"]")
			harness.WriteFile(t, filepath.Join(folder, "config/search.yml"), hosts)
		case b.File != "":
			harness.WriteFile(t, filepath.Join(folder, b.File), b.Text)
		}
	}
	for name, text := range map[string]string{
		"logs-template.json": `{"settings": {"number_of_replicas": 0}}`,
		"products.json":      `{"settings": {"number_of_replicas": 0}, "aliases": {}}`,
		"keep-policy.json":   `{"policy": {"description": "d", "default_state": "hot", "states": [{"name": "hot", "actions": [], "transitions": []}]}}`,
	} {
		harness.WriteFile(t, filepath.Join(folder, "migrations/logs", name), text)
	}
	return folder, page
}

// shell runs a line as GitHub runs the steps of a workflow, and returns the exit code and the output.
func shell(t *testing.T, folder, line string) (int, string) {
	t.Helper()
	bin := harness.Binary(t)
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", line)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(bin)+string(os.PathListSeparator)+os.Getenv("PATH"), "SEARCH_PASSWORD=geheim")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestGuideWorkflow runs the steps of the workflow in docs/guide/migrations.md: a pull request shows what would run and fails
// for a file with a mistake, a push runs it.
func TestGuideWorkflow(t *testing.T) {
	folder, page := guidedFolder(t)
	var workflow struct {
		Env  map[string]string
		Jobs map[string]struct {
			Steps []struct{ If, Run string }
		}
	}
	at := strings.Index(page.Text, "# .github/workflows/migrations.yml\n")
	text, _, _ := strings.Cut(page.Text[max(at, 0):], "```")
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatal(err)
	}
	steps := map[string]string{}
	for _, step := range workflow.Jobs["migrate"].Steps {
		steps[step.If] = step.Run
	}
	request, push := steps["github.event_name == 'pull_request'"], steps["github.event_name == 'push'"]
	check, _, _ := strings.Cut(request, " || ")
	expect := func(line string, code int, texts ...string) {
		t.Helper()
		got, out := shell(t, folder, line)
		for _, text := range texts {
			if !strings.Contains(out, text) {
				t.Errorf("%s did not write %q", line, text)
			}
		}
		if got != code || strings.Contains(out, "geheim") {
			t.Errorf("%s: the exit code is %d, want %d\n%s", line, got, code, out)
		}
	}
	expect(check, 3, "main/001-orders.sql due", "PUT /_index_template/logs", "6 files would run")
	expect(request, 0, "6 files would run")
	harness.WriteFile(t, filepath.Join(folder, "migrations/logs/typo.json"), `{"setings": {}}`)
	expect(request, 1, "::error title=migration-unrecognised,file=migrations/logs/typo.json,line=1,col=1")
	if err := os.Remove(filepath.Join(folder, "migrations/logs/typo.json")); err != nil {
		t.Fatal(err)
	}
	expect(push, 0, "6 files ran")
	expect(check, 0, "0 files would run")
	expect(push, 0, "nothing to do")
}

// TestGuideOfMigrations runs the other commands of the page, and compares the error that it shows.
func TestGuideOfMigrations(t *testing.T) {
	folder, page := guidedFolder(t)
	commands := 0
	for _, line := range regexp.MustCompile(`(?m)^\$ (fwrun .*)$`).FindAllStringSubmatch(page.Text, -1) {
		commands++
		if code, out := shell(t, filepath.Dir(folder), line[1]); code != 0 || out == "" {
			t.Errorf("%s: %d\n%s", line[1], code, out)
		}
	}
	if commands != 3 {
		t.Errorf("the page has %d commands", commands)
	}
	for _, verb := range regexp.MustCompile("(?m)^\\| `(?:fwrun )?([a-z]+)[^|]*` \\| ").FindAllStringSubmatch(page.Text, -1) {
		if code, out := shell(t, folder, "fwrun migrate "+strings.TrimPrefix(verb[1], "migrate")+" --help"); code != 0 || !strings.Contains(out, "Usage:") {
			t.Errorf("there is no verb %s", verb[1])
		}
	}
	harness.WriteFile(t, filepath.Join(folder, "migrations/main/002-emails.sql"), "-- One user for each address.\n\n\n"+
		"CREATE UNIQUE INDEX users_email\n  ON user (email);\n")
	code, out := shell(t, folder, "fwrun migrate")
	at := strings.Index(page.Text, "```text\nmigrations/main/002-emails.sql")
	shown, _, _ := strings.Cut(page.Text[at+len("```text\n"):], "```")
	if code != 1 || !strings.Contains(out, shown) {
		t.Errorf("the page shows\n%s\nthe command\n%s", shown, out)
	}
	if !strings.Contains(out, "warning: search connections are left out: logs") {
		t.Errorf("nothing is said about the search connection: %s", out)
	}
}
