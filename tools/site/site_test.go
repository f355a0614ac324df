package site

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const repository = "https://example.com/shop"

// small is a repository with one of everything.
func small(t *testing.T) fstest.MapFS {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 4, 3))); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"docs/guide/pictures/a.png": {Data: picture.Bytes()}}
	for name, text := range map[string]string{
		"README.md":    "# shop\n\nSells things.\n\n[Begin](docs/guide/start.md), [decisions](docs/adr), [code](cmd), [licence](LICENSE#top)\n",
		"LICENSE":      "Apache",
		"CHANGELOG.md": "# Changelog\n\n[Rows](docs/guide/sql.md#rows)\n",
		"cmd/main.go":  "package main",
		"docs/guide/README.md": "# The guide\n\nAll pages.\n\n**First**\n\n- [Start](start.md): from nothing\n- [Recipes](recipes.md): many\n\n" +
			"**Then**\n\n- [SQL](sql.md): rows and more\n- [code](../../cmd)\n",
		"docs/guide/start.md": "# Getting started\n\nA lead.\n\n[Here](#here), [rows](sql.md#rows), [up](README.md), [home](../../README.md), " +
			"[far](https://example.org)\n\n## Here\n\n```ts\n// [not](a-link.md)\n```\n",
		"docs/guide/recipes.md":      "# Recipes\n\n[Soup](recipes/soup.md)\n",
		"docs/guide/recipes/soup.md": "# Soup\n\n[SQL](../sql.md) ![a](../pictures/a.png)\n",
		"docs/guide/sql.md":          "# SQL\n\n## Rows\n\nAll of them.\n\n![a](pictures/a.png)\n",
		"docs/architecture.md":       "# Architecture\n\n[schema](order.json), [main](../cmd/main.go)\n",
		"docs/order.json":            "{}",
		"docs/adr/0001-a.md":         "# 1. A\n\n[B](0002-b.md)\n",
		"docs/adr/0002-b.md":         "# 2. B\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

func build(t *testing.T, source fstest.MapFS) Files {
	t.Helper()
	files, err := Build(source, Options{Repository: repository})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestFiles(t *testing.T) {
	want := []string{
		"404.html",
		"guide/contents.html", "guide/contents.md", "guide/pictures/a.png", "guide/recipes.html", "guide/recipes.md",
		"guide/recipes/soup.html", "guide/recipes/soup.md", "guide/sql.html", "guide/sql.md", "guide/start.html", "guide/start.md",
		"icon.svg", "index.html", "index.md", "llms-full.txt", "llms.txt", "order.json", "page.js",
		"project/adr/0001-a.html", "project/adr/0001-a.md", "project/adr/0002-b.html", "project/adr/0002-b.md", "project/adr/contents.html",
		"project/adr/contents.md",
		"project/architecture.html", "project/architecture.md", "project/changelog.html", "project/changelog.md",
		"rank.js", "search-index.js", "search.js", "site.css", "theme.js",
	}
	files := build(t, small(t))
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, want) {
		t.Errorf("the files are\n%q, want\n%q", got, want)
	}
	if again := build(t, small(t)); !maps.EqualFunc(files, again, bytes.Equal) {
		t.Error("the same sources made other bytes")
	}
}

func TestPages(t *testing.T) {
	files := build(t, small(t))
	for name, parts := range map[string][]string{
		"index.html": {
			`<a href="guide/start.html">Begin</a>`, `<a href="project/adr/contents.html">decisions</a>`,
			`<a href="https://example.com/shop/tree/main/cmd">code</a>`, `<a href="https://example.com/shop/blob/main/LICENSE#top">licence</a>`,
			`<link rel="stylesheet" href="site.css">`, `<a class="main" href="guide/start.html">`,
		},
		"guide/start.html": {
			`<title>Getting started · shop</title>`, `<meta name="description" content="from nothing">`, `<p class="where">First</p>`,
			`<a href="#here">Here</a>`, `<a href="sql.html#rows">rows</a>`, `<a href="contents.html">up</a>`, `<a href="../index.html">home</a>`,
			`<a href="https://example.org">far</a>`,
			`<script src="../theme.js"></script>`, `<li><a href="start.html" aria-current="page">Start</a></li>`,
			`<a rel="prev" href="contents.html"><span>Previous</span>Contents</a>`, `<a rel="next" href="recipes.html"><span>Next</span>Recipes</a>`,
			`<a href="https://example.com/shop/edit/main/docs/guide/start.md">Edit it</a>`, `<li class="level2"><a href="#here">Here</a></li>`,
			`<a href="../project/architecture.html">Project</a>`,
		},
		"guide/recipes/soup.html": {
			`<a href="../sql.html">SQL</a>`, `<img src="../pictures/a.png" alt="a" loading="lazy" width="4" height="3">`,
			`<a rel="prev" href="../recipes.html">`, `<a rel="next" href="../sql.html">`, `data-root="../../"`,
		},
		"project/architecture.html": {`<a href="../order.json">schema</a>`, `<a href="https://example.com/shop/blob/main/cmd/main.go">main</a>`},
		"project/adr/contents.html": {`<a href="0002-b.html">2. B</a>`, `<p class="where">Decisions</p>`},
		"404.html":                  {`<link rel="stylesheet" href="/site.css">`, `<li><a href="/guide/contents.html">Guide</a></li>`, `data-root="/"`},
		"guide/start.md": {
			"[Here](#here), [rows](sql.md#rows), [up](contents.md), [home](../index.md), [far](https://example.org)",
			"// [not](a-link.md)",
		},
		"index.md": {"[decisions](project/adr/contents.md), [code](https://example.com/shop/tree/main/cmd), " +
			"[licence](https://example.com/shop/blob/main/LICENSE#top)"},
	} {
		for _, part := range parts {
			if !strings.Contains(string(files[name]), part) {
				t.Errorf("%s is not in %s:\n%s", part, name, files[name])
			}
		}
	}
	for name, part := range map[string]string{"project/adr/contents.html": "Edit it", "guide/sql.html": `rel="next"`} {
		if strings.Contains(string(files[name]), part) {
			t.Errorf("%s is in %s", part, name)
		}
	}
}

func TestBase(t *testing.T) {
	files, err := Build(small(t), Options{Repository: repository, Base: "/shop/"})
	if err != nil {
		t.Fatal(err)
	}
	if page := string(files["404.html"]); !strings.Contains(page, `src="/shop/theme.js"`) ||
		!strings.Contains(page, `href="/shop/guide/contents.html"`) {
		t.Errorf("the page for what is not there is\n%s", page)
	}
}

// TestMistakes: links that lead nowhere are reported together, with their lines, and so are pages that nobody would find.
func TestMistakes(t *testing.T) {
	source := small(t)
	source["docs/guide/sql.md"].Data = []byte("# SQL\n\n[a](nowhere.md)\n[b](start.md#nothing) [c](#none)\n\n" +
		"![d](no.png) [e](../../../etc/passwd) [f](http://[)\n")
	_, err := Build(source, Options{})
	if err == nil {
		t.Fatal("links that lead nowhere are no mistake")
	}
	for i, want := range []string{
		"docs/guide/sql.md:3: the link to nowhere.md: there is no such file",
		"docs/guide/sql.md:4: the link to start.md#nothing: the page has no such heading",
		"docs/guide/sql.md:4: the link to #none: the page has no such heading",
		"docs/guide/sql.md:6: the link to no.png: there is no such file",
		"docs/guide/sql.md:6: the link to ../../../etc/passwd: there is no such file",
		"docs/guide/sql.md:6: the link to http://[: parse",
		"CHANGELOG.md:3: the link to docs/guide/sql.md#rows: the page has no such heading",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("mistake %d is not reported: %s\n%v", i, want, err)
		}
	}
	for name, change := range map[string]struct{ file, text, want string }{
		"a page that is not listed": {"docs/guide/lost.md", "# Lost\n", "docs/guide/README.md does not list docs/guide/lost.md"},
		"a list of what is not there": {
			"docs/guide/README.md", "# Guide\n\n**First**\n\n- [Gone](gone.md)\n",
			"docs/guide/README.md: open docs/guide/gone.md",
		},
		"a page without a title": {"docs/architecture.md", "nothing\n", "docs/architecture.md has no heading of the first level"},
	} {
		source := small(t)
		source[change.file] = &fstest.MapFile{Data: []byte(change.text)}
		if _, err := Build(source, Options{}); err == nil || !strings.Contains(err.Error(), change.want) {
			t.Errorf("%s: %v, want %s", name, err, change.want)
		}
	}
	delete(source, "README.md")
	if _, err := Build(source, Options{}); err == nil {
		t.Error("a repository without README.md has a site")
	}
}

func TestIndex(t *testing.T) {
	text, is := strings.CutPrefix(string(build(t, small(t))[indexFile]), "globalThis.searchIndex =\n")
	if !is {
		t.Fatal("it is no script")
	}
	var found index
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatal(err)
	}
	for i, section := range found.Sections {
		if section[1] == "Rows" {
			page := found.Pages[int(section[0].(float64))]
			if page != [4]any{"SQL", "guide/sql.html", "Guide", 1.0} || section != [4]any{section[0], "Rows", "rows", "All of them. a"} {
				t.Errorf("section %d is %v of %v", i, section, page)
			}
			return
		}
	}
	t.Errorf("the rows are not found in %s", text)
}

func TestText(t *testing.T) {
	files := build(t, small(t))
	const want = `# shop

> Sells things.

The whole guide in one file: [llms-full.txt](llms-full.txt)

## Guide

- [The guide](guide/contents.md): All pages.

## First

- [Getting started](guide/start.md): from nothing
- [Recipes](guide/recipes.md): many
- [Soup](guide/recipes/soup.md): SQL a

## Then

- [SQL](guide/sql.md): rows and more

## Optional

- [Architecture](project/architecture.md): schema, main
- [Changelog](project/changelog.md): Rows
- [Decisions](project/adr/contents.md)
- [1. A](project/adr/0001-a.md): B
- [2. B](project/adr/0002-b.md)
`
	if got := string(files["llms.txt"]); got != want {
		t.Errorf("llms.txt is\n%s, want\n%s", got, want)
	}
	full := string(files["llms-full.txt"])
	if strings.Index(full, "# Getting started") > strings.Index(full, "# Soup") || !strings.HasPrefix(full, "<!-- index.md -->\n\n# shop\n") ||
		strings.Contains(full, "# Architecture") {
		t.Errorf("llms-full.txt is\n%s", full)
	}
}

func TestRelative(t *testing.T) {
	for _, one := range []struct{ from, to, want string }{
		{"index.html", "guide/sql.html", "guide/sql.html"},
		{"guide/sql.html", "guide/start.html", "start.html"},
		{"guide/sql.html", "index.html", "../index.html"},
		{"guide/a/b.html", "guide/sql.html", "../sql.html"},
		{"guide/a/b.html", "project/c.html", "../../project/c.html"},
		{"guide/sql.html", "guide-2/a.html", "../guide-2/a.html"},
	} {
		if got := (&page{path: one.from}).relative(one.to); got != one.want {
			t.Errorf("%s is seen from %s as %s, want %s", one.to, one.from, got, one.want)
		}
	}
}

func TestCutAfterWord(t *testing.T) {
	for text, want := range map[string]string{
		"short":                 "short",
		"exactly 13 ab":         "exactly 13 ab",
		"one two, three four":   "one two …",
		"onewordthatdoesnotend": "onewordthatdo …",
		"äääääääääää":           "ääääää …", // not in the middle of a letter
	} {
		if got := cutAfterWord(text, 13); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
