package tsconfig

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// names are the files that describe the scripts to editors and tsc, in order of preference.
var names = [...]string{"tsconfig.json", "jsconfig.json"}

// Config is what an application's configuration says, with what those say that it extends. What none of them says is nil.
type Config struct {
	File  string   // of the application, absolute; empty if it has none
	Chain []string // it, and those that it extends, of packages too

	Experimental *bool // experimentalDecorators
	JSX          JSX
	Metadata     *bool // emitDecoratorMetadata
	StrictNulls  *bool // strictNullChecks
	strict       *bool

	Files, Include, Exclude []string // absolute
	Types, TypeRoots        []string // the roots are absolute

	paths     map[string][]string
	pathsFrom string // folder that paths are relative to
	baseURL   string // absolute, or empty
}

// JSX says what the elements in a .tsx or .jsx file become. What is not said is empty.
type JSX struct {
	Kind         string // jsx: "react", "react-jsx", "preserve" and others
	Factory      string // jsxFactory
	Fragment     string // jsxFragmentFactory
	ImportSource string // jsxImportSource
}

func (j *JSX) take(other JSX) {
	j.Kind, j.ImportSource = cmp.Or(other.Kind, j.Kind), cmp.Or(other.ImportSource, j.ImportSource)
	j.Factory, j.Fragment = cmp.Or(other.Factory, j.Factory), cmp.Or(other.Fragment, j.Fragment)
}

// maxExtends bounds the chain of configurations that extend each other.
const maxExtends = 32

// Read reads the tsconfig.json or jsconfig.json of a folder, if there is one. The error is a mistake in it, or in one that it extends: what
// could not be read is left out.
func Read(folder string) (Config, error) {
	for _, name := range names {
		file := filepath.Join(folder, name)
		if _, err := os.Stat(file); err != nil {
			continue
		}
		r := configReader{top: folder}
		config, err := r.read(file)
		config.File, config.Chain = file, r.all
		return config, err
	}
	return Config{}, nil
}

// Relative returns how imports are resolved, by paths relative to a folder.
func (c Config) Relative(folder string) source.Paths {
	relative := func(path string) string {
		if rel, err := filepath.Rel(folder, path); err == nil {
			return filepath.ToSlash(rel)
		}
		return filepath.ToSlash(path)
	}
	var paths source.Paths
	if c.baseURL != "" {
		paths.Base = relative(c.baseURL)
	}
	for pattern, targets := range c.Paths() {
		one := source.PathPattern{Pattern: pattern}
		for _, target := range targets {
			one.Targets = append(one.Targets, relative(target))
		}
		paths.Patterns = append(paths.Patterns, one)
	}
	slices.SortFunc(paths.Patterns, func(a, b source.PathPattern) int { return strings.Compare(a.Pattern, b.Pattern) })
	return paths
}

// Emitted returns what becomes of the types in decorated classes. Decorators of the language have no metadata.
func (c Config) Emitted() Metadata {
	m := Metadata{Emit: isTrue(c.Metadata) && (c.Experimental == nil || *c.Experimental), StrictNulls: isTrue(c.strict)}
	if c.StrictNulls != nil {
		m.StrictNulls = *c.StrictNulls
	}
	return m
}

func isTrue(option *bool) bool { return option != nil && *option }

// Metadata says whether decorated classes have their types when they run, and whether null is a type of its own in these.
type Metadata struct{ Emit, StrictNulls bool }

// Paths returns the entries of paths, with absolute targets.
func (c Config) Paths() map[string][]string {
	paths := map[string][]string{}
	for pattern, targets := range c.paths {
		paths[pattern] = absolute(c.pathsFrom, targets)
	}
	return paths
}

// absolute returns paths from a folder; nil stays nil.
func absolute(folder string, paths []string) (list []string) {
	for _, path := range paths {
		if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		list = append(list, path)
	}
	if paths != nil && list == nil {
		list = []string{}
	}
	return list
}

// configReader reads a configuration and those that it extends.
type configReader struct {
	top  string   // folder of the first configuration
	seen []string // from the first one to the one that is read
	all  []string
}

func (r *configReader) read(file string) (Config, error) {
	var config Config
	if slices.Contains(r.seen, file) || len(r.seen) >= maxExtends {
		return config, fmt.Errorf("%s extends itself", filepath.Base(file))
	}
	r.seen, r.all = append(r.seen, file), append(r.all, file)
	text, err := os.ReadFile(file)
	if err != nil {
		return config, fmt.Errorf("%s cannot be read", filepath.Base(file))
	}
	var written struct {
		Extends         json.RawMessage
		CompilerOptions struct {
			BaseURL      *string `json:"baseUrl"`
			Paths        map[string][]string
			Experimental *bool `json:"experimentalDecorators"`
			Metadata     *bool `json:"emitDecoratorMetadata"`
			StrictNulls  *bool `json:"strictNullChecks"`
			Strict       *bool
			JSX          string `json:"jsx"`
			Factory      string `json:"jsxFactory"`
			Fragment     string `json:"jsxFragmentFactory"`
			ImportSource string `json:"jsxImportSource"`
			Types        []string
			TypeRoots    []string
		}
		Files, Include, Exclude []string
	}
	if err := json.Unmarshal(plainJSON(text), &written); err != nil {
		return config, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	folder := filepath.Dir(file)
	for _, name := range textOrList(written.Extends) {
		base, err := r.extended(folder, name)
		if err != nil {
			return config, err
		}
		config.take(base)
	}
	for _, list := range [][]string{written.Files, written.Include, written.Exclude, written.CompilerOptions.TypeRoots} {
		r.expandAll(list)
	}
	options := written.CompilerOptions
	own := Config{
		JSX:   JSX{Kind: options.JSX, Factory: options.Factory, Fragment: options.Fragment, ImportSource: options.ImportSource},
		paths: options.Paths, pathsFrom: folder, Experimental: options.Experimental,
		Metadata: options.Metadata, StrictNulls: options.StrictNulls, strict: options.Strict,
		Files: absolute(folder, written.Files), Include: absolute(folder, written.Include), Exclude: absolute(folder, written.Exclude),
		Types: options.Types, TypeRoots: absolute(folder, options.TypeRoots),
	}
	if base := options.BaseURL; base != nil {
		own.baseURL = absolute(folder, []string{r.expand(*base)})[0]
	}
	for _, targets := range own.paths {
		r.expandAll(targets)
	}
	config.take(own)
	if own.paths != nil && config.baseURL != "" {
		config.pathsFrom = config.baseURL
	}
	r.seen = r.seen[:len(r.seen)-1] // several configurations may extend the same one
	return config, nil
}

// expand replaces ${configDir} by the folder of the first configuration.
func (r *configReader) expand(path string) string {
	return strings.ReplaceAll(path, "${configDir}", filepath.ToSlash(r.top))
}

func (r *configReader) expandAll(paths []string) {
	for i := range paths {
		paths[i] = r.expand(paths[i])
	}
}

// take overwrites the settings with those that the other configuration has.
func (c *Config) take(other Config) {
	if other.paths != nil {
		c.paths, c.pathsFrom = other.paths, other.pathsFrom
	}
	if other.baseURL != "" {
		c.baseURL = other.baseURL
	}
	c.JSX.take(other.JSX)
	for _, one := range []struct{ own, others **bool }{
		{&c.Experimental, &other.Experimental},
		{&c.Metadata, &other.Metadata},
		{&c.StrictNulls, &other.StrictNulls},
		{&c.strict, &other.strict},
	} {
		if *one.others != nil {
			*one.own = *one.others
		}
	}
	for _, one := range []struct{ own, others *[]string }{
		{&c.Files, &other.Files},
		{&c.Include, &other.Include},
		{&c.Exclude, &other.Exclude},
		{&c.Types, &other.Types},
		{&c.TypeRoots, &other.TypeRoots},
	} {
		if *one.others != nil {
			*one.own = *one.others
		}
	}
}

func textOrList(raw json.RawMessage) []string {
	var one string
	var list []string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	_ = json.Unmarshal(raw, &list) // any other value extends nothing
	return list
}

// extended reads the configuration that another one extends: a file, or a file of a package. A file that is
// missing has no paths, because an application may be deployed without what only its editor's settings refer to.
func (r *configReader) extended(folder, name string) (Config, error) {
	if source.IsRelative(name) || filepath.IsAbs(name) {
		base := filepath.FromSlash(name)
		if !filepath.IsAbs(base) {
			base = filepath.Join(folder, base)
		}
		if found, ok := firstFile(base, base+".json", filepath.Join(base, "tsconfig.json")); ok {
			return r.read(found)
		}
		return Config{}, nil
	}
	for at := folder; ; at = filepath.Dir(at) {
		base := filepath.Join(at, "node_modules", filepath.FromSlash(name))
		if found, ok := firstFile(base, base+".json", filepath.Join(base, "tsconfig.json")); ok {
			return r.read(found)
		}
		if at == filepath.Dir(at) {
			return Config{}, nil
		}
	}
}

func firstFile(names ...string) (string, bool) {
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return name, true
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			continue
		}
	}
	return "", false
}

// plainJSON removes what configurations may have and JSON may not: comments, and commas behind the last entry. It
// replaces them by blanks.
func plainJSON(text []byte) []byte {
	out := bytes.Clone(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")))
	comma := -1 // the last comma, if only blanks have followed it
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(out) && out[i] != '"'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			i = blankComment(out, i)
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
	}
	return out
}

// blankComment overwrites a comment with blanks and returns the index of its last character.
func blankComment(text []byte, start int) int {
	end := bytes.IndexByte(text[start:], '\n')
	if text[start+1] == '*' {
		if end = bytes.Index(text[start+2:], []byte("*/")); end >= 0 {
			end += 4
		}
	}
	if end < 0 {
		end = len(text) - start
	}
	for i := start; i < start+end; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
	return start + end - 1
}
