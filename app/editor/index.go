package editor

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// index is what the last check has seen. It is never changed.
type index struct {
	app.Sight
	files      fs.FS // as they were checked
	injections []injection
}

// injection is a place that a bean is injected into.
type injection struct {
	at   fault.Spot
	bean *manifest.Bean
}

// newIndex returns an index of what was seen, and of what was seen before where there are mistakes now.
func newIndex(options app.Options, seen app.Sight, before *index) *index {
	x := &index{Sight: seen, files: folder.Files(options.Folder, options.Overlay)}
	if x.Properties == nil {
		x.Properties = before.Properties
	}
	if len(x.Tables) == 0 {
		x.Tables = before.Tables
	}
	if x.Manifest == nil {
		x.Manifest, x.Routes, x.injections = before.Manifest, before.Routes, before.injections
		return x
	}
	for _, asker := range x.Manifest.Beans {
		for _, one := range slices.Concat(asker.Arguments, asker.Fields) {
			for _, bean := range one.Needs() {
				x.injections = append(x.injections, injection{fault.Spot{Place: one.Place, Length: 1}, x.Manifest.Beans[bean]})
			}
		}
	}
	return x
}

// beans returns the beans that the cursor is at: those of an injection, of a name in @Qualifier, or those of a class or method of its own.
func (x *index) beans(at cursor) (list []*manifest.Bean) {
	if x.Manifest == nil {
		return nil
	}
	if name, ok := at.argumentOf("Qualifier"); ok {
		return slices.DeleteFunc(slices.Clone(x.Manifest.Beans), func(b *manifest.Bean) bool { return b.Name != name })
	}
	for _, b := range x.Manifest.Beans {
		if b.Place.File == at.File && b.Place.Line == at.Line && at.word() != "" && (at.word() == b.TypeName || at.word() == b.FactoryMethod) {
			return []*manifest.Bean{b}
		}
	}
	nearest := 0
	for _, i := range x.injections {
		if i.at.File != at.File || i.at.Line != at.Line || i.at.Col > at.Col || i.at.Col < nearest {
			continue
		}
		if i.at.Col > nearest {
			nearest, list = i.at.Col, nil
		}
		list = append(list, i.bean)
	}
	if nearest > 0 && strings.ContainsAny(at.between(nearest), ",;){") { // the cursor is behind the parameter
		return nil
	}
	return list
}

// spotOf returns where a bean is declared; false for one of fwrun's own.
func spotOf(b *manifest.Bean) (fault.Spot, bool) {
	return fault.Spot{Place: b.Place, Length: max(b.Width, 1)}, b.Place.File != ""
}

// injectedAt lists where a bean is injected.
func (x *index) injectedAt(b *manifest.Bean) (list []fault.Spot) {
	for _, i := range x.injections {
		if i.bean.Index == b.Index {
			list = append(list, i.at)
		}
	}
	return list
}

// setAt returns where a key of the configuration is set in a file.
func (x *index) setAt(key string) []fault.Spot {
	if x.Properties == nil {
		return nil
	}
	value, known := x.Properties.Lookup(key)
	if !known || value.Origin.Kind != config.FromFile {
		return nil
	}
	return []fault.Spot{{Place: value.Origin.Place, Length: 1}}
}

// usedAt lists where the scripts and the files of the configuration refer to a key.
func (x *index) usedAt(key string) (list []fault.Spot) {
	if x.Manifest == nil || x.Properties == nil {
		return nil
	}
	for _, file := range x.Manifest.Files {
		text, err := fs.ReadFile(x.files, file)
		if err != nil || !strings.Contains(string(text), "${") {
			continue
		}
		for _, l := range literals(string(text)) {
			if l.quote != '`' {
				list = append(list, referencesIn(file, string(text), l.from, l.to, key)...)
			}
		}
	}
	names, _ := fs.Glob(x.files, "config/application*.y*ml") // a valid pattern
	for _, file := range names {
		if text, err := fs.ReadFile(x.files, file); err == nil {
			list = append(list, referencesIn(file, string(text), 0, len(text), key)...)
		}
	}
	for _, s := range x.Manifest.Settings {
		if within(key, s.Prefix) {
			list = append(list, fault.Spot{Place: s.Place, Length: 1})
		}
	}
	return list
}

// within reports whether a key is a section, or below it.
func within(key, section string) bool {
	key, section = fold(key), fold(section)
	return key == section || strings.HasPrefix(key, section+".")
}

// fold returns the form in which keys are compared, as the configuration takes them.
func fold(key string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(key))
}
