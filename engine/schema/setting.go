package schema

import (
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Setting is a value of the configuration, reduced to what binding and its messages need: a scalar, a list, a
// section, or nothing.
type Setting struct {
	Key    string // in full, as it was written: media.hosts[0]
	Name   string // within its section
	Place  fault.Place
	Origin string // for messages: "config/application.yml:3:9", "environment MEDIA_HOSTS"
	Shown  string // a scalar in a form without secrets
	Secret bool

	Text   string // the scalar as it was written
	Scalar any    // string, int64, float64 or bool; nil for nothing, lists and sections
	Items  []Setting
	Fields []Setting

	IsList, IsSection bool
	Reported          bool // it could not be resolved, and an error has been reported
}

// isNothing reports whether the setting is null or was never set.
func (s *Setting) isNothing() bool { return !s.IsList && !s.IsSection && s.Scalar == nil }

// text returns the text that a scalar is parsed from: numbers may be written as in YAML, with underscores or
// in base 16.
func (s *Setting) text() string {
	switch v := s.Scalar.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	default:
		return strings.TrimSpace(s.Text)
	}
}

// plain returns a setting unchanged, for a field without a type.
func (s *Setting) plain() any {
	switch {
	case s.IsList:
		items := make([]any, len(s.Items))
		for i := range s.Items {
			items[i] = s.Items[i].plain()
		}
		return items
	case s.IsSection:
		record := Record{}
		for i := range s.Fields {
			record.Keys = append(record.Keys, s.Fields[i].Name)
			record.Values = append(record.Values, s.Fields[i].plain())
		}
		return record
	default:
		return s.Scalar
	}
}

// listed returns the items of a list, or of a text with comma-separated values; false for a section.
func (s *Setting) listed() ([]Setting, bool) {
	if s.IsList || s.IsSection {
		return s.Items, s.IsList
	}
	var items []Setting
	for part := range strings.SplitSeq(s.Text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			item := *s
			item.Text, item.Scalar, item.Shown = part, any(part), ""
			items = append(items, item)
		}
	}
	return items, true
}

// foldName returns the form in which names of settings are compared, as package config does.
func foldName(name string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name))
}
