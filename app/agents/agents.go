package agents

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/host/cors"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/platform/trace"
	"github.com/fwrun/fwrun/security"
)

// Settings say where and how the application is offered to agents.
type Settings struct {
	Manifest manifest.Agents
	Server   mcp.Settings // without what observes it
}

// Read reads the section framework.mcp of an application in a folder. What is asked in JSON is bound by the rules of the server.
func Read(r *config.Reader, application, contextPath string, rules schema.Limits) Settings {
	own := r.Under("framework.mcp")
	path, err := host.ContextPath(own.String("path"))
	if err != nil || path == "" {
		r.Reject("framework.mcp.path", "is not a valid path for an endpoint", "for example framework.mcp.path: /mcp")
	}
	name := r.String("framework.application.name")
	return Settings{
		Manifest: manifest.Agents{Path: path, InlineRefs: own.Bool("inlineRefs"), Closed: rules.RefuseUnknown},
		Server: mcp.Settings{
			JSON:           rules,
			Name:           cmp.Or(own.String("serverName"), name, filepath.Base(application)),
			Title:          own.String("serverTitle"),
			Version:        cmp.Or(r.String("framework.application.version"), "0.0.0"),
			Instructions:   own.String("instructions"),
			AllowedOrigins: own.Strings("allowedOrigins"),
			AllowedHosts:   own.Strings("allowedHosts"),
			MaxBodyBytes:   int(own.Size("maxBodyBytes")),
			MaxResultBytes: int(own.Size("maxResultBytes")),
			ToolTimeout:    own.Duration("toolTimeout"),
			ParseTexts:     own.Bool("parseTexts"),
			ReadOnly:       own.Bool("readOnly"),
			Toolsets:       own.Strings("toolsets"),
			Modern:         own.Bool("modern"),
			ListForbidden:  own.Bool("listForbidden"),
			OAuth:          readProtectedResource(r, contextPath+path),
		},
	}
}

// readProtectedResource reads how clients obtain a token. The resource's URL must be configured: the name by
// which a client calls the server does not prove what the server is called.
func readProtectedResource(r *config.Reader, path string) *mcp.ProtectedResource {
	own := r.Under("framework.mcp.oauth")
	resource, servers := own.String("resource"), own.Strings("authorizationServers")
	if resource == "" && len(servers) == 0 {
		return nil
	}
	own.Require("resource", "authorizationServers")
	if resource == "" {
		return nil
	}
	parsed, err := url.Parse(resource)
	if err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.Fragment != "" {
		own.Reject("resource", "must be the URL by which clients call the MCP endpoint", "for example resource: https://api.example.com/mcp")
		return nil
	}
	metadata := *parsed
	metadata.Path, metadata.RawPath, metadata.RawQuery = mcp.WellKnown(path), "", ""
	return &mcp.ProtectedResource{
		Resource: resource, AuthorizationServers: servers, Scopes: own.Strings("scopes"), Methods: []string{"header"},
		Name: own.String("resourceName"), Documentation: own.String("documentation"), Metadata: metadata.String(),
	}
}

// Observers are what sees the calls of agents.
type Observers struct {
	Log     *slog.Logger
	Metrics *telemetry.Metrics
	Tracer  *trace.Tracer
	Called  func(context.Context, mcp.ToolCall) // may be nil
}

// Place is where the server of an application listens.
type Place struct {
	Address     string
	Unix        bool // the address is a file
	ContextPath string
}

// Mounts returns the MCP endpoint of an application that has tools, resources or prompts. allNames reports that it accepts every host name.
func (s Settings) Mounts(of mcp.Application, at Place, rules *security.Rules, by Observers) (mounts []host.Mount, allNames bool, err error) {
	own := s.Server
	own.Log, own.Observe, own.Tracer, own.Called, own.Rules = by.Log, by.Metrics.Tool, by.Tracer, by.Called, rules
	own.Operation = func(o mcp.Operation) { by.Metrics.AgentRequest(telemetry.AgentRequest(o)) }
	allNames = at.openToNames(&own)
	server, err := mcp.New(of, own)
	if err != nil {
		return nil, false, err
	}
	mounts = []host.Mount{{
		Path: s.Manifest.Path, Refuse: mcp.Refuse,
		Answer: func(call *host.Call) { server.Serve(call) },
		Finish: func(call *host.Call) { server.Finish(call) },
	}}
	if own.OAuth != nil {
		for _, path := range []string{mcp.WellKnown(at.ContextPath + s.Manifest.Path), mcp.WellKnown("")} {
			mounts = append(mounts, host.Mount{Path: path, Outside: true, Answer: func(call *host.Call) { server.ServeMetadata(call) }})
		}
	}
	return mounts, allNames, nil
}

// openToNames accepts any Host name on a server that listens to other machines, unless names are configured:
// clients use names that the server does not know. It reports whether a web page could exploit that: it
// cannot reach a socket in the file system.
func (at Place) openToNames(own *mcp.Settings) bool {
	if len(own.AllowedHosts) > 0 || !at.Unix && host.IsLoopback(at.Address) {
		return false
	}
	own.AllowedHosts = []string{"*"}
	return !at.Unix
}

// AllNames warns that the endpoint accepts every host name.
func AllNames(place fault.Place) fault.Diagnostic {
	return fault.Diagnostic{
		Severity: fault.Warning, Code: "mcp-hosts", Place: place,
		Message: "the MCP endpoint accepts every host name, because the server can be reached from other machines and its names are not configured",
		Why:     "a web page could make its own host name point to this machine, and call the endpoint from the browser of a visitor",
		Hint:    "list the host names that clients use in framework.mcp.allowedHosts: [api.example.com], or write \"*\" to accept all",
	}
}

// Rule lets pages of the allowed origins use the endpoint, unless a configured rule of CORS applies to it; nil if there are none.
func (s Settings) Rule() *cors.Rule {
	rule := &cors.Rule{Path: s.Manifest.Path, Methods: []string{http.MethodPost}, MaxAge: 30 * time.Minute, Exposed: []string{"WWW-Authenticate"}}
	for _, origin := range s.Server.AllowedOrigins {
		rule.Origins = append(rule.Origins, strings.TrimSuffix(origin, "/"))
	}
	if len(rule.Origins) == 0 {
		return nil
	}
	return rule
}
