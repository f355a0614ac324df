package management

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// healthChecks makes the health indicators of a generation: built-in ones for what the application has, those of its beans, and
// those that platforms ask. A bean takes the place of a built-in one of the same name.
func healthChecks(settings *Settings, p *Parts) *health.Checks {
	s, beans := &settings.health, asker{p.Application, settings.health.timeout}
	var list []health.Indicator
	for i, one := range p.Application.Manifest().HealthIndicators {
		list = append(list, health.Indicator{Name: one.Name, Check: func(ctx context.Context) (health.Health, error) { return beans.health(ctx, i) }})
	}
	others := builtInIndicators(s, p)
	if s.probes {
		others = append(others, p.Availability.Indicators()...)
	}
	for _, one := range others {
		isTaken := slices.ContainsFunc(list, func(own health.Indicator) bool { return own.Name == one.Name })
		if !isTaken && s.isOn(one.Name) {
			list = append(list, one)
		}
	}
	return health.New(list, health.Settings{
		Show: s.show, Order: s.order, Codes: s.codes, Timeout: s.timeout, Groups: s.allGroups(),
		Describe: describeFailure, Changed: healthChanged(p.Log),
	})
}

// asker asks the beans of an application.
type asker struct {
	of     *engine.Application
	within time.Duration
}

// health asks a health indicator.
func (a asker) health(ctx context.Context, index int) (health.Health, error) {
	deadline, _ := ctx.Deadline()
	report, err := a.of.RunHealth(ctx, deadline, index)
	if err != nil {
		return health.Health{}, a.inTime(ctx, err)
	}
	h := health.Of(report.Status)
	if report.Details != nil {
		h.Details, err = health.DetailsOf(withoutPasswords(report.Details))
	}
	return h, err
}

// withoutPasswords masks the passwords of URLs in JSON that a bean has written: they come with the texts of errors.
func withoutPasswords(text []byte) []byte { return []byte(config.Mask("", string(text))) }

// inTime says of an error that a bean has not answered in time, if that is what it is. The deadline of the call and the end
// of its context are one moment, so either may be what the pool of VMs saw first.
func (a asker) inTime(ctx context.Context, err error) error {
	late := errors.Is(err, vm.ErrCanceled) && errors.Is(ctx.Err(), context.DeadlineExceeded)
	if late || errors.Is(err, vm.ErrHandlerTimeout) {
		return fault.New("management.askBean", fault.Timeout, fmt.Sprintf("no answer within %s", a.within))
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

// healthChanged returns a function that logs that a component is well no more, or again.
func healthChanged(log *slog.Logger) func(name string, _, now health.Health) {
	return func(name string, _, now health.Health) {
		attrs := []any{"component", name, "status", now.Status}
		for _, d := range now.Details {
			if d.Name == "error" {
				attrs = append(attrs, "error", d.Value)
			}
		}
		switch {
		case name == health.ReadinessState: // it follows the life of the process
		case now.Status == health.Up:
			log.Info("a component is well again", attrs...)
		default:
			log.Warn("a component is not well", attrs...)
		}
	}
}

// builtInIndicators returns the built-in indicators for what the application has.
func builtInIndicators(s *healthSettings, p *Parts) []health.Indicator {
	list := []health.Indicator{
		{Name: "ping", Check: func(context.Context) (health.Health, error) { return health.Of(health.Up), nil }},
		{Name: "diskSpace", Check: checkDisk(p.Folder, s.freeBytes)},
	}
	list = appendParts(list, "db", databaseIndicators(p.Databases))
	if cached := (Store{p.Caches.URL, p.Caches.Store}); cached.isRemote() {
		list = append(list, health.Indicator{Name: "cache", Check: cached.check})
	}
	if p.Locks.isRemote() {
		list = append(list, health.Indicator{Name: "locks", Check: p.Locks.check})
	}
	list = appendParts(list, "queue", queueIndicators(p.Queues))
	list = appendParts(list, "opensearch", searchIndicators(p.Search))
	if p.Certificates != nil {
		list = append(list, health.Indicator{Name: "certificates", Check: checkCertificates(p.Certificates, s.expiring)})
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

// isRemote reports whether a store is outside of the process.
func (s Store) isRemote() bool { return kindOfURL(s.URL) != "memory" }

// check asks a store for a sign of life, if it can give one.
func (s Store) check(ctx context.Context) (h health.Health, err error) {
	if one, can := s.Of.(interface{ Ping(context.Context) error }); can {
		err = one.Ping(ctx)
	}
	return health.Of(health.Up).With("store", kindOfURL(s.URL)), err
}

func databaseIndicators(databases *data.Sources) (list []health.Indicator) {
	for _, name := range databases.Names() {
		db, _ := databases.ByName(name)
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

// queueIndicators return an indicator for each connection that is used. One that is not required does not make the application DOWN.
func queueIndicators(queues []Queue) (list []health.Indicator) {
	for _, q := range queues {
		if !q.Used {
			continue
		}
		list = append(list, health.Indicator{Name: q.Name(), Check: func(ctx context.Context) (health.Health, error) {
			h := health.Of(health.Up).With("broker", kindOfURL(q.URL))
			err := q.Ping(ctx)
			if damage := q.Damage(); damage != "" && err == nil {
				h.Status = health.Down
				return h.With("damage", damage), nil
			}
			if err != nil && !q.Required {
				h.Status = health.Unknown
				return h.With("error", describeFailure(err)), nil
			}
			return h, err
		}})
	}
	return list
}

func searchIndicators(clusters []Cluster) (list []health.Indicator) {
	for _, one := range clusters {
		list = append(list, health.Indicator{Name: one.Name, Check: one.check})
	}
	return list
}

// checkCertificates returns a function that reports when the certificates of the server end.
func checkCertificates(store *certs.Store, expiring time.Duration) func(context.Context) (health.Health, error) {
	return func(context.Context) (health.Health, error) {
		h, now := health.Of(health.Up), time.Now()
		var shown []map[string]any
		for _, v := range store.Validities() {
			state := "VALID"
			switch {
			case now.After(v.End):
				state = "EXPIRED"
			case now.Before(v.Begin):
				state = "NOT_YET_VALID"
			case now.Add(expiring).After(v.End):
				state = "EXPIRING"
			}
			if state == "EXPIRED" || state == "NOT_YET_VALID" {
				h.Status = health.OutOfService
			}
			shown = append(shown, map[string]any{"name": cmp.Or(v.Name, v.File), "notAfter": v.End.UTC().Format(time.RFC3339), "state": state})
		}
		return h.With("certificates", shown), nil
	}
}
