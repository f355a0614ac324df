package site

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/png" // the size of pictures
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/tools/site/markup"
)

// A target is what a link of a page leads to.
type target struct {
	page          *page  // one of the site, or nil
	fragment      string // with its #, or ""
	url           string // without the fragment, if it is no page
	width, height int
}

// resolve finds what the links of a page lead to, and copies the files of docs among that.
func (b *builder) resolve(p *page) {
	for _, link := range p.doc.Links {
		found, err := b.find(p, link)
		if err != nil {
			b.problems = append(b.problems, fmt.Errorf("%s:%d: the link to %s: %w", p.source, link.Line, link.To, err))
		}
		p.links[link.To] = found
	}
}

func (b *builder) find(from *page, link markup.Link) (target, error) {
	to, err := url.Parse(link.To)
	if err != nil {
		return target{}, err
	}
	if to.Scheme != "" || to.Host != "" {
		return target{url: link.To}, nil
	}
	fragment := ""
	if to.Fragment != "" {
		fragment = "#" + to.Fragment
	}
	if to.Path == "" {
		return pageTarget(from, fragment)
	}
	source := path.Join(path.Dir(from.source), to.Path)
	if one := b.pageOf(source); one != nil {
		return pageTarget(one, fragment)
	}
	return b.findFile(from, source, fragment, link.Image)
}

// pageOf returns the page that a file is made to, or that a folder is listed in.
func (b *builder) pageOf(source string) *page {
	if one, is := b.pages[source]; is {
		return one
	}
	if source == "." { // the repository itself
		return b.home
	}
	if !strings.HasPrefix(source, "docs/") {
		return nil
	}
	return b.pages[source+"/README.md"]
}

var errNoHeading = errors.New("the page has no such heading")

func pageTarget(to *page, fragment string) (target, error) {
	has := func(h markup.Heading) bool { return "#"+h.ID == fragment }
	if fragment != "" && !slices.ContainsFunc(to.doc.Headings, has) {
		return target{}, errNoHeading
	}
	return target{page: to, fragment: fragment}, nil
}

// findFile finds a file of the repository that is no page. One of docs, and any picture, becomes a file of the site.
func (b *builder) findFile(from *page, source, fragment string, picture bool) (target, error) {
	info, err := fs.Stat(b.source, source)
	if err != nil {
		return target{}, errors.New("there is no such file")
	}
	inside, isOfDocs := strings.CutPrefix(source, "docs/")
	if info.IsDir() || !isOfDocs && !picture {
		kind := "blob"
		if info.IsDir() {
			kind = "tree"
		}
		return target{url: b.options.Repository + "/" + kind + "/main/" + source, fragment: fragment}, nil
	}
	text, err := fs.ReadFile(b.source, source)
	if err != nil {
		return target{}, err
	}
	if !isOfDocs {
		inside = source
	}
	b.files[inside] = text
	found := target{url: from.relative(inside), fragment: fragment}
	if picture {
		if size, _, err := image.DecodeConfig(bytes.NewReader(text)); err == nil { // a drawing has no size
			found.width, found.height = size.Width, size.Height
		}
	}
	return found, nil
}

// html returns what a link of a page is in its HTML.
func (p *page) html(link markup.Link) markup.Target {
	to := p.links[link.To]
	address := to.url
	switch {
	case to.page == p && to.fragment != "":
		address = ""
	case to.page != nil:
		address = p.relative(to.page.path)
	}
	return markup.Target{URL: address + to.fragment, Width: to.width, Height: to.height}
}
