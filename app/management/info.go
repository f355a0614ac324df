package management

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"slices"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/info"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/config"
)

// infoEndpoint returns the endpoint info: the built-in sections that are on, and what beans add.
func infoEndpoint(settings *Settings, p *Parts) actuator.Endpoint {
	s, beans := &settings.info, asker{p.Application, settings.health.timeout}
	var list []info.Contributor
	for _, one := range []info.Contributor{
		info.Values("app", s.values),
		info.Build(p.Name, versionOf(p.Properties)),
		info.Git(p.Folder),
		info.OS(),
		info.Process(p.MemoryLimit),
	} {
		if slices.Contains(s.sections, one.Name) {
			list = append(list, one)
		}
	}
	for i, bean := range p.Application.Manifest().InfoContributors {
		list = append(list, info.Contributor{Name: bean.Name, Tell: func(ctx context.Context) (map[string]any, error) { return beans.info(ctx, i) }})
	}
	return info.New(list, info.Settings{Timeout: beans.within, Failed: contributorFailed(p.Log)}).Endpoint()
}

// versionOf returns the version of the application; empty if the configuration does not state it.
func versionOf(props *config.Properties) string {
	v, _ := props.Lookup("framework.application.version")
	return v.Text()
}

// info asks an info contributor.
func (a asker) info(ctx context.Context, index int) (map[string]any, error) {
	deadline, _ := ctx.Deadline()
	text, err := a.of.RunInfo(ctx, deadline, index)
	if err != nil || len(text) == 0 {
		return nil, a.inTime(ctx, err)
	}
	d := json.NewDecoder(bytes.NewReader(withoutPasswords(text)))
	d.UseNumber() // numbers stay as they are
	var added map[string]any
	err = d.Decode(&added)
	return added, err
}

// contributorFailed returns a function that logs why an info contributor is left out of an answer.
func contributorFailed(log *slog.Logger) func(ctx context.Context, name string, err error) {
	return func(ctx context.Context, name string, err error) {
		attrs := []any{"contributor", name, "error", describeFailure(err)}
		for _, attr := range engine.FailureAttrs(err, false) {
			if attr.Key == "stack" {
				attrs = append(attrs, attr)
			}
		}
		log.WarnContext(ctx, "an info contributor failed; it is left out of the answer", attrs...)
	}
}
