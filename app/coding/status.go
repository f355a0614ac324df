package coding

import (
	"context"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// state is what status tells.
type state struct {
	Folder   string   `json:"folder"`
	Running  bool     `json:"running"`
	URL      string   `json:"url,omitempty"`
	Profiles []string `json:"profiles,omitempty"`
	Routes   int      `json:"routes"`
	Beans    int      `json:"beans"`
	Problem  string   `json:"problem,omitempty"` // why it does not run, or runs as it was before the last change
	Warnings int      `json:"warnings"`
}

func (p *project) status(ctx context.Context, _ struct{}) (any, error) {
	running, err := p.Running(ctx)
	s := state{Folder: p.App.Folder, Problem: problem(err)}
	if running != nil {
		serving := running.Serving()
		m := serving.Manifest()
		s.Running, s.URL, s.Profiles = true, running.URL(), serving.Profiles()
		s.Routes, s.Beans, s.Warnings = len(m.Routes), 0, len(serving.Warnings())
		for _, b := range m.Beans {
			if b.Stereotype != manifest.Supplied {
				s.Beans++
			}
		}
	}
	return s, nil
}

// problem says what is wrong, in a few lines.
func problem(err error) string {
	if err == nil {
		return ""
	}
	return fault.Text(err) + "; call check for places and hints"
}
