package docs

import (
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

const packagesIntroduction = `<!-- Written by: go test ./tests/docs -run TestPackages -update -->

# Packages

Every package with the first sentence of its comment, from ` + "`doc.go`, or `main.go` of a command" +
	`. [Architecture](architecture.md) describes how they work together;
[` + "`layout_test.go`" + `](../tests/docs/layout_test.go) holds which of them may import which.

| package | what it does |
|---|---|
`

// TestPackages: docs/packages.md is generated from the comments of the packages; -update writes it.
func TestPackages(t *testing.T) {
	page := packagesIntroduction
	for _, folder := range slices.Sorted(maps.Keys(packageFolders(t))) {
		page += "| [`" + folder + "`](../" + folder + ") | " + aboutPackage(t, folder) + " |\n"
	}
	harness.Generated(t, "../../docs/packages.md", page)
}

// packageFolders returns the folders of all packages that are more than tests.
func packageFolders(t *testing.T) map[string]bool {
	t.Helper()
	folders := map[string]bool{}
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			folders[filepath.ToSlash(filepath.Dir(file))] = true
		}
	}
	return folders
}

var (
	packageName  = regexp.MustCompile(`^(?:Package|Command) \S+ `)
	packageLinks = strings.NewReplacer("[", "`", "]", "`")
)

// aboutPackage returns the first sentence about a package, without its name, for a table in Markdown.
func aboutPackage(t *testing.T, folder string) string {
	t.Helper()
	file := filepath.Join("..", "..", folder, "main.go")
	if _, err := os.Stat(file); err != nil {
		file = filepath.Join("..", "..", folder, "doc.go")
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	sentence := new(doc.Package).Synopsis(parsed.Doc.Text())
	if !packageName.MatchString(sentence) {
		t.Errorf("%s does not begin with the name of the package: %q", file, sentence)
	}
	return plain.Replace(packageLinks.Replace(packageName.ReplaceAllString(sentence, "")))
}
