package mcp

import (
	"log/slog"
	"time"
)

// Settings say how the server presents itself, and what it bounds. The zero value works.
type Settings struct {
	Name, Title, Version string // of the server, told to clients
	Instructions         string // text for clients; none is sent when empty

	AllowedOrigins []string      // exact origins whose pages may send requests
	AllowedHosts   []string      // names that the server may be called by, * for any; those of this machine when empty
	MaxBodyBytes   int           // larger messages get 413; 1 MiB
	MaxResultBytes int           // a larger result is an error of the tool; 1 MiB
	ToolTimeout    time.Duration // of tools that state none; none when 0

	ReadOnly bool     // only tools that read are there
	Toolsets []string // only tools of these are there, and those of none; all when empty
	Modern   bool     // the protocol 2026-07-28 is offered too

	OAuth *ProtectedResource // nil when the server is not told of as protected

	Observe func(tool, outcome string, took time.Duration) // hears of every call of a tool; may be nil
	Log     *slog.Logger                                   // slog.Default() when nil
}

const (
	defaultMaxBody   = 1 << 20
	defaultMaxResult = 1 << 20
)

func (s *Settings) fill() {
	if s.MaxBodyBytes <= 0 {
		s.MaxBodyBytes = defaultMaxBody
	}
	if s.MaxResultBytes <= 0 {
		s.MaxResultBytes = defaultMaxResult
	}
	if s.Log == nil {
		s.Log = slog.Default()
	}
	if len(s.AllowedHosts) == 0 {
		s.AllowedHosts = []string{"localhost", "127.0.0.1", "[::1]"}
	}
}

// The versions of the protocol that are spoken, the latest first, and the one that works without
// an initialisation.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26"}

const modernVersion = "2026-07-28"
