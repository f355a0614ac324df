package logging

import (
	"cmp"
	"errors"
	"log/slog"
	"maps"
	"slices"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// Group is several loggers whose level is set by one name.
type Group struct {
	Name    string
	Members []string    // names of loggers
	Own     *slog.Level // what it was set to; nil if its members are left to themselves
}

// predefined returns the groups that Spring Boot has, too. A configuration may replace them.
func predefined() map[string][]string {
	return map[string][]string{"web": {HTTP, MCP}, "sql": {SQL}}
}

// groups returns all groups by folded name.
func (s Settings) groups() map[string]Group {
	all := map[string]Group{}
	for _, from := range []map[string][]string{predefined(), s.Groups} {
		for name, members := range from {
			all[fold(name)] = Group{Name: name, Members: members}
		}
	}
	maps.DeleteFunc(all, func(_ string, g Group) bool { return len(g.Members) == 0 })
	return all
}

// setMembers gives the level of each group to those of its members that have none of their own. In several groups, a member has the
// most verbose of their levels.
func (t *table) setMembers() {
	of := map[string]entry{}
	for folded, group := range t.groups {
		level, set := t.configured[folded]
		if !set {
			continue
		}
		for _, member := range group.Members {
			if before, has := of[fold(member)]; !has || level.level < before.level {
				of[fold(member)] = entry{name: member, level: level.level, byGroup: true}
			}
		}
	}
	for folded, e := range of {
		if _, own := t.configured[folded]; !own {
			t.configured[folded] = e
		}
	}
}

// named returns the names that a level set for a name concerns: its own and, if it is a group, those of the members.
func (t table) named(name string) []string {
	return append([]string{name}, t.groups[fold(name)].Members...)
}

// Groups returns the groups, sorted by name.
func (l *Levels) Groups() []Group {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := make([]Group, 0, len(l.table.groups))
	for folded, group := range l.table.groups {
		if e, ok := l.table.own(folded); ok {
			group.Own = &e.level
		}
		list = append(list, group)
	}
	slices.SortFunc(list, func(a, b Group) int { return cmp.Compare(fold(a.Name), fold(b.Name)) })
	return list
}

const groupKey = "logging.group"

// readGroups reads a section of groups. Names may be nested, or contain dots.
func (s *Settings) readGroups(r *config.Reader, above string, section config.Value) {
	for _, field := range section.Fields() {
		name := field.Name
		if above != "" {
			name = above + "." + name
		}
		switch {
		case field.Value.Kind() == config.Map:
			s.readGroups(r, name, field.Value)
		case fold(name) == Root || isOwn(name):
			r.Reject(field.Value.Key, "names a group as a logger of fwrun is called", "choose another name")
		case checkName(r, field.Value.Key, "group", name):
			s.Groups[name] = readMembers(r, field.Value.Key)
		}
	}
}

func readMembers(r *config.Reader, key string) (members []string) {
	for _, member := range r.Strings(key) {
		if !checkName(r, key, "logger", member) {
			continue
		}
		if fold(member) == Root {
			member = Root
		}
		members = append(members, member)
	}
	return members
}

// checkName reports whether a name is valid, and a problem to the reader if it is not.
func checkName(r *config.Reader, key, what, name string) bool {
	err := CheckName(name)
	if err == nil {
		return true
	}
	wrong, _ := errors.AsType[*fault.Error](err)
	r.Reject(key, "does not name a "+what+": "+wrong.Public, wrong.Hint)
	return false
}
