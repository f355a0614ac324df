package mcp

import (
	"context"
	"log/slog"
	"time"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/trace"
	"github.com/fwrun/fwrun/security"
)

// Settings say how the server presents itself, and what it limits. The zero value is valid.
type Settings struct {
	Name, Title, Version string // of the server, shown to clients
	Instructions         string // text for clients; not sent if empty

	AllowedOrigins []string      // exact origins whose pages may send requests
	AllowedHosts   []string      // names by which the server may be called, * for any; those of this machine if empty
	MaxBodyBytes   int           // larger messages get 413; 1 MiB
	JSON           schema.Limits // of messages, except for their depth; more values get 413
	MaxResultBytes int           // a larger result is an error of the tool; 1 MiB
	ToolTimeout    time.Duration // of tools that state none; 0 for no timeout

	ParseTexts bool // a text is read as JSON where a tool takes no text: some models write objects like that

	ReadOnly bool     // only tools that read are offered
	Toolsets []string // only tools of these sets, and tools without a set, are offered; all if empty
	Modern   bool     // the protocol 2026-07-28 is offered, too

	Rules         *security.Rules // of the paths of endpoints; nil if there are none
	ListForbidden bool            // tools that a caller may not call are listed, and their calls denied; otherwise they are unknown

	OAuth *ProtectedResource // nil if no protection is announced

	Clock clock.Clock // by which the rates of tools pass; the machine's if nil

	Tracer  *trace.Tracer                                  // chooses the calls whose traces are recorded; may be nil
	Observe func(tool, outcome string, took time.Duration) // called after every call of a tool; may be nil
	Log     *slog.Logger                                   // slog.Default() if nil

	Operation func(o Operation) // called after every request that was answered; may be nil

	// Called is called after every call of a tool with what was asked and answered, which may be secret. It must not block; it may be nil.
	Called func(ctx context.Context, t ToolCall)
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

// limits returns those of arguments.
func (s *Settings) limits() schema.Limits {
	limits := s.JSON
	limits.Depth = jsonrpc.MaxDepth
	return limits
}

// The supported versions of the protocol, the latest first, and the one that works without an initialization.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26"}

const modernVersion = "2026-07-28"
