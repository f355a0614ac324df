package app

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/ask"
	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/manage"
)

// The management of queues.
type (
	// Queues manages the queues of an application.
	Queues = manage.Queues
	// Queue names a queue.
	Queue = manage.Queue
	// QueueListing holds the states of queues.
	QueueListing = manage.Listing
	// QueueState is what is known of a queue.
	QueueState = manage.State
	// QueueCount is a number that may not be known.
	QueueCount = manage.Count
	// QueueMessage is a message to be sent.
	QueueMessage = manage.Message
	// QueueContent is the body of a message.
	QueueContent = manage.Content
	// DeadLetter is a message that is not tried any more.
	DeadLetter = manage.Letter
	// DeadFilter selects dead letters to be read.
	DeadFilter = manage.Filter
	// DeadSelection selects dead letters to be changed.
	DeadSelection = manage.Selection
	// DeadOutcome is what was done to dead letters.
	DeadOutcome = manage.Outcome
)

// OpenedQueues are the queues of an application, wherever it runs.
type OpenedQueues struct {
	Queues
	Running  bool       // a running application is asked, over its admin socket
	Warnings fault.List // of the configuration; empty if it runs

	of io.Closer
}

// Close closes what was opened. The application goes on if it runs.
func (o *OpenedQueues) Close() error { return o.of.Close() }

// OpenQueues asks the application of a folder if it runs, or else opens its connections, without running it: nothing is
// delivered.
func OpenQueues(ctx context.Context, options Options) (*OpenedQueues, error) {
	folder, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder = folder
	return ask.First(ctx, func() (*OpenedQueues, error) { return askRunning(folder) },
		func() (*OpenedQueues, error) { return openQueuesHere(ctx, options) })
}

// askRunning returns the queues of the application that listens on the admin socket of a folder, or nil if there is none.
func askRunning(folder string) (*OpenedQueues, error) {
	client, err := admin.Dial(admin.Path(folder))
	if client == nil || err != nil {
		return nil, err
	}
	return &OpenedQueues{Queues: manage.Client(client, admin.URL(admin.QueuesPath)), Running: true, of: idle{client}}, nil
}

// idle closes the connections of a client.
type idle struct{ *http.Client }

func (i idle) Close() error {
	i.CloseIdleConnections()
	return nil
}

// openQueuesHere opens the connections in this process. The scripts are only read, and no bean is made. If they have mistakes, the queues that
// have messages are known.
func openQueuesHere(ctx context.Context, options Options) (*OpenedQueues, error) {
	g, err := begun(options)
	if err != nil {
		return nil, err
	}
	var listeners []*manifest.Listener
	if m, err := g.inspect(ctx); err == nil {
		listeners = m.Listeners
	} else {
		g.warnings = append(g.warnings, fault.Diagnostic{
			Severity: fault.Warning, Message: "the listeners are not known, since the scripts have mistakes", Hint: "run fwrun check",
		})
	}
	opened := &OpenedQueues{Warnings: g.warnings, of: unused{g}}
	used := g.settings.queues.Datasources()
	g.settings.datasources = slices.DeleteFunc(slices.Clone(g.settings.datasources), func(d databases.Datasource) bool {
		return !slices.Contains(used, d.Name)
	})
	err = g.openDatabases(ctx, &generation{})
	var sources []manage.Source
	if err == nil {
		g.queues, err = queues.Open(g.settings.queues, g.queueSurroundings(), nil)
	}
	if err == nil {
		sources, err = g.queues.Sources(ctx, listeners)
	}
	if err != nil {
		_ = opened.Close() // the first error is the one to report
		return nil, err
	}
	opened.Queues = manage.Over(false, sources...)
	return opened, nil
}

// unused is a generation that was not booted.
type unused struct{ *generation }

func (u unused) Close() error { return errors.Join(u.queues.Abandon(), u.databases.Close()) }
