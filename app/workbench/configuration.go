package workbench

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/config"
)

// property is one key of the configuration. A value that looks secret is masked.
type property struct {
	Key     string `json:"key"`
	Value   any    `json:"value"`
	Set     bool   `json:"set"`    // somewhere but in the defaults
	Origin  string `json:"origin"` // default, not set, flag --port, environment SERVER_PORT, config/application.yml:3:9
	Place   string `json:"place,omitempty"`
	Default string `json:"default,omitempty"`
	Type    string `json:"type,omitempty"`
	Meaning string `json:"meaning,omitempty"`
	Restart bool   `json:"restart,omitempty"` // a change takes effect when the process is started again
	Own     bool   `json:"own,omitempty"`     // it is the application's
}

// configuration lists what is set, and then what could be.
func (p *Parts) configuration(*http.Request) (any, error) {
	known := documented(p.Application.Manifest())
	list, seen := []property{}, map[string]bool{}
	for _, v := range p.Properties.All() {
		one := property{Key: v.Key, Value: v.Harmless(), Set: v.Origin.Kind != config.FromDefault, Origin: v.Origin.String()}
		if !one.Set && v.Kind() != config.List {
			one.Value = v.Any() // a documented default is no secret
		}
		if v.Kind() == config.List {
			one.Value = []any{}
		}
		if v.Origin.Kind == config.FromFile {
			one.Place = v.Origin.Place.String()
		}
		if key, found := known.find(v.Key); found {
			one.explain(key)
			seen[key.pattern] = true
		} else {
			one.Own = true
		}
		list = append(list, one)
	}
	for _, key := range known.list {
		if !seen[key.pattern] {
			one := property{Key: key.name, Origin: "not set"}
			one.explain(key)
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(a, b property) int { return cmp.Compare(rank(a), rank(b)) })
	return map[string]any{"properties": list, "profiles": p.Properties.Profiles()}, nil
}

// rank orders what is set before defaults, and those before what could be set.
func rank(p property) int {
	switch {
	case p.Set:
		return 0
	case p.Origin == "not set":
		return 2
	default:
		return 1
	}
}

func (p *property) explain(k known) {
	p.Default, p.Type, p.Meaning, p.Restart, p.Own = k.standard, k.kind, k.meaning, k.restart, k.own
}

// known is a key that something is said about.
type known struct {
	name, pattern string
	kind          string
	standard      string
	meaning       string
	restart, own  bool
}

// knownKeys finds keys by their patterns.
type knownKeys struct {
	list  []known
	exact map[string]int // of those without an asterisk
}

// documented returns the keys of fwrun, and those of classes with @ConfigurationProperties.
func documented(m *manifest.Manifest) *knownKeys {
	k := &knownKeys{exact: map[string]int{}}
	for _, key := range config.Keys() {
		k.add(known{name: key.Name, kind: string(key.Type), standard: key.Standard(), meaning: key.Meaning(), restart: key.Effect == config.OnRestart})
	}
	for _, s := range m.Settings {
		for _, f := range s.Fields {
			one := known{name: s.Prefix + "." + f.JSON, meaning: f.Doc, own: true}
			if f.Type != nil {
				one.kind = f.Type.Name
			}
			one.meaning = strings.TrimSpace(one.meaning + " (" + s.Class.Name + ")")
			k.add(one)
		}
	}
	return k
}

func (k *knownKeys) add(one known) {
	one.pattern = folded(one.name)
	if !strings.Contains(one.pattern, "*") {
		k.exact[one.pattern] = len(k.list)
	}
	k.list = append(k.list, one)
}

// find returns what is known of a key, or of the innermost section that it belongs to.
func (k *knownKeys) find(key string) (known, bool) {
	for path := folded(key); path != ""; {
		if i, found := k.exact[path]; found {
			return k.list[i], true
		}
		for _, one := range k.list {
			if strings.Contains(one.pattern, "*") && fits(one.pattern, path) {
				return one, true
			}
		}
		end := strings.LastIndexByte(path, '.')
		path = path[:max(end, 0)]
	}
	return known{}, false
}

// folded returns a key in the form in which it is compared: without dashes, without the numbers of lists, in lower case.
func folded(key string) string {
	var b strings.Builder
	inside := false
	for _, r := range key {
		switch {
		case r == '[':
			inside = true
			b.WriteString("[]")
		case r == ']':
			inside = false
		case inside, r == '-', r == '_':
		default:
			b.WriteRune(r)
		}
	}
	return strings.ToLower(b.String())
}

// fits reports whether a path has the names of a pattern, where * is any.
func fits(pattern, path string) bool {
	a, b := strings.Split(pattern, "."), strings.Split(path, ".")
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != "*" && a[i] != b[i] {
			return false
		}
	}
	return true
}
