package app

import (
	"cmp"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/host/cors"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/telemetry"
)

// agentSettings holds where and how the application is offered to agents.
type agentSettings struct {
	manifest manifest.Agents
	server   mcp.Settings
}

func readAgents(r *config.Reader, folder, contextPath string) agentSettings {
	own := r.Under("framework.mcp")
	path, err := host.ContextPath(own.String("path"))
	if err != nil || path == "" {
		r.Reject("framework.mcp.path", "is not a valid path for an endpoint", "for example framework.mcp.path: /mcp")
	}
	name := r.String("framework.application.name")
	return agentSettings{
		manifest: manifest.Agents{Path: path, InlineRefs: own.Bool("inlineRefs")},
		server: mcp.Settings{
			Name:           cmp.Or(own.String("serverName"), name, filepath.Base(folder)),
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

// offer mounts the MCP endpoint if the application has tools, resources or prompts.
func (g *generation) offer() error {
	m := g.engine.Manifest()
	if !m.HasAgents() {
		return nil
	}
	own := g.settings.agents.server
	own.Log, own.Observe, own.Tracer = g.observe.Logs.Logger(logging.MCP), g.observe.Metrics.Tool, g.observe.Tracer()
	own.Operation = func(o mcp.Operation) { g.observe.Metrics.AgentRequest(telemetry.AgentRequest(o)) }
	own.Told = g.stories.CalledTool()
	own.Rules = g.settings.security.Rules()
	g.openToNames(&own)
	server, err := mcp.New(g.engine, own)
	if err != nil {
		return err
	}
	path := g.settings.agents.manifest.Path
	mounts := &g.settings.host.Policies.Mounts
	*mounts = append(*mounts, host.Mount{
		Path: path, Refuse: mcp.Refuse,
		Answer: func(call *host.Call) { server.Serve(call) },
		Finish: func(call *host.Call) { server.Finish(call) },
	})
	if own.OAuth != nil {
		for _, at := range []string{mcp.WellKnown(g.settings.host.ContextPath + path), mcp.WellKnown("")} {
			*mounts = append(*mounts, host.Mount{Path: at, Outside: true, Answer: func(call *host.Call) { server.ServeMetadata(call) }})
		}
	}
	return nil
}

// openToNames accepts any Host name on a server that listens to other machines, unless names are configured:
// clients use names that the server does not know. It logs this, since a web page could exploit it. A web
// page cannot reach a socket in the file system.
func (g *generation) openToNames(own *mcp.Settings) {
	e := g.settings.endpoint
	if len(own.AllowedHosts) > 0 || !e.Unix && host.IsLoopback(e.Address) {
		return
	}
	own.AllowedHosts = []string{"*"}
	if e.Unix {
		return
	}
	g.warnings = append(g.warnings, fault.Diagnostic{
		Severity: fault.Warning, Code: "mcp-hosts", Place: g.props.Place("server.address"),
		Message: "the MCP endpoint accepts every host name, because the server can be reached from other machines and its names are not configured",
		Why:     "a web page could make its own host name point to this machine, and call the endpoint from the browser of a visitor",
		Hint:    "list the host names that clients use in framework.mcp.allowedHosts: [api.example.com], or write \"*\" to accept all",
	})
}

// rule lets pages of the allowed origins use the endpoint, unless a configured rule of CORS applies to it.
func (a agentSettings) rule() (rule cors.Rule, has bool) {
	rule = cors.Rule{Path: a.manifest.Path, Methods: []string{http.MethodPost}, MaxAge: 30 * time.Minute, Exposed: []string{"WWW-Authenticate"}}
	for _, origin := range a.server.AllowedOrigins {
		rule.Origins = append(rule.Origins, strings.TrimSuffix(origin, "/"))
	}
	return rule, len(rule.Origins) > 0
}
