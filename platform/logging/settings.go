package logging

import (
	"log/slog"
	"maps"
	"slices"

	"github.com/fwrun/fwrun/platform/config"
)

// Settings says what to log and how. The zero value logs from info on, as JSON.
type Settings struct {
	Root   slog.Level            // the level of all names without another one
	Levels map[string]slog.Level // by name of a logger or a group
	Groups map[string][]string   // names of loggers by name of their group; those of Spring Boot are there anyway
	Format string                // Pretty or JSON; empty for the default of the destination
}

// The formats.
const (
	Pretty = "pretty"
	JSON   = "json"
)

// Equal reports whether two settings are the same.
func (s Settings) Equal(other Settings) bool {
	return s.Root == other.Root && s.Format == other.Format && maps.Equal(s.Levels, other.Levels) &&
		maps.EqualFunc(s.Groups, other.Groups, slices.Equal)
}

// AtLeast returns the settings with no level below the given one.
func (s Settings) AtLeast(level slog.Level) Settings {
	raised := Settings{Root: max(s.Root, level), Levels: map[string]slog.Level{}, Groups: s.Groups, Format: s.Format}
	for name, own := range s.Levels {
		raised.Levels[name] = max(own, level)
	}
	return raised
}

func (s Settings) table() table {
	t := table{configured: map[string]entry{}, groups: s.groups()}
	for name, level := range s.Levels {
		t.configured[fold(name)] = entry{name: name, level: level}
	}
	t.setMembers()
	if _, given := t.configured[Root]; !given {
		t.configured[Root] = entry{name: Root, level: s.Root}
	}
	return t
}

const levelKey = "logging.level"

// ReadSettings reads logging.format, logging.group, and logging.level, which is one level for everything or a section of
// levels by name. Problems are reported to the reader.
func ReadSettings(props *config.Properties, r *config.Reader) Settings {
	s := Settings{Format: r.String("logging.format"), Levels: map[string]slog.Level{}, Groups: map[string][]string{}}
	if groups, ok := props.Lookup(groupKey); ok && len(r.Names(groupKey)) > 0 {
		s.readGroups(r, "", groups)
	}
	v, _ := props.Lookup(levelKey)
	if v.Kind() != config.Map {
		s.Root = readLevel(r, levelKey)
		return s
	}
	s.readLevels(r, "", v)
	if root, ok := s.Levels[Root]; ok {
		s.Root = root
		delete(s.Levels, Root)
	}
	return s
}

// readLevels reads a section of levels. Names may be nested, or contain dots.
func (s *Settings) readLevels(r *config.Reader, above string, section config.Value) {
	for _, field := range section.Fields() {
		name := field.Name
		if above != "" {
			name = above + "." + name
		}
		if field.Value.Kind() == config.Map {
			s.readLevels(r, name, field.Value)
			continue
		}
		if !checkName(r, field.Value.Key, "logger", name) {
			continue
		}
		if fold(name) == Root {
			name = Root
		}
		s.Levels[name] = readLevel(r, field.Value.Key)
	}
}

func readLevel(r *config.Reader, key string) slog.Level {
	level, _ := ParseLevel(r.String(key))
	return level
}
