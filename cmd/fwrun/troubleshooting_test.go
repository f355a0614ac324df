package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/guide/troubleshooting.md")

const troubleshootingPage = "../../docs/guide/troubleshooting.md"

// elsewhere has the messages that need more than an application and a command: another test makes them. Each is in the file that is
// named, which compares it with what the binary prints.
var elsewhere = map[string]struct{ message, file string }{
	"config-environment": {`OTEL_TRACES_SAMPLER is "sometimes", which fwrun does not have`, "tests/http/traces-settings.txtar"},
	"config-secret":      {`datasource[0].password is a secret, and is written in the file`, "tests/cli/build-mistakes.txtar"},
	"incomplete":         {"", ""}, // the prompt goes on in the next line
	"compile-failed":     {"", ""}, // no text is known that leads to it
	"typescript-failed":  {"there is no TypeScript at ", "tests/cli/check-types.txtar"},
	"queue-damaged":      {"at most 1 message of numbers lost", "tests/queue/damage_test.go"},
	"restart-needed": {
		"these settings were changed, but take effect only at the next start: server.context-path",
		"tests/robust/reload/watch.txtar",
	},
	"migration-commit":       {"MySQL commits the transaction before this statement", "migrate/sql/read.go"},
	"migration-deprecated":   {"the cluster warns: ", "migrate/search/send.go"},
	"migration-index-exists": {"exists and was left as it is", "migrate/search/index.go"},
	"migration-interrupted":  {"how that ended is not known", "migrate/search/claim_test.go"},
	"migration-link": {
		"the file is a symbolic link to ../../config/application.yml, which leaves the folder logs",
		"tests/cli/migrate-search-files.txtar",
	},
	"migration-policy-behind": {"indices that are managed already keep the former policy", "migrate/search/policy.go"},
	"migration-renamed":       {"the file was renamed after it ran as main/1-a.sql", "tests/cli/migrate-renamed.txtar"},
	"migration-stopped":       {"stopped before migrations/main/3.sql", "tests/data/migrate_signals_test.go"},
	"migration-unreadable":    {"the file cannot be read: permission denied", "migrate/folder_test.go"},
	"migration-unrecorded":    {"the file has been applied, and could not be recorded", "migrate/search/trouble_test.go"},
}

// TestTroubleshooting: docs/guide/troubleshooting.md has an entry for each code, with a message as this binary prints it; -update writes
// the page.
func TestTroubleshooting(t *testing.T) {
	said, causes := makeMessages(t), causesOfCodes(t)
	var page strings.Builder
	page.WriteString(readText(t, "testdata/troubleshooting/introduction.md"))
	for _, group := range ruleGroups() {
		fmt.Fprintf(&page, "\n## %s\n", group.title)
		for _, r := range group.rules {
			fmt.Fprintf(&page, "\n### %s\n\n%s\n%s\n**Usual cause.** %s **Fix.** %s\n",
				r.code, inMarkdown.Replace(r.what), messageOf(t, said, r.code), causes[r.code], inMarkdown.Replace(r.help))
			if causes[r.code] == "" {
				t.Errorf("causes.txt does not have %s", r.code)
			}
			delete(causes, r.code)
		}
	}
	for code := range causes {
		t.Errorf("causes.txt has %s, which is no code", code)
	}
	if *update {
		if err := os.WriteFile(troubleshootingPage, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if readText(t, troubleshootingPage) != page.String() {
		t.Error("docs/guide/troubleshooting.md is not up to date; run: go test ./cmd/fwrun -run TestTroubleshooting -update")
	}
}

// inMarkdown keeps a text from being read as HTML.
var inMarkdown = strings.NewReplacer("<", `\<`, "*", `\*`)

// messageOf returns the block of a page with the message of a code.
func messageOf(t *testing.T, said map[string]string, code string) string {
	t.Helper()
	other, isElsewhere := elsewhere[code]
	message := said[code]
	switch {
	case isElsewhere && message != "":
		t.Errorf("%s is made by a command: it need not be looked up elsewhere", code)
	case isElsewhere && other.file == "":
		return ""
	case isElsewhere:
		if held := strings.NewReplacer(`\[`, "[", `\]`, "]").Replace(readText(t, filepath.Join("../..", other.file))); !strings.Contains(held,
			other.message) {
			t.Errorf("%s does not have %q", other.file, other.message)
		}
		message = other.message + "\n"
	case message == "":
		t.Errorf("no application in testdata/troubleshooting makes %s", code)
	}
	return "\n```text\n" + message + "```\n"
}

// ruleGroups returns the sections of the page.
func ruleGroups() []ruleGroup {
	return []ruleGroup{
		{"Configuration", configurationRules()},
		{"Files and imports", fileRules()},
		{"Beans and aspects", beanRules()},
		{"Routes, interceptors and errors", routeRules()},
		{"Parameters", parameterRules()},
		{"Constraints", constraintRules()},
		{"Types", typeRules()},
		{"Bodies of functions", bodyRules()},
		{"Rows, repositories and statements", rowRules()},
		{"Migrations", slices.Concat(migrationRules(), migrateRules())},
		{"Schedules", scheduleRules()},
		{"Queues", listenerRules()},
		{"Who may call", securityRules()},
		{"Agents and management endpoints", agentRules()},
		{"Health and info", healthRules()},
		{"The OpenAPI document", openAPIRules()},
	}
}

type ruleGroup struct {
	title string
	rules []rule
}

// TestTroubleshootingHasAllRules: the sections of the page are all the rules that there are.
func TestTroubleshootingHasAllRules(t *testing.T) {
	n := 0
	for _, group := range ruleGroups() {
		n += len(group.rules)
	}
	if n != len(rules()) {
		t.Errorf("the page has %d rules, and there are %d", n, len(rules()))
	}
}

// causesOfCodes reads causes.txt: a line for each code, with its usual cause.
func causesOfCodes(t *testing.T) map[string]string {
	t.Helper()
	causes := map[string]string{}
	for line := range strings.Lines(readText(t, "testdata/troubleshooting/causes.txt")) {
		code, cause, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || causes[code] != "" || !strings.HasSuffix(cause, ".") {
			t.Errorf("causes.txt: %q is no code with its cause, or the second one of its code", line)
		}
		causes[code] = cause
	}
	return causes
}

// TestTroubleshootingMessages: each heading of the section about running applications is a part of a message that a whole-program test
// compares.
func TestTroubleshootingMessages(t *testing.T) {
	_, section, _ := strings.Cut(readText(t, "testdata/troubleshooting/introduction.md"), "\n## While it starts and runs\n")
	headings := regexp.MustCompile(`(?m)^### (.+)$`).FindAllStringSubmatch(section, -1)
	if len(headings) < 15 {
		t.Fatalf("only %d messages were found", len(headings))
	}
	var all strings.Builder
	err := filepath.WalkDir("../../tests", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "node_modules" {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".txtar") {
			all.WriteString(readText(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, heading := range headings {
		if !strings.Contains(all.String(), heading[1]) {
			t.Errorf("no script below tests has the message %q", heading[1])
		}
	}
}
