package management

import (
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/platform/config"
)

// healthSettings hold how the endpoint health answers.
type healthSettings struct {
	show       health.Show
	timeout    time.Duration
	order      []string
	codes      map[string]int
	groups     []health.Group
	probes     bool     // there are the groups liveness and readiness
	additional bool     // they are at /livez and /readyz, too
	off        []string // built-in indicators that are not asked
	freeBytes  int64    // below which the disk is full
	expiring   time.Duration
}

func readHealth(r *config.Reader) healthSettings {
	own, builtIn := r.Under("endpoint.health"), r.Under("health")
	s := healthSettings{
		show:       health.Show(own.String("show-details")),
		timeout:    own.Duration("timeout"),
		order:      own.Strings("status.order"),
		additional: own.Bool("probes.add-additional-paths"),
		probes:     own.Bool("probes.enabled"),
		freeBytes:  builtIn.Size("diskSpace.threshold"),
		expiring:   builtIn.Duration("certificates.threshold"),
		codes:      map[string]int{},
	}
	s.probes = s.probes || s.additional
	for _, name := range own.Names("status.http-mapping") {
		s.codes[name] = own.Named("status.http-mapping", name).Int("")
	}
	for _, name := range own.Names("groups") {
		s.groups = append(s.groups, readGroup(own, name, s.show))
	}
	for _, name := range config.HealthIndicators() {
		if !builtIn.Bool(name + ".enabled") {
			s.off = append(s.off, name)
		}
	}
	return s
}

// readGroup reads a group: a list of components, or a section.
func readGroup(r *config.Reader, name string, show health.Show) health.Group {
	g := health.Group{Name: name}
	if strings.ContainsAny(name, "/?#") || name == "" {
		r.Reject("groups."+name, "is not a name that a path can end with", "use letters, digits and dashes")
		return g
	}
	own := r.Named("groups", name)
	if own.Has("include") || own.Has("show-details") {
		for _, one := range own.Names("") {
			if !slices.Contains([]string{"include", "show-details"}, one) {
				own.Reject(one, "is not a setting of a group", "a group has include and show-details")
			}
		}
		g.Include, g.Show = own.Strings("include"), health.Show(own.String("show-details", string(show)))
	} else {
		g.Include = own.Strings("")
	}
	if len(g.Include) == 0 {
		own.Reject("", "has no components", "write "+name+": [ping, db], or "+name+": \"*\"")
	}
	return g
}

// hasGroup reports whether the configuration describes a group.
func (s *healthSettings) hasGroup(name string) bool {
	return slices.ContainsFunc(s.groups, func(g health.Group) bool { return g.Name == name })
}

// allGroups returns the groups of the configuration, and those that platforms ask.
func (s *healthSettings) allGroups() []health.Group {
	groups := slices.Clone(s.groups)
	if s.probes {
		for _, probe := range health.Probes() {
			if !s.hasGroup(probe.Name) {
				groups = append(groups, probe)
			}
		}
	}
	return groups
}

// isOn reports whether a built-in indicator is asked.
func (s *healthSettings) isOn(name string) bool { return !slices.Contains(s.off, name) }

// infoSettings hold what is in the answer of the endpoint info.
type infoSettings struct {
	sections []string       // built-in ones that are on
	values   map[string]any // of the configuration's own section info
}

func readInfo(r *config.Reader) infoSettings {
	s := infoSettings{}
	for _, name := range config.InfoSections() {
		if r.Bool("management.info." + name + ".enabled") {
			s.sections = append(s.sections, name)
		}
	}
	if section, ok := r.Value("info"); ok && section.Kind() == config.Map {
		s.values, _ = shownValue(section).(map[string]any)
	}
	return s
}

// shownValue returns a value of the configuration with its secrets masked.
func shownValue(v config.Value) any {
	switch v.Kind() {
	case config.Map:
		fields := map[string]any{}
		for _, f := range v.Fields() {
			fields[f.Name] = shownValue(f.Value)
		}
		return fields
	case config.List:
		items := []any{}
		for _, item := range v.Items() {
			items = append(items, shownValue(item))
		}
		return items
	}
	if text, isText := v.Any().(string); v.Secret() || isText && text != v.Shown() {
		return v.Shown()
	}
	return v.Any()
}
