package manifest

import (
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
)

// Settings are what the configuration sets of a bean that carries @ConfigurationProperties.
type Settings struct {
	Bean    int // index
	Prefix  string
	Class   *schema.Class
	Values  []any   // of Class.Fields: plain values of package schema, [schema.Absent] where nothing is set
	Entries []Entry // what is set, in the order of the fields
	Place   fault.Place

	Note fault.Note // where the class is
}

// Entry is one setting of a bean, fit for any eye.
type Entry struct {
	Path   string // in the class: limits.maxAge
	Key    string // in full, as it was written
	Type   string // as declared
	Shown  string // the value; masked when it is a secret, empty for lists and sections
	Secret bool
	Origin string      // "config/application.yml:3:9", "environment MEDIA_LIMITS_MAXAGE"
	Place  fault.Place // none for what stands in no file
}

// Refused are the diagnostics of what the class itself says against its settings, each at the
// setting that it names.
func (s *Settings) Refused(list []schema.Mismatch) fault.List {
	var found fault.List
	for _, m := range list {
		entry := Entry{Key: s.Prefix, Place: s.Place}
		for _, e := range s.Entries {
			if e.Path == m.Path {
				entry = e
			}
		}
		m.Path = ""
		place := entry.Place
		if place.File == "" {
			place = s.Place
		}
		found = append(found, fault.Diagnostic{
			Code: "config-value", Place: place, Message: entry.Key + ": " + m.String(),
			Hint: "mend the value, or the check", Notes: []fault.Note{s.Note},
		})
	}
	return found
}
