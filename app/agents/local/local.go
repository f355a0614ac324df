package local

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/app/ask"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/fault"
)

// Agents passes the messages of an agent to the application of a folder, wherever it runs.
type Agents struct {
	options app.Options
	caller  agents.Caller
	stays   bool

	mu sync.Mutex
	at *place // nil until it is known, and after the process that ran it has ended
}

// place is where an application runs: in this process, or where its admin socket leads.
type place struct {
	own    *app.App
	client *http.Client
	limit  int // of a message, in bytes
}

// Open asks the application of a folder if it runs with the settings that were given here, or else starts it in this process, without
// listening. If it stays for more than one message, schedules and queues run, too. When the process that ran it has ended, it is looked for
// again.
func Open(ctx context.Context, options app.Options, caller agents.Caller, stays bool) (*Agents, error) {
	found, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder = found
	o := &Agents{options: options, caller: caller, stays: stays}
	_, err = o.reach(ctx)
	return o, err
}

// Warnings returns the warnings of an application that was started in this process.
func (o *Agents) Warnings() fault.List {
	if o.at == nil || o.at.own == nil {
		return nil
	}
	return o.at.own.Serving().Warnings()
}

// Close closes the application if it was started in this process.
func (o *Agents) Close(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.at == nil || o.at.own == nil {
		return nil
	}
	return o.at.own.Close(ctx)
}

// ServeLines answers the messages of an agent on the same machine, one per line, until in ends.
func (o *Agents) ServeLines(ctx context.Context, in io.Reader, out io.Writer) error {
	at, err := o.reach(ctx)
	if err != nil {
		return err
	}
	return mcp.ServeLines(ctx, in, out, at.limit, func(ctx context.Context, message []byte) (int, []byte, error) {
		status, body, err := o.Post(ctx, message)
		if err != nil && ctx.Err() == nil { // the agent is told, as it belongs to who could read the log
			status = http.StatusServiceUnavailable
			_, body = mcp.Refuse(status, fault.Text(err))
			err = nil
		}
		return status, body, err
	})
}

// Post sends one message. What was sent to a process that ended meanwhile may have been handled, and is not sent again.
func (o *Agents) Post(ctx context.Context, message []byte) (status int, body []byte, err error) {
	for {
		at, err := o.reach(ctx)
		if err != nil {
			return 0, nil, err
		}
		if at.own != nil {
			return at.own.Agents().Post(ctx, message, o.caller)
		}
		status, body, err = o.pass(ctx, at.client, message)
		if dial, ok := errors.AsType[*net.OpError](err); !ok || dial.Op != "dial" {
			return status, body, err
		}
		o.forget(at)
	}
}

// reach finds the application, or starts it.
func (o *Agents) reach(ctx context.Context) (*place, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.at != nil {
		return o.at, nil
	}
	at, err := ask.First(ctx, func() (*place, error) { return o.ask(ctx) }, func() (*place, error) { return o.start(ctx) })
	if errors.Is(err, errOtherSettings) {
		at, err = o.start(ctx)
	}
	if err == nil {
		o.at = at
	}
	return at, err
}

func (o *Agents) forget(at *place) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.at == at {
		o.at = nil
	}
}

// start starts the application in this process.
func (o *Agents) start(ctx context.Context) (*place, error) {
	own, err := app.Start(ctx, o.options)
	if err != nil {
		return nil, err
	}
	if !own.Serving().Manifest().HasAgents() {
		_ = own.Close(ctx) // the first error is the one to report
		return nil, agents.ErrNone
	}
	if o.stays {
		own.OpenSocket()
		own.Work(ctx)
	}
	return &place{own: own, limit: own.Agents().Limit()}, nil
}

// errOtherSettings is the error for an application that runs with other settings than this command was given: it might offer more.
var errOtherSettings = errors.New("the application runs with other settings")

// ask returns the application that listens on the admin socket; nil if there is none.
func (o *Agents) ask(ctx context.Context) (*place, error) {
	client, err := admin.Dial(admin.Path(o.options.Folder))
	if client == nil || err != nil {
		return nil, err
	}
	status, body, err := exchange(ctx, client, http.MethodGet, nil)
	var offer agents.Offer
	if err != nil || status != http.StatusOK || json.Unmarshal(body, &offer) != nil {
		return nil, nil // it is about to end, or of another version
	}
	switch isGiven := func(one string) bool { return slices.Contains(offer.Given, one) }; {
	case offer.Limit == 0:
		return nil, agents.ErrNone
	case slices.ContainsFunc(agents.Given(o.options.Profile, o.options.Env), func(one string) bool { return !isGiven(one) }):
		return nil, errOtherSettings
	}
	return &place{client: client, limit: offer.Limit}, nil
}

// pass passes a message on to the process that runs the application.
func (o *Agents) pass(ctx context.Context, client *http.Client, message []byte) (status int, body []byte, err error) {
	text, err := json.Marshal(agents.Passed{Caller: o.caller, Message: message})
	if err != nil {
		return 0, nil, err
	}
	return exchange(ctx, client, http.MethodPost, text)
}

// exchange makes a request on a connection of its own: one that another process has closed meanwhile would leave open whether it was handled.
func exchange(ctx context.Context, client *http.Client, method string, body []byte) (status int, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, method, admin.URL(admin.AgentsPath), bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Close = true
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}
