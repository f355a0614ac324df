package site

import (
	"bytes"
	"context"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tools/site"
)

// buildSite makes the site of this repository, once for all tests.
var buildSite = sync.OnceValues(func() (site.Files, error) {
	return site.Build(os.DirFS("../../.."), site.Options{Repository: "https://github.com/fwrun/fwrun"})
})

func siteFiles(t *testing.T) site.Files {
	t.Helper()
	files, err := buildSite()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestSiteTwice: the same sources make the same bytes.
func TestSiteTwice(t *testing.T) {
	again, err := site.Build(os.DirFS("../../.."), site.Options{Repository: "https://github.com/fwrun/fwrun"})
	if err != nil {
		t.Fatal(err)
	}
	first := siteFiles(t)
	if !slices.Equal(slices.Sorted(maps.Keys(first)), slices.Sorted(maps.Keys(again))) {
		t.Error("the same sources made other files")
	}
	for name, text := range first {
		if other := again[name]; !bytes.Equal(text, other) {
			at := 0
			for at < min(len(text), len(other)) && text[at] == other[at] {
				at++
			}
			t.Errorf("the same sources made other bytes of %s: %q and %q", name, around(text, at), around(other, at))
		}
	}
}

func around(text []byte, at int) []byte { return text[max(0, at-40):min(len(text), at+40)] }

// A sitePage is a page of the site, as a browser reads it.
type sitePage struct {
	ids   []string
	links []string // of whatever kind
	wrong []string // what the policy forbids
}

// TestSiteLinks: every link of every page leads to a file of the site, and to an id that is once in it; nothing that a page holds needs
// more than its policy allows.
func TestSiteLinks(t *testing.T) {
	files := siteFiles(t)
	pages := map[string]sitePage{}
	for name, text := range files {
		if path.Ext(name) == ".html" {
			pages[name] = readSitePage(t, text)
		}
	}
	if len(pages) < 60 {
		t.Errorf("there are only %d pages", len(pages))
	}
	links := 0
	for name, page := range pages {
		for _, id := range page.ids {
			if n := len(slices.DeleteFunc(slices.Clone(page.ids), func(other string) bool { return other != id })); n > 1 {
				t.Errorf("%s has the id %q %d times", name, id, n)
			}
		}
		for _, what := range page.wrong {
			t.Errorf("%s has %s", name, what)
		}
		for _, link := range page.links {
			links++
			if problem := followSiteLink(files, pages, name, link); problem != "" {
				t.Errorf("%s links to %s: %s", name, link, problem)
			}
		}
	}
	if links < 5000 {
		t.Errorf("only %d links were found", links)
	}
}

// followSiteLink returns what is wrong with a link.
func followSiteLink(files site.Files, pages map[string]sitePage, from, link string) string {
	to, err := url.Parse(link)
	switch {
	case err != nil:
		return err.Error()
	case to.Scheme != "":
		if to.Scheme != "https" && to.Scheme != "http" && to.Scheme != "mailto" {
			return "the scheme is strange"
		}
		return ""
	}
	name := path.Join(path.Dir(from), to.Path)
	switch {
	case strings.HasPrefix(to.Path, "/"):
		name = to.Path[1:]
	case to.Path == "":
		name = from
	}
	if _, is := files[name]; !is {
		return "there is no such file"
	}
	if page, is := pages[name]; is && to.Fragment != "" && !slices.Contains(page.ids, to.Fragment) {
		return "the page has no such id"
	}
	return ""
}

func readSitePage(t *testing.T, text []byte) (page sitePage) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type != html.ElementNode {
			continue
		}
		if node.Data == "style" || node.Data == "script" && node.FirstChild != nil {
			page.wrong = append(page.wrong, "a "+node.Data+" inside of it")
		}
		for _, one := range node.Attr {
			switch {
			case one.Key == "id":
				page.ids = append(page.ids, one.Val)
			case one.Key == "href", one.Key == "src":
				page.links = append(page.links, one.Val)
			case one.Key == "style", strings.HasPrefix(one.Key, "on"):
				page.wrong = append(page.wrong, "an attribute "+one.Key)
			}
		}
	}
	return page
}

// TestSite serves the site by the example, and reads it in Chromium: without an error in the browser's console, without a violation of the
// policy, and without anything that keeps people from using it; then it reads it from the disk. SITE_PICTURES names a folder for pictures.
func TestSite(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a browser through the site")
	}
	browser := needs.Program(t, "chromium")
	script := harness.Repository(t, "tests/console/site.mjs")
	nodejs.InstallPackages(t, filepath.Dir(script))
	folder := filepath.Join(t.TempDir(), "site")
	for _, name := range []string{"config/application.yml", "errors.js"} {
		text, err := os.ReadFile(filepath.Join("../../../scripts/examples/site", name))
		if err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, filepath.Join(folder, name), string(text))
	}
	public := filepath.Join(folder, "public")
	if err := site.Write(siteFiles(t), public); err != nil {
		t.Fatal(err)
	}
	_, address := harness.Serve(t, folder)
	ctx, cancel := context.WithTimeout(t.Context(), 20*harness.Patience)
	defer cancel()
	command := exec.CommandContext(ctx, "node", script, address, "file://"+filepath.ToSlash(public)+"/", browser)
	if pictures := os.Getenv("SITE_PICTURES"); pictures != "" {
		command.Args = append(command.Args, pictures)
	}
	out, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
