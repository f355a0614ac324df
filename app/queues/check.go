package queues

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/connect"
)

// Check asks the servers of the connections whether they answer, each for a time at most. Without a server that is not required an
// application serves, with a warning.
func (s Settings) Check(in Surroundings, within time.Duration) (problems fault.List) {
	for i, c := range s.Connections {
		if c.IsLocal() {
			continue
		}
		err := s.at(in.Properties, i, s.ping(c, in, within))
		if err == nil {
			continue
		}
		for _, d := range fault.Diagnose(err) {
			if !c.required {
				d.Severity = fault.Warning
			}
			problems = append(problems, d)
		}
	}
	return problems
}

// ping checks that the server of a connection answers.
func (s Settings) ping(c Connection, in Surroundings, within time.Duration) error {
	opened, err := connect.Open(c.Settings, connect.Surroundings{Folder: s.folder, Datasource: in.Datasource, Servers: &connect.Servers{}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	return errors.Join(c.unreachable(opened.Ping(ctx)), opened.Close())
}

// unreachable adds advice to the error about a server that cannot be reached.
func (c Connection) unreachable(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok || f.Kind != fault.Unavailable:
		return err
	case c.required:
		return f.WithHint("start the server, correct the url, or set required: false to serve without it")
	}
	return f.WithHint("start the server, or correct the url")
}

// Unheard warns of settings for queues that no listener handles, if one has a similar name. Others may be sent to.
func (s Settings) Unheard(listeners []*manifest.Listener, props *config.Properties) (warnings fault.List) {
	var heard []string
	for _, l := range listeners {
		heard = append(heard, l.Queue)
	}
	for name := range s.queues {
		near := fault.Nearest(name, heard)
		if near == "" || slices.Contains(heard, name) {
			continue
		}
		place := props.Place("queue.queues." + name)
		warnings = append(warnings, fault.Diagnostic{
			Severity: fault.Warning, Code: "config-unknown-key", Place: place, Source: props.Line(place),
			Message: "nothing listens to the queue " + name, Hint: "did you mean " + near + "?", Mend: &fault.Mend{Old: name, New: near},
		})
	}
	warnings.Sort()
	return warnings
}

// Store is what was found in the files of one embedded broker.
type Store struct {
	Folder string `json:"folder"`
	connect.Report
}

// Verify reads the files of the embedded brokers of an application that does not run, and says what is damaged. If it is to repair, it does
// what a start does.
func (s Settings) Verify(repair bool) ([]Store, error) {
	list, seen := []Store{}, map[string]bool{}
	for _, c := range s.Connections {
		embedded := c.EmbeddedFolder(s.folder)
		if embedded == "" || seen[embedded] {
			continue
		}
		seen[embedded] = true
		report, err := connect.Verify(embedded, repair)
		if err != nil {
			return nil, err
		}
		list = append(list, Store{embedded, report})
	}
	return list, nil
}
