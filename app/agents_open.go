package app

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/ask"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/fault"
)

// AgentCaller says how the messages of an agent are sent.
type AgentCaller struct {
	Headers [][2]string `json:"headers,omitempty"`
	As      string      `json:"as,omitempty"`    // on whose behalf they are handled, without credentials; empty if the headers say that
	Roles   []string    `json:"roles,omitempty"` // of As
}

// OpenedAgents passes the messages of an agent to the application of a folder, wherever it runs.
type OpenedAgents struct {
	options Options
	caller  AgentCaller
	stays   bool

	mu sync.Mutex
	at *agentsAt // nil until it is known, and after the process that ran it has ended
}

// agentsAt is where an application runs: in this process, or where its admin socket leads.
type agentsAt struct {
	own    *App
	client *http.Client
	limit  int // of a message, in bytes
}

// OpenAgents asks the application of a folder if it runs with the settings that were given here, or else starts it in this process, without listening. If it
// stays for more than one message, schedules and queues run, too. When the process that ran it has ended, it is looked for again.
func OpenAgents(ctx context.Context, options Options, caller AgentCaller, stays bool) (*OpenedAgents, error) {
	found, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder = found
	o := &OpenedAgents{options: options, caller: caller, stays: stays}
	_, err = o.reach(ctx)
	return o, err
}

// Warnings returns the warnings of an application that was started in this process.
func (o *OpenedAgents) Warnings() fault.List {
	if o.at == nil || o.at.own == nil {
		return nil
	}
	return o.at.own.Warnings()
}

// Close closes the application if it was started in this process.
func (o *OpenedAgents) Close(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.at == nil || o.at.own == nil {
		return nil
	}
	return o.at.own.Close(ctx)
}

// ServeLines answers the messages of an agent on the same machine, one per line, until in ends.
func (o *OpenedAgents) ServeLines(ctx context.Context, in io.Reader, out io.Writer) error {
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
func (o *OpenedAgents) Post(ctx context.Context, message []byte) (status int, body []byte, err error) {
	for {
		at, err := o.reach(ctx)
		if err != nil {
			return 0, nil, err
		}
		if at.own != nil {
			return at.own.postFor(ctx, o.caller, message)
		}
		status, body, err = o.pass(ctx, at.client, message)
		if dial, ok := errors.AsType[*net.OpError](err); !ok || dial.Op != "dial" {
			return status, body, err
		}
		o.forget(at)
	}
}

// reach finds the application, or starts it.
func (o *OpenedAgents) reach(ctx context.Context) (*agentsAt, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.at != nil {
		return o.at, nil
	}
	at, err := ask.First(ctx, func() (*agentsAt, error) { return o.ask(ctx) }, func() (*agentsAt, error) { return o.start(ctx) })
	if errors.Is(err, errOtherSettings) {
		at, err = o.start(ctx)
	}
	if err == nil {
		o.at = at
	}
	return at, err
}

func (o *OpenedAgents) forget(at *agentsAt) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.at == at {
		o.at = nil
	}
}

// start starts the application in this process.
func (o *OpenedAgents) start(ctx context.Context) (*agentsAt, error) {
	own, err := Start(ctx, o.options)
	if err != nil {
		return nil, err
	}
	if !own.Manifest().HasAgents() {
		_ = own.Close(ctx) // the first error is the one to report
		return nil, errNoAgents
	}
	if o.stays {
		own.socket.Open(own.options.Folder)
		own.begin(context.WithoutCancel(ctx))
	}
	return &agentsAt{own: own, limit: own.agentsLimit()}, nil
}

// agentsOffer is what an application says of itself before messages are sent.
type agentsOffer struct {
	Limit int      `json:"limit"` // 0 if there are no tools, resources and prompts
	Given []string `json:"given"` // by givenToAgents
}

// givenToAgents lists what the start of an application says of what agents are offered, besides its files.
func (o Options) givenToAgents() (list []string) {
	profile := o.Profile
	for _, line := range o.Env {
		name, value, _ := strings.Cut(line, "=")
		switch {
		case name == "FWRUN_PROFILE":
			profile = cmp.Or(profile, value)
		case strings.HasPrefix(strings.ToUpper(name), "FRAMEWORK_MCP_"):
			list = append(list, line)
		}
	}
	if profile != "" {
		list = append(list, "profile "+profile)
	}
	return list
}

// errOtherSettings is the error for an application that runs with other settings than this command was given: it might offer more.
var errOtherSettings = errors.New("the application runs with other settings")

// agentsMessage is a message on its way to the process that runs the application.
type agentsMessage struct {
	AgentCaller
	Message []byte `json:"message"` // which need not be JSON
}

// ask returns the application that listens on the admin socket; nil if there is none.
func (o *OpenedAgents) ask(ctx context.Context) (*agentsAt, error) {
	client, err := admin.Dial(admin.Path(o.options.Folder))
	if client == nil || err != nil {
		return nil, err
	}
	status, body, err := exchange(ctx, client, http.MethodGet, nil)
	var offer agentsOffer
	if err != nil || status != http.StatusOK || json.Unmarshal(body, &offer) != nil {
		return nil, nil // it is about to end, or of another version
	}
	switch isGiven := func(one string) bool { return slices.Contains(offer.Given, one) }; {
	case offer.Limit == 0:
		return nil, errNoAgents
	case slices.ContainsFunc(o.options.givenToAgents(), func(one string) bool { return !isGiven(one) }):
		return nil, errOtherSettings
	}
	return &agentsAt{client: client, limit: offer.Limit}, nil
}

// pass passes a message on to the process that runs the application.
func (o *OpenedAgents) pass(ctx context.Context, client *http.Client, message []byte) (status int, body []byte, err error) {
	text, err := json.Marshal(agentsMessage{o.caller, message})
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

// answerAgents answers what other processes pass on from agents. A client that can open the admin socket may speak for anybody.
func (a *App) answerAgents(w http.ResponseWriter, r *http.Request) {
	offer := agentsOffer{Given: a.options.givenToAgents()}
	if a.Manifest().HasAgents() {
		offer.Limit = a.agentsLimit()
	}
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodGet {
		_ = json.NewEncoder(w).Encode(offer) // the client has gone
		return
	}
	var m agentsMessage
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 2*int64(offer.Limit)+1<<20)).Decode(&m) // base64, and the headers
	var status int
	var body []byte
	if err == nil {
		status, body, err = a.postFor(r.Context(), m.AgentCaller, m.Message)
	}
	if err != nil {
		status = http.StatusInternalServerError
		_, body = mcp.Refuse(status, fault.Text(err))
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client has gone
}

func (a *App) agentsLimit() int { return a.serving.Load().settings.agents.Server.MaxBodyBytes }

// postFor sends one message to the MCP endpoint within the process.
func (a *App) postFor(ctx context.Context, by AgentCaller, message []byte) (status int, body []byte, err error) {
	if by.As != "" {
		ctx = a.As(ctx, by.As, by.Roles)
	}
	return a.PostToAgents(ctx, message, by.Headers)
}
