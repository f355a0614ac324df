package site

import (
	"errors"
	"io/fs"
)

// Options are what is not in the sources.
type Options struct {
	// Repository is where the sources are, such as "https://github.com/fwrun/fwrun". Links to files that are not pages lead there.
	Repository string
	// Base is the path below which the site is served. Only the page for "not found" needs it, since that is shown at any path;
	// "/" if it is empty.
	Base string
}

// Files are the files of a site: by their paths, with slashes, what is in them.
type Files map[string][]byte

// Build makes the site of a repository, whose root is source. All links that lead nowhere are reported together.
func Build(source fs.FS, options Options) (Files, error) {
	if options.Base == "" {
		options.Base = "/"
	}
	b := &builder{source: source, options: options, pages: map[string]*page{}, files: Files{}}
	if err := b.collect(); err != nil {
		return nil, err
	}
	for _, one := range b.all() {
		b.resolve(one)
	}
	if len(b.problems) > 0 {
		return nil, errors.Join(b.problems...)
	}
	for _, write := range []func() error{b.writePages, b.writeMarkdown, b.writeIndex, b.writeText, b.copyAssets} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	return b.files, nil
}

// A builder makes one site.
type builder struct {
	source   fs.FS
	options  Options
	home     *page
	parts    []*part
	pages    map[string]*page // by their sources
	problems []error
	files    Files
}

// all returns the pages in their order.
func (b *builder) all() []*page {
	list := []*page{b.home}
	for _, part := range b.parts {
		list = append(list, part.pages()...)
	}
	return list
}
