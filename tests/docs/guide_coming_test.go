package docs

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/platform/config"
)

var (
	comingRow   = regexp.MustCompile(`(?m)^\| (.+?[^\\]) \| (.*?[^\\]) \|(?: (.*?) ?\|)?$`)
	comingCode  = regexp.MustCompile("`([^`]+)`")
	comingDeco  = regexp.MustCompile(`@([A-Z]\w+)`)
	comingClass = regexp.MustCompile(`^[A-Z][a-z]\w+$`)
	comingKey   = regexp.MustCompile(`^(server|security|http|queue|files|datasource|management|migrations|cache|locks)\.[\w\[\].-]+$`)
	comingRun   = regexp.MustCompile(`^fwrun ([a-z]+)(?: |$)`)
)

// platformNames are names of the web platform and of files, which scripts have without an import.
var platformNames = []string{"AsyncLocalStorage", "BroadcastChannel", "ReadableStream", "Response", "Date"}

// TestComingFrom: in the pages for those who know another framework, each decorator, class, setting and command in the column "here" is
// one of fwrun's.
func TestComingFrom(t *testing.T) {
	pages, err := filepath.Glob("../../docs/guide/coming-from-*.md")
	if err != nil || len(pages) < 4 {
		t.Fatal("there are no such pages", err)
	}
	decorators, keys := map[string]bool{}, []string{}
	for _, d := range enginebuild.Decorators() {
		decorators[d.Name] = true
	}
	for _, key := range config.Keys() {
		keys = append(keys, key.Name)
	}
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		_, table, _ := strings.Cut(readGuide(t, name), "\n## There and here\n")
		table, _, _ = strings.Cut(table, "\n## ")
		rows := comingRow.FindAllStringSubmatch(table, -1)
		if len(rows) < 25 {
			t.Errorf("%s has only %d rows", name, len(rows))
		}
		for _, row := range rows {
			for _, code := range comingCode.FindAllStringSubmatch(row[2], -1) {
				checkOwn(t, name, code[1], decorators, keys)
			}
		}
	}
}

// checkOwn checks the names in one piece of code of a page.
func checkOwn(t *testing.T, page, code string, decorators map[string]bool, keys []string) {
	t.Helper()
	for _, used := range comingDeco.FindAllStringSubmatch(code, -1) {
		if !decorators[used[1]] {
			t.Errorf("%s: there is no @%s", page, used[1])
		}
	}
	command := comingRun.FindStringSubmatch(code)
	switch class, _, _ := strings.Cut(code, "."); {
	case comingKey.MatchString(code):
		if !slices.ContainsFunc(keys, func(key string) bool {
			return key == code || strings.HasPrefix(key, code+".") || strings.HasPrefix(key, code+"[]")
		}) {
			t.Errorf("%s: there is no setting %s", page, code)
		}
	case comingClass.MatchString(class) && !slices.Contains(platformNames, class) && !slices.Contains(manifestExports(), class):
		t.Errorf("%s: fwrun does not export %s", page, class)
	case command != nil && !strings.Contains(readGuide(t, "command-line"), "\n## "+command[1]+"\n"):
		t.Errorf("%s: there is no command %s", page, code)
	}
}
