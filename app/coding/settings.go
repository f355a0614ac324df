package coding

import (
	"context"

	"github.com/fwrun/fwrun/app"
)

const settingsInput = `{"type":"object","properties":{"filter":{"type":"string","description":"a part of a key or of its meaning; ` +
	`also finds what is not set"},"limit":{"type":"integer","minimum":1,"maximum":500,"default":60}},"additionalProperties":false}`

// setting is a key of the configuration as data.
type setting struct {
	Key     string `json:"key"`
	Value   any    `json:"value,omitempty"`
	Origin  string `json:"origin,omitempty"` // none if it is not set
	Default string `json:"default,omitempty"`
	Meaning string `json:"meaning,omitempty"`
	Type    string `json:"type,omitempty"`
	Restart bool   `json:"restart,omitempty"` // a change takes a restart
}

func (p *project) settings(_ context.Context, a filtering) (any, error) {
	all, err := app.Settings(p.silent)
	if err != nil {
		return nil, err
	}
	list := []setting{}
	for _, s := range all {
		if a.Filter == "" && s.Origin == "" || !has(a.Filter, s.Key, s.Meaning) {
			continue
		}
		list = append(list, setting(s))
	}
	shown, left := some(list, a.Limit, 60)
	out := map[string]any{"settings": shown}
	put(out, "leftOff", left)
	return out, nil
}
