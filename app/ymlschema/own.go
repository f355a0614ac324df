package ymlschema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/config"
)

// ownKeys adds the keys that an application reads to the tree of those of the framework.
type ownKeys struct {
	root    *section
	types   *schema.Schemas
	ofOther int // the number of the framework's sections, which come first
}

func newOwnKeys(root *section) *ownKeys {
	return &ownKeys{root: root, types: schema.NewSchemas(schema.DocumentOptions{InlineRefs: true}), ofOther: len(root.below)}
}

// definitions returns the types that contain themselves.
func (o *ownKeys) definitions() (list schema.Node) {
	for _, d := range o.types.Definitions() {
		list = append(list, schema.Member{Key: d.Key, Value: lenient(d.Value.(schema.Node))})
	}
	return list
}

// read adds what the beans of an application read. What a class says of a key is preferred.
func (o *ownKeys) read(m *manifest.Manifest) {
	for _, s := range m.Settings {
		place := o.at(s.Prefix)
		if place == nil {
			continue
		}
		if place.about == "" {
			place.about = s.Class.Summary
		}
		for _, f := range s.Fields {
			o.put(place.sub(f.JSON), o.types.Property(f), "", nil)
		}
	}
	for _, p := range m.Properties {
		for _, r := range config.References(p.Text) {
			o.property(p, r)
		}
	}
}

// property adds a key that is read with @Value.
func (o *ownKeys) property(p manifest.Property, r config.Reference) {
	names, _, isPart := strings.Cut(r.Key, "[")
	place := o.at(names)
	if place == nil || place.leaf != nil || len(place.below) > 0 {
		return
	}
	about := fmt.Sprintf("Read by %s (%s).", p.What, p.Place)
	if p.Doc != "" {
		about = strings.TrimSuffix(p.Doc, ".") + ". " + about
	}
	if isPart { // of a list, of which nothing else is known
		o.put(place, nil, about, nil)
		return
	}
	node, standard := schema.Node{}, p.Default
	if r.HasFallback {
		standard = r.Fallback
	}
	if r.Whole && p.Type != nil {
		node, standard = o.types.Of(p.Type), typed(p.Type, standard)
	}
	o.put(place, node, about, standard)
}

// typed returns a default as its type has it: that of a placeholder is a text. It returns nil for a text that is no value of the type, such
// as that of a default that refers to another key.
func typed(t *schema.Type, standard any) any {
	text, isText := standard.(string)
	if !isText || t.Kind == schema.String || t.Kind == schema.Enum {
		return standard
	}
	var value any
	var err error
	switch t.Kind {
	case schema.Int, schema.Float:
		value, err = strconv.ParseFloat(text, 64)
	case schema.Bool:
		value, err = strconv.ParseBool(text)
	default:
		return text
	}
	if err != nil {
		return nil
	}
	return value
}

// put says what a value of the application is.
func (o *ownKeys) put(place *section, node schema.Node, about string, standard any) {
	if place.leaf != nil {
		return
	}
	place.leaf = lenient(node)
	if about != "" && place.leaf.Get("description") == nil {
		place.leaf = append(schema.Node{{Key: "description", Value: about}}, place.leaf...)
	}
	if standard != nil && place.leaf.Get("default") == nil {
		place.leaf = append(place.leaf, schema.Member{Key: "default", Value: standard})
	}
}

// at returns the place of a key; nil for a key of the framework, and for what is in a list.
func (o *ownKeys) at(key string) *section {
	names := strings.Split(strings.TrimSpace(key), ".")
	for _, known := range o.root.below[:o.ofOther] {
		if config.SameKey("["+known.name+"]", "["+names[0]+"]") {
			return nil
		}
	}
	place := o.root
	for _, name := range names {
		if name == "" || strings.Contains(name, "[") || place.leaf != nil {
			return nil
		}
		place = place.sub(name)
	}
	return place
}

// sub is step for a section of the application.
func (s *section) sub(name string) *section {
	next := s.step(name)
	next.own = true
	return next
}
