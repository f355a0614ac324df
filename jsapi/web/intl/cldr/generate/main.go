// Command generate makes the tables of package cldr from CLDR's data as it is published on npm:
//
//	npm install --legacy-peer-deps --prefix /tmp/cldr cldr-{core,dates-full,localenames-full,misc-full,numbers-full}@48.1.0 cldr-units-full@48.0.0 \
//		cldr-bcp47@48.2.0 cldr-cal-{islamic,hebrew}-full@48.2.0 cldr-cal-{persian,ethiopic}-full@46.1.0 \
//		cldr-cal-{buddhist,japanese}-full@39.0.0 cldr-cal-{roc,coptic,indian}-full@28.0.0
//	go run ./jsapi/web/intl/cldr/generate -from /tmp/cldr/node_modules
//
// Versions are those that are published; the calendars beside the Gregorian one are not with each version.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// source is the folder of the installed packages.
type source string

func main() {
	from := flag.String("from", "node_modules", "the folder with the packages")
	to := flag.String("to", "jsapi/web/intl/cldr/tables.bin", "the file to write")
	flag.Parse()
	written, err := generate(source(*from), *to)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("%s: %d bytes", *to, written)
}

// generate writes the file, and returns its size.
func generate(s source, to string) (int, error) {
	locales, err := s.locales()
	if err != nil {
		return 0, err
	}
	var out archive
	for _, d := range domains {
		if err := s.addDomain(&out, d, locales); err != nil {
			return 0, err
		}
	}
	if err := s.addSupplements(&out, locales); err != nil {
		return 0, err
	}
	data := out.bytes()
	return len(data), os.WriteFile(to, data, 0o644)
}

// languages are those that are included, with all of their regions.
var languages = strings.Fields(`und
	ar bg bn ca cs da de el en es et eu fa fi fil fr gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my nb ne nl nn no
	pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh af az am ga cy`)

// locales returns the locales that are included, those that others inherit from before them.
func (s source) locales() ([]string, error) {
	var coverage struct {
		Levels map[string]string `json:"effectiveCoverageLevels"`
	}
	if err := s.read("cldr-core/coverageLevels.json", &coverage); err != nil {
		return nil, err
	}
	var all struct {
		Available struct{ Full []string } `json:"availableLocales"`
	}
	if err := s.read("cldr-core/availableLocales.json", &all); err != nil {
		return nil, err
	}
	var included []string
	for _, locale := range all.Available.Full {
		language, _, _ := strings.Cut(locale, "-")
		if slices.Contains(languages, language) && coverage.Levels[locale] == "modern" {
			included = append(included, locale)
		}
	}
	if !slices.Contains(included, "und") {
		included = append(included, "und")
	}
	slices.SortFunc(included, func(a, b string) int {
		if n := strings.Count(a, "-") - strings.Count(b, "-"); n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	return included, nil
}

// read reads a JSON file of a package.
func (s source) read(name string, into any) error {
	data, err := os.ReadFile(filepath.Join(string(s), filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// tree is an object of a JSON file.
type tree map[string]any

// main reads a file of a locale. A file that does not exist is an empty tree.
func (s source) main(pack, locale, file string) (tree, error) {
	name := pack + "/main/" + locale + "/" + file + ".json"
	if _, err := os.Stat(filepath.Join(string(s), filepath.FromSlash(name))); err != nil {
		return tree{}, nil //nolint:nilerror // not all packages have all locales
	}
	var document struct{ Main map[string]tree }
	if err := s.read(name, &document); err != nil {
		return nil, err
	}
	return document.Main[locale], nil
}

// at returns what is below a path of names, separated by slashes.
func (t tree) at(path string) tree {
	for name := range strings.SplitSeq(path, "/") {
		next, ok := t[name].(map[string]any)
		if !ok {
			return tree{}
		}
		t = next
	}
	return t
}

// text returns a member that is a text.
func (t tree) text(name string) string {
	text, _ := t[name].(string)
	return text
}

// flatten adds all texts below a tree to a table, by their paths.
func (t tree) flatten(prefix string, into map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		switch value := t[name].(type) {
		case string:
			into[prefix+name] = value
		case map[string]any:
			if text, ok := value["_value"].(string); ok {
				into[prefix+name] = text
				continue
			}
			tree(value).flatten(prefix+name+"/", into)
		}
	}
}
