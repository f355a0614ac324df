package app

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/info"
	"github.com/fwrun/fwrun/engine"
)

// infoEndpoint returns the endpoint info: the built-in sections that are on, and what beans add.
func (g *generation) infoEndpoint() actuator.Endpoint {
	s := &g.settings.management.info
	var list []info.Contributor
	for _, one := range []info.Contributor{
		info.Values("app", s.values),
		info.Build(g.name(), g.version()),
		info.Git(g.folder),
		info.OS(),
		info.Process(g.settings.pool.MemoryLimit),
	} {
		if slices.Contains(s.sections, one.Name) {
			list = append(list, one)
		}
	}
	for i, bean := range g.engine.Manifest().InfoContributors {
		list = append(list, info.Contributor{Name: bean.Name, Tell: func(ctx context.Context) (map[string]any, error) { return g.askContributor(ctx, i) }})
	}
	return info.New(list, info.Settings{Timeout: g.settings.management.health.timeout, Failed: g.contributorFailed}).Endpoint()
}

// version returns the version of the application; empty if the configuration does not state it.
func (g *generation) version() string {
	v, _ := g.props.Lookup("framework.application.version")
	return v.Text()
}

// askContributor asks an info contributor of the application.
func (g *generation) askContributor(ctx context.Context, index int) (map[string]any, error) {
	deadline, _ := ctx.Deadline()
	text, err := g.engine.RunInfo(ctx, deadline, index)
	if err != nil || len(text) == 0 {
		return nil, g.inTime(err)
	}
	d := json.NewDecoder(bytes.NewReader(withoutPasswords(text)))
	d.UseNumber() // numbers stay as they are
	var added map[string]any
	err = d.Decode(&added)
	return added, err
}

// contributorFailed logs why an info contributor is left out of an answer.
func (g *generation) contributorFailed(ctx context.Context, name string, err error) {
	attrs := []any{"contributor", name, "error", describeFailure(err)}
	for _, attr := range engine.FailureAttrs(err, false) {
		if attr.Key == "stack" {
			attrs = append(attrs, attr)
		}
	}
	g.log.WarnContext(ctx, "an info contributor failed; it is left out of the answer", attrs...)
}
