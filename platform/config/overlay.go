package config

import (
	"strconv"

	"github.com/fwrun/fwrun/platform/fault"
)

// Overlay has settings that are written elsewhere than in the files of settings, such as in a test. They lie over those of all profiles.
type Overlay struct {
	File, Text string // shown with problems
	Settings   []Setting
}

// Setting is a value that is written for a key.
type Setting struct {
	Key   string // "server.port"
	Place fault.Place
	Value Written
}

// Written is a value at its place: nil, a string, an int64, a float64 or a bool, a list, or settings below a key.
type Written struct {
	Place fault.Place
	Value any // or []Written, []Setting
}

// overlay merges the settings of the options.
func (l *loader) overlay() {
	over := l.options.Over
	if over == nil {
		return
	}
	f := newFile(over.File, over.Text)
	tree := section(over.Settings, Origin{Kind: FromFile, Place: fault.Place{File: over.File, Line: 1, Col: 1}})
	l.files[f.path] = f
	l.keep(f, tree)
	l.tree = merge(l.tree, tree)
}

func section(settings []Setting, origin Origin) *node {
	tree := newMap(nil, origin)
	for _, s := range settings {
		path, value := splitKey(s.Key), s.Value.node()
		if known, _, ok := tree.at(path); ok {
			value = merge(known, value)
		} else {
			tree = tree.with(path, newNull(Origin{Kind: FromFile, Place: s.Place})) // its names are here
		}
		tree = tree.with(path, value)
	}
	return tree
}

func (w Written) node() *node {
	origin := Origin{Kind: FromFile, Place: w.Place}
	switch v := w.Value.(type) {
	case []Setting:
		return section(v, origin)
	case []Written:
		var items []*node
		for _, item := range v {
			items = append(items, item.node())
		}
		return newList(items, origin)
	case string:
		return newText(v, origin)
	case int64:
		return newScalar(Int, strconv.FormatInt(v, 10), v, origin)
	case float64:
		return newScalar(Float, strconv.FormatFloat(v, 'g', -1, 64), v, origin)
	case bool:
		return newScalar(Bool, strconv.FormatBool(v), v, origin)
	default:
		return newNull(origin)
	}
}
