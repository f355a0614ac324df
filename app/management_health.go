package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
)

// healthChecks makes the health indicators of this generation: built-in ones for what the application has, those of its beans, and
// those that platforms ask. A bean takes the place of a built-in one of the same name.
func (g *generation) healthChecks() *health.Checks {
	s := &g.settings.management.health
	var list []health.Indicator
	for i, one := range g.engine.Manifest().HealthIndicators {
		list = append(list, health.Indicator{Name: one.Name, Check: func(ctx context.Context) (health.Health, error) { return g.askBean(ctx, i) }})
	}
	others := g.builtInIndicators()
	if s.probes {
		others = append(others, g.available.Indicators()...)
	}
	for _, one := range others {
		isTaken := slices.ContainsFunc(list, func(own health.Indicator) bool { return own.Name == one.Name })
		if !isTaken && s.isOn(one.Name) {
			list = append(list, one)
		}
	}
	return health.New(list, health.Settings{
		Show: s.show, Order: s.order, Codes: s.codes, Timeout: s.timeout, Groups: s.allGroups(),
		Describe: describeFailure, Changed: g.healthChanged,
	})
}

// askBean asks a health indicator of the application.
func (g *generation) askBean(ctx context.Context, index int) (health.Health, error) {
	deadline, _ := ctx.Deadline()
	report, err := g.engine.RunHealth(ctx, deadline, index)
	if err != nil {
		return health.Health{}, g.inTime(err)
	}
	h := health.Of(report.Status)
	if report.Details != nil {
		h.Details, err = health.DetailsOf(withoutPasswords(report.Details))
	}
	return h, err
}

// withoutPasswords masks the passwords of URLs in JSON that a bean has written: they come with the texts of errors.
func withoutPasswords(text []byte) []byte { return []byte(config.Mask("", string(text))) }

// inTime says of an error that a bean has not answered in time, if that is what it is.
func (g *generation) inTime(err error) error {
	if errors.Is(err, vm.ErrHandlerTimeout) {
		return fault.New("app.askBean", fault.Timeout, fmt.Sprintf("no answer within %s", g.settings.management.health.timeout))
	}
	return err
}

// describeFailure returns what clients who see details are shown of an error. Secrets in it are masked.
func describeFailure(err error) string {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.Timeout {
		return config.Harmless("", f.Public)
	}
	return config.Harmless("", fault.Text(err))
}

// healthChanged logs that a component is well no more, or again.
func (g *generation) healthChanged(name string, _, now health.Health) {
	attrs := []any{"component", name, "status", now.Status}
	for _, d := range now.Details {
		if d.Name == "error" {
			attrs = append(attrs, "error", d.Value)
		}
	}
	switch {
	case name == health.ReadinessState: // it follows the life of the process
	case now.Status == health.Up:
		g.log.Info("a component is well again", attrs...)
	default:
		g.log.Warn("a component is not well", attrs...)
	}
}

// forOwner replaces the endpoint health by one that shows everything, for the owner of the process.
func (g *generation) forOwner(list []actuator.Endpoint) []actuator.Endpoint {
	list = slices.Clone(list)
	for i := range list {
		if list[i].ID == "health" {
			list[i] = g.checks.Showing(health.Always).Endpoint()
		}
	}
	return list
}

// The paths of probes on the application's own port.
const (
	livePath  = "/livez"
	readyPath = "/readyz"
)

// offersProbes reports whether probes are served on the application's own port.
func (s *managementSettings) offersProbes() bool {
	return s.enabled && s.endpoints["health"].enabled && s.health.additional
}

// offerProbes mounts the probes beside the context path. No interceptor is called, and no worker is needed, so they answer while all
// of them are busy.
func (g *generation) offerProbes() error {
	if !g.settings.management.offersProbes() {
		return nil
	}
	probes := []actuator.Endpoint{g.checks.Probe(livePath, health.Liveness), g.checks.Probe(readyPath, health.Readiness)}
	server, err := actuator.New(actuator.Options{Base: "/", Endpoints: probes})
	if err != nil {
		return err
	}
	for _, probe := range probes {
		g.settings.host.Policies.Mounts = append(g.settings.host.Policies.Mounts, host.Mount{
			Path: probe.Path, Outside: true, Answer: func(call *host.Call) { call.ServeHTTP(server, largestRequest) },
		})
	}
	return nil
}

// takenProbes reports routes with the path of a probe: requests would never reach them, or the probe.
func (g *generation) takenProbes(m *manifest.Manifest) (problems fault.List) {
	if !g.settings.management.offersProbes() {
		return nil
	}
	for _, route := range m.Routes {
		if path := g.settings.host.ContextPath + route.Path; path == livePath || path == readyPath {
			d := fault.Spot{Place: route.Place, Length: route.Width}.
				Problem("management-path", "%s is mapped to %s, where a probe answers", m.Handlers[route.Handler].Name, route.Path)
			problems = append(problems, fault.Explain(d, "", "give the route another path, or set management.endpoint.health.probes.add-additional-paths to false"))
		}
	}
	return problems
}

// unknownMembers reports groups with components that do not exist.
func (g *generation) unknownMembers(m *manifest.Manifest) (problems fault.List) {
	names := append(config.HealthIndicators(), health.LivenessState, health.ReadinessState) // those that the application lacks do no harm
	for _, one := range m.HealthIndicators {
		names = append(names, one.Name)
	}
	for _, group := range g.settings.management.health.groups {
		for _, name := range group.Include {
			if name == "*" || slices.Contains(names, name) {
				continue
			}
			place := g.props.Place("management.endpoint.health.groups." + group.Name)
			problems = append(problems, fault.Diagnostic{
				Code: "health-group", Place: place, Source: g.props.Line(place),
				Message: fmt.Sprintf("the health group %s contains %q, but there is no such component", group.Name, name),
				Hint:    fault.DidYouMean("%q", name, names, "components are "+strings.Join(names, ", ")),
			})
		}
	}
	return problems
}

// builtInIndicators returns the built-in indicators for what the application has.
func (g *generation) builtInIndicators() []health.Indicator {
	list := []health.Indicator{
		{Name: "ping", Check: func(context.Context) (health.Health, error) { return health.Of(health.Up), nil }},
		{Name: "diskSpace", Check: g.checkDisk},
	}
	list = appendParts(list, "db", g.databaseIndicators())
	if g.settings.caches.isRemote() {
		list = append(list, health.Indicator{Name: "cache", Check: pinging(g.caches.of, kindOfURL(g.settings.caches.url))})
	}
	if url := g.settings.locks.url; !strings.HasPrefix(url, inMemory) {
		list = append(list, health.Indicator{Name: "locks", Check: pinging(g.locks.of, kindOfURL(url))})
	}
	list = appendParts(list, "queue", g.queueIndicators())
	list = appendParts(list, "opensearch", g.searchIndicators())
	if g.certificates != nil {
		list = append(list, health.Indicator{Name: "certificates", Check: g.checkCertificates})
	}
	return list
}

// appendParts appends an indicator for something that there may be several of: with one, it is that one.
func appendParts(list []health.Indicator, name string, parts []health.Indicator) []health.Indicator {
	switch len(parts) {
	case 0:
		return list
	case 1:
		return append(list, health.Indicator{Name: name, Check: parts[0].Check})
	}
	return append(list, health.Indicator{Name: name, Parts: parts})
}

// kindOfURL returns what a URL leads to, without anything secret.
func kindOfURL(url string) string {
	scheme, _, _ := strings.Cut(url, ":")
	return strings.ToLower(scheme)
}

// pinging returns the check of something that may be asked for a sign of life.
func pinging(of any, kind string) func(context.Context) (health.Health, error) {
	return func(ctx context.Context) (h health.Health, err error) {
		if one, can := of.(interface{ Ping(context.Context) error }); can {
			err = one.Ping(ctx)
		}
		return health.Of(health.Up).With("store", kind), err
	}
}

func (g *generation) databaseIndicators() (list []health.Indicator) {
	for _, name := range g.databases.of.Names() {
		db, _ := g.databases.of.ByName(name)
		product := databaseName(db.Dialect().String())
		list = append(list, health.Indicator{Name: name, Check: func(ctx context.Context) (health.Health, error) {
			return health.Of(health.Up).With("database", product), db.Ping(ctx)
		}})
	}
	return list
}

// databaseName returns the name that the makers of a database use.
func databaseName(dialect string) string {
	switch strings.ToLower(dialect) {
	case "sqlite":
		return "SQLite"
	case "postgres", "postgresql":
		return "PostgreSQL"
	case "mysql":
		return "MySQL"
	}
	return dialect
}

// queueIndicators return an indicator for each connection that is configured or listened on. One that is not required does not make
// the application DOWN.
func (g *generation) queueIndicators() (list []health.Indicator) {
	for i, c := range g.settings.queues.connections {
		if c.key == "" && !g.hears(c.Name) {
			continue
		}
		of := g.queues[i].of
		list = append(list, health.Indicator{Name: c.Name, Check: func(ctx context.Context) (health.Health, error) {
			h := health.Of(health.Up).With("broker", kindOfURL(c.URL))
			err := of.Ping(ctx)
			if err != nil && !c.required {
				h.Status = health.Unknown
				return h.With("error", describeFailure(err)), nil
			}
			return h, err
		}})
	}
	return list
}

func (g *generation) searchIndicators() (list []health.Indicator) {
	for i, s := range g.settings.search {
		if s.Name == "" || g.search == nil {
			continue
		}
		one := searchCluster{g.search.of[i]}
		list = append(list, health.Indicator{Name: s.Name, Check: func(ctx context.Context) (health.Health, error) { return checkCluster(ctx, one) }})
	}
	return list
}

// checkCertificates reports when the certificates of the server end.
func (g *generation) checkCertificates(context.Context) (health.Health, error) {
	h, now := health.Of(health.Up), time.Now()
	var shown []map[string]any
	for _, v := range g.certificates.Validities() {
		state := "VALID"
		switch {
		case now.After(v.End):
			state = "EXPIRED"
		case now.Before(v.Begin):
			state = "NOT_YET_VALID"
		case now.Add(g.settings.management.health.expiring).After(v.End):
			state = "EXPIRING"
		}
		if state == "EXPIRED" || state == "NOT_YET_VALID" {
			h.Status = health.OutOfService
		}
		shown = append(shown, map[string]any{"name": cmp.Or(v.Name, v.File), "notAfter": v.End.UTC().Format(time.RFC3339), "state": state})
	}
	return h.With("certificates", shown), nil
}
