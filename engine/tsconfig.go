package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// configNames are the files that describe the scripts to editors and tsc, in order of preference.
var configNames = [...]string{"tsconfig.json", "jsconfig.json"}

// tsconfig holds what is used of an application's tsconfig.json.
type tsconfig struct {
	paths     map[string][]string
	pathsFrom string // folder that paths are relative to
	baseURL   string // absolute, or empty

	experimental *bool // experimentalDecorators, if it says
}

// maxExtends bounds the chain of configurations that extend each other.
const maxExtends = 32

// readConfig reads how the application's tsconfig.json or jsconfig.json resolves imports, its paths and baseUrl, and
// whether it wants standard decorators; or what a configuration that it extends says. The problem is a mistake in one of
// these files.
func readConfig(folder string) (paths source.Paths, standard bool, problems fault.List) {
	for _, name := range configNames {
		file := filepath.Join(folder, name)
		if _, err := os.Stat(file); err != nil {
			continue
		}
		r := configReader{top: folder}
		config, err := r.read(file)
		if err != nil {
			return source.Paths{}, false, fault.List{{
				Severity: fault.Warning, Code: "tsconfig", Place: fault.Place{File: name},
				Message: "its paths are ignored", Why: err.Error(), Hint: "run tsc -p . to see what is wrong with it",
			}}
		}
		return config.relativeTo(folder), config.experimental != nil && !*config.experimental, nil
	}
	return source.Paths{}, false, nil
}

// relativeTo returns the paths relative to the application's folder.
func (c tsconfig) relativeTo(folder string) source.Paths {
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
	for pattern, targets := range c.paths {
		one := source.PathPattern{Pattern: pattern}
		for _, target := range targets {
			if !filepath.IsAbs(target) {
				target = filepath.Join(c.pathsFrom, filepath.FromSlash(target))
			}
			one.Targets = append(one.Targets, relative(target))
		}
		paths.Patterns = append(paths.Patterns, one)
	}
	slices.SortFunc(paths.Patterns, func(a, b source.PathPattern) int { return strings.Compare(a.Pattern, b.Pattern) })
	return paths
}

// configReader reads a configuration and those that it extends.
type configReader struct {
	top  string // folder of the first configuration
	seen []string
}

func (r *configReader) read(file string) (tsconfig, error) {
	var config tsconfig
	if slices.Contains(r.seen, file) || len(r.seen) >= maxExtends {
		return config, fmt.Errorf("%s extends itself", filepath.Base(file))
	}
	r.seen = append(r.seen, file)
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
		}
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
	own := tsconfig{paths: written.CompilerOptions.Paths, pathsFrom: folder, experimental: written.CompilerOptions.Experimental}
	if base := written.CompilerOptions.BaseURL; base != nil {
		own.baseURL = filepath.Join(folder, filepath.FromSlash(r.expand(*base)))
		if filepath.IsAbs(r.expand(*base)) {
			own.baseURL = filepath.FromSlash(r.expand(*base))
		}
	}
	for _, targets := range own.paths {
		for i := range targets {
			targets[i] = r.expand(targets[i])
		}
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

// take overwrites the settings with those that the other configuration has.
func (c *tsconfig) take(other tsconfig) {
	if other.paths != nil {
		c.paths, c.pathsFrom = other.paths, other.pathsFrom
	}
	if other.baseURL != "" {
		c.baseURL = other.baseURL
	}
	if other.experimental != nil {
		c.experimental = other.experimental
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
func (r *configReader) extended(folder, name string) (tsconfig, error) {
	if source.IsRelative(name) || filepath.IsAbs(name) {
		base := filepath.FromSlash(name)
		if !filepath.IsAbs(base) {
			base = filepath.Join(folder, base)
		}
		if found, ok := firstFile(base, base+".json", filepath.Join(base, "tsconfig.json")); ok {
			return r.read(found)
		}
		return tsconfig{}, nil
	}
	for at := folder; ; at = filepath.Dir(at) {
		base := filepath.Join(at, "node_modules", filepath.FromSlash(name))
		if found, ok := firstFile(base, base+".json", filepath.Join(base, "tsconfig.json")); ok {
			return r.read(found)
		}
		if at == filepath.Dir(at) {
			return tsconfig{}, nil
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
