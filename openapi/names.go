package openapi

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// identify gives each operation an id of its own: that of @Operation, or that of its handler: of UsersController.find it is Users_find.
// A mapping of several methods has one for each, Users_find_get, and where handlers of several classes or several paths would have the
// same, the second, in the order of the document, is Users_find2.
func identify(list []*operation) {
	taken := map[string]bool{}
	for _, o := range list {
		if id := o.said.ID; id != "" && !o.several && !taken[id] {
			o.id = id
			taken[id] = true
		}
	}
	for _, o := range list {
		if o.id != "" {
			continue
		}
		base := idOf(o)
		id := base
		for n := 2; taken[id]; n++ {
			id = base + strconv.Itoa(n)
		}
		o.id = id
		taken[id] = true
	}
}

func idOf(o *operation) string {
	id := o.said.ID
	if id == "" {
		id = asWord(o.handler.Name)
		if o.said.Group != "" {
			id = asWord(groupOf(o.said)) + "_" + asWord(o.handler.Method)
		}
	}
	if o.several {
		id += "_" + strings.ToLower(o.method)
	}
	return id
}

// asWord replaces what names in other languages cannot have.
func asWord(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return "_" + name
	}
	return name
}

// groupOf returns the name of a controller without Controller at its end.
func groupOf(said *manifest.Operation) string {
	if name := strings.TrimSuffix(said.Group, "Controller"); name != "" {
		return name
	}
	return said.Group
}

// tagged is what is said of a tag; several controllers may have the same.
type tagged struct{ about string }

// tagsOf returns the tags of an operation: those of @Operation, or else its controller.
func (w *writer) tagsOf(o *operation) []string {
	tags := o.said.Tags
	if tags == nil && o.said.Group != "" {
		tags = []string{groupOf(o.said)}
	}
	tags = slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return tag == "" })
	for _, tag := range tags {
		if known, is := w.tags[tag]; !is || known.about == "" {
			about := ""
			if o.said.Tags == nil {
				about = o.said.About
			}
			w.tags[tag] = tagged{about}
		}
	}
	return tags
}

// tagList describes the tags of all operations.
func (w *writer) tagList() (list []any) {
	for _, name := range slices.Sorted(maps.Keys(w.tags)) {
		tag := schema.Node{{Key: "name", Value: name}}
		if about := w.tags[name].about; about != "" {
			tag = append(tag, schema.Member{Key: "description", Value: about})
		}
		list = append(list, tag)
	}
	return list
}
