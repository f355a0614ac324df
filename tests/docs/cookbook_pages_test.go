package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
)

// mostRecipeLines is how many lines the scripts of a recipe may have, so that a reader takes it in at once.
const mostRecipeLines = 60

var (
	recipeLink    = regexp.MustCompile(`\]\(\.\./\.\./scripts/cookbook/([\w-]+)\)`)
	recipeHeading = regexp.MustCompile(`(?m)^## `)
)

// TestCookbookPages: the cookbook shows each recipe once, all of its files but for the tests, as they are. A section of a page that links to
// a recipe ends with its files; -update writes them.
func TestCookbookPages(t *testing.T) {
	pages, err := filepath.Glob("../../docs/guide/cookbook-*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("there is no cookbook", err)
	}
	index, err := os.ReadFile("../../docs/guide/cookbook.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]int{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		harness.Generated(t, page, cookbookPage(t, string(text), shown))
		for _, anchor := range anchors(string(text))[1:] {
			if link := "](" + filepath.Base(page) + "#" + anchor + ")"; strings.Count(string(index), link) != 1 {
				t.Errorf("cookbook.md does not list %s once", link)
			}
		}
	}
	for _, name := range recipes(t) {
		if shown[name] != 1 {
			t.Errorf("the cookbook shows %s %d times", name, shown[name])
		}
	}
}

// cookbookPage returns a page with the files of its recipes, which it counts.
func cookbookPage(t *testing.T, text string, shown map[string]int) string {
	t.Helper()
	var page strings.Builder
	begins := 0
	for _, at := range append(recipeHeading.FindAllStringIndex(text, -1), []int{len(text)}) {
		section := text[begins:at[0]]
		begins = at[0]
		link := recipeLink.FindStringSubmatch(section)
		if link == nil {
			page.WriteString(section)
			continue
		}
		shown[link[1]]++
		told, _, _ := strings.Cut(section, "\n```")
		page.WriteString(strings.TrimRight(told, "\n") + "\n")
		for _, file := range recipeFiles(t, link[1]) {
			page.WriteString(recipeBlock(t, link[1], file))
		}
		if begins < len(text) {
			page.WriteString("\n")
		}
	}
	return page.String()
}

// recipeBlock returns a file as a block of code that names it.
func recipeBlock(t *testing.T, name, file string) string {
	t.Helper()
	language, comment := strings.TrimPrefix(path.Ext(file), "."), "// %s"
	switch language {
	case "yml":
		language, comment = "yaml", "# %s"
	case "sql":
		comment = "-- %s"
	case "html":
		comment = "<!-- %s -->"
	}
	return fmt.Sprintf("\n```%s\n"+comment+"\n%s```\n", language, file, readRecipe(t, name, file))
}

func readRecipe(t *testing.T, name, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(guide.CookbookFolder, name, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// recipeFiles returns the files of a recipe but for its tests, in the order in which they are read: settings, migrations, then scripts, each
// after those that it imports.
func recipeFiles(t *testing.T, name string) (files []string) {
	t.Helper()
	depths, lines, tested := map[string]int{}, 0, false
	err := fs.WalkDir(os.DirFS(filepath.Join(guide.CookbookFolder, name)), ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err == nil && entry.IsDir() && (file == "data" || file == ".fwrun"):
			return fs.SkipDir // what a run leaves behind
		case err != nil || entry.IsDir():
			return err
		case strings.Contains(file, ".test."):
			tested = true
			return nil
		case isScriptName(file):
			lines += strings.Count(readRecipe(t, name, file), "\n")
		}
		files, depths[file] = append(files, file), recipeDepth(t, name, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if lines >= mostRecipeLines || lines == 0 || !tested {
		t.Errorf("the recipe %s has %d lines of scripts, and fewer than %d are wanted; it has tests: %v", name, lines, mostRecipeLines, tested)
	}
	slices.SortStableFunc(files, func(a, b string) int { return depths[a] - depths[b] })
	return files
}

func isScriptName(file string) bool {
	return strings.HasSuffix(file, ".ts") || strings.HasSuffix(file, ".js")
}

// recipeDepth returns how late a file is read.
func recipeDepth(t *testing.T, name, file string) int {
	t.Helper()
	switch {
	case strings.HasPrefix(file, "config/"):
		return 0
	case strings.HasPrefix(file, "migrations/"):
		return 1
	case !isScriptName(file):
		return 100
	}
	depth := 2
	for _, m := range guide.OwnImport.FindAllStringSubmatch(readRecipe(t, name, file), -1) {
		imported := strings.TrimSuffix(path.Join(path.Dir(file), m[1]), path.Ext(file)) + path.Ext(file)
		depth = max(depth, 1+recipeDepth(t, name, imported))
	}
	return depth
}
