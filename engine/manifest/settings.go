package manifest

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// Settings holds what the configuration sets in a bean that carries @ConfigurationProperties.
type Settings struct {
	Bean    int // index
	Prefix  string
	Class   *schema.Class
	Fields  []*schema.Field // those of Class that the configuration may set: the container sets the others
	Values  []any           // by index in Class.Fields: plain values of package schema, [schema.Absent] if not set
	Entries []Entry         // what is set, in the order of the fields
	Place   fault.Place

	// Schema makes the values of the fields of Section, a plain value of package schema, when a bean is made; nil if the class says what
	// they are.
	Schema  *schema.Standard
	Section any

	Note fault.Note // the place of the class
}

// Entry is a setting of a bean, with secrets masked.
type Entry struct {
	Path   string // of the field in the class: limits.maxAge
	Key    string // the complete key, as it was written
	Type   string // as declared
	Shown  string // the value; masked when it is a secret, empty for lists and sections
	Secret bool
	Origin string      // "config/application.yml:3:9", "environment MEDIA_LIMITS_MAXAGE"
	Place  fault.Place // zero if it is not set in a file
}

// Refused returns a diagnostic for each value that the class refuses, at the setting that it names.
func (s *Settings) Refused(list []schema.Mismatch) fault.List {
	var found fault.List
	for _, m := range list {
		entry := s.entryOf(m.Path)
		if m.Path = ""; m.Code == schema.RefusedSchema && entry.Secret {
			m.Message = "the schema refuses the value" // some libraries show it
		}
		place, hint := entry.Place, "correct the value or the check"
		if s.Schema != nil {
			hint = "correct the value or the schema"
		}
		if place.File == "" {
			place = s.Place
		}
		found = append(found, fault.Diagnostic{
			Code: "config-value", Place: place, Message: entry.Key + ": " + m.String(),
			Hint: hint, Notes: []fault.Note{s.Note},
		})
	}
	return found
}

// IsSet reports whether there is a setting at a path in the class, or within it.
func (s *Settings) IsSet(path string) bool {
	return path == "" || slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Path == path || isWithin(e.Path, path) })
}

// isWithin reports whether a path leads into the value at another one.
func isWithin(path, other string) bool {
	rest, is := strings.CutPrefix(path, other)
	return is && rest != "" && (rest[0] == '.' || rest[0] == '[')
}

// entryOf returns the setting at a path in the class; if that is not set, or not a scalar, an entry with its key and the place of the first
// setting within it, or of the section.
func (s *Settings) entryOf(path string) Entry {
	found := Entry{Key: s.Prefix, Place: s.Place}
	if path != "" && s.Schema != nil {
		found.Key += "." + path
	}
	for _, e := range s.Entries {
		if e.Path == path {
			return e
		}
		if path != "" && isWithin(e.Path, path) {
			found.Secret = found.Secret || e.Secret
			if found.Place == s.Place {
				found.Place = e.Place
			}
		}
	}
	return found
}

// Property is a place where a script reads the configuration with @Value.
type Property struct {
	What    string       // UserController.limit, for people
	Text    string       // with its placeholders: ${users.limit:10}
	Type    *schema.Type // nil if none is known
	Doc     string       // the comment of the field or parameter
	Default any          // what the script has for the case that it is not set: string, int64, float64 or bool; nil if that is nothing or not known
	Place   fault.Place
}
