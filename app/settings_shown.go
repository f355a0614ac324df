package app

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/platform/config"
)

// Setting is a key of the configuration, with its value as it may be shown.
type Setting struct {
	Key     string
	Value   any    // nil, string, int64, float64 or bool; masked if it is a secret
	Origin  string // "config/application.yml:3:9", "environment SERVER_PORT"; empty for a default
	Default string // of a key of the framework
	Meaning string // likewise
	Type    string // likewise
	Restart bool   // a change takes a restart
}

// Settings lists the keys that are set, and those of the framework that are not, by name. What is wrong with the configuration
// does not matter, as far as it can be read.
func Settings(options Options) ([]Setting, error) {
	folder, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder, options.offline = folder, true
	props, _ := loadProperties(options, &generation{})
	list := documentedSettings()
	for _, source := range slices.Backward(props.Sources()) {
		for _, p := range source.Properties {
			list.set(source.Kind, p)
		}
	}
	slices.SortFunc(list, func(a, b Setting) int { return strings.Compare(a.Key, b.Key) })
	return list, nil
}

// settingList is a list of settings under construction, whose values are those of the sources so far.
type settingList []Setting

func documentedSettings() settingList {
	var list settingList
	for _, key := range config.Keys() {
		list = append(list, Setting{
			Key: key.Name, Default: key.Standard(), Meaning: key.Meaning(), Type: string(key.Type), Restart: key.Effect == config.OnRestart,
		})
	}
	return list
}

// set sets what a source says. A variable of the environment counts if it spells a key.
func (l *settingList) set(kind config.OriginKind, p config.Shown) {
	if kind == config.FromDefault {
		return
	}
	same := config.SameKey
	if kind == config.FromEnvironment {
		same = config.SpellsKey
	}
	i := slices.IndexFunc(*l, func(s Setting) bool { return same(p.Key, s.Key) })
	if i < 0 {
		if kind == config.FromEnvironment {
			return
		}
		*l = append(*l, Setting{Key: p.Key})
		i = len(*l) - 1
	}
	(*l)[i].Value, (*l)[i].Origin = p.Value, p.Origin.String()
}
