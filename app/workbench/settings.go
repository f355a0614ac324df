package workbench

import (
	"net/http"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// Settings say whether there is the developer's page.
type Settings struct {
	Enabled bool
	Local   bool // in development: clients of this machine need not say who they are

	never bool // not in development either
}

// Read reads the section devtools. The page shows everything, so that in production somebody has to prove who he is.
func Read(r *config.Reader, dev bool) Settings {
	own := r.Under("devtools")
	s := Settings{Enabled: own.Bool("enabled", dev), Local: dev}
	s.never = !s.Enabled && own.Has("enabled")
	if s.Enabled && !dev && !r.Has("management.auth.password") && !r.Has("management.auth.token") {
		own.Reject("enabled", "turns on the console, which can see and do everything, without asking who uses it",
			"set management.auth, or leave the console to development: fwrun <folder> --dev")
	}
	return s
}

// Hidden warns of routes that no request reaches where the page is.
func (s Settings) Hidden(m *manifest.Manifest) (found fault.List) {
	if s.never {
		return nil
	}
	for _, r := range m.Routes {
		if r.Path != devtools.Path && !strings.HasPrefix(r.Path, devtools.Path+"/") {
			continue
		}
		d := fault.Spot{Place: r.Place, Length: r.Width}.Problem("devtools-path",
			"%s is mapped to %s, where the console answers", m.Handlers[r.Handler].Name, r.Path)
		d.Severity = fault.Warning
		found = append(found, fault.Explain(d, "the console has all paths below "+devtools.Path+": in development, and wherever devtools.enabled is true",
			"give the route another path, or set devtools.enabled: false in config/application.yml"))
	}
	return found
}

// Mount returns what serves the page of an application. Nothing is made of it before somebody opens it.
func Mount(parts func() *Parts) host.Mount {
	made := sync.OnceValue(func() http.Handler { return parts().handler() })
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { made().ServeHTTP(w, r) })
	return host.Mount{
		Path: devtools.Path, Below: true, Outside: true, Private: true, Quiet: true, About: "console", Methods: []string{http.MethodGet},
		Answer: func(call *host.Call) { call.ServeHTTP(handler, devtools.MaxBody) },
	}
}
