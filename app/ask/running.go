package ask

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
	"github.com/fwrun/fwrun/platform/profiling"
	"github.com/fwrun/fwrun/queue/manage"
)

// Running is an application that another process serves, asked over its admin socket.
type Running struct{ client *http.Client }

const opRunning = "ask.running"

// mostRunningBytes limits an answer of a running application.
const mostRunningBytes = 256 << 20

// Find returns the running application of a folder. The error says why there is none.
func Find(name string) (*Running, error) {
	folder, err := folder.Find(name)
	if err != nil {
		return nil, err
	}
	client, err := admin.Dial(admin.Path(folder))
	if err != nil {
		return nil, err
	}
	if client != nil {
		return &Running{client}, nil
	}
	return nil, notRunning(name, folder)
}

// notRunning is the error that nobody answers on the admin socket of a folder.
func notRunning(name, folder string) error {
	failed := fault.New(opRunning, fault.Unavailable, "the application in "+name+" is not running, or has no admin socket")
	if _, err := os.Lstat(admin.Path(folder)); err == nil {
		return failed.WithHint("no process listens on data/fwrun.sock, since the one that created it was killed: start the application again")
	}
	return failed.WithHint("start it with fwrun " + name + "; if it runs, its log says why it has no socket: its folder cannot be written, " +
		"or management.socket is false")
}

// Close closes the connections.
func (r *Running) Close() { r.client.CloseIdleConnections() }

// Logger is the level of one name.
type Logger struct {
	Name       string `json:"name"`
	Configured string `json:"configuredLevel,omitempty"` // its own; empty if it follows a name above it
	Effective  string `json:"effectiveLevel"`
}

// Loggers returns the levels by name.
func (r *Running) Loggers(ctx context.Context) (map[string]Logger, error) {
	var document struct {
		Loggers map[string]Logger `json:"loggers"`
	}
	err := r.read(ctx, admin.EndpointsPath+"/loggers", &document)
	return document.Loggers, err
}

// SetLevel changes the level of a name, or takes the change back if the level is empty.
func (r *Running) SetLevel(ctx context.Context, name, level string) error {
	body, err := json.Marshal(map[string]any{"configuredLevel": orNull(level)})
	if err != nil {
		return err
	}
	_, err = r.ask(ctx, http.MethodPost, admin.EndpointsPath+"/loggers/"+url.PathEscape(name), body)
	return err
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Profile takes a profile for some seconds, in pprof's format.
func (r *Running) Profile(ctx context.Context, kind string, seconds int) ([]byte, error) {
	return r.ask(ctx, http.MethodGet, admin.EndpointsPath+"/profile?type="+url.QueryEscape(kind)+"&seconds="+strconv.Itoa(seconds), nil)
}

// Metrics returns what is counted, as Prometheus reads it.
func (r *Running) Metrics(ctx context.Context) ([]byte, error) {
	return r.ask(ctx, http.MethodGet, admin.EndpointsPath+"/prometheus", nil)
}

// Queues returns the states of the queues.
func (r *Running) Queues(ctx context.Context) (manage.Listing, error) {
	return manage.Client(r.client, admin.URL(admin.QueuesPath)).List(ctx)
}

func (r *Running) read(ctx context.Context, path string, into any) error {
	text, err := r.ask(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fault.New(opRunning, fault.Internal, "the answer of the running application cannot be read").
			WithHint("it may be another version of fwrun than this one").Because(err)
	}
	return nil
}

// ask sends a request and returns the body of the answer.
func (r *Running) ask(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, admin.URL(path), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := r.client.Do(request)
	if err != nil {
		return nil, notAnswered(ctx, withoutURL(err))
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostRunningBytes))
	if err != nil {
		return nil, notAnswered(ctx, err)
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return nil, refusedBy(answer.StatusCode, text)
	}
	return text, nil
}

// withoutURL returns the cause of a request's failure: its URL means nothing to people, and a password may be in it.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}

func notAnswered(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.New(opRunning, fault.Unavailable, "the running application did not answer").Because(err)
}

// refusedBy returns the error that an answer describes.
func refusedBy(status int, text []byte) error {
	var problem struct {
		Detail string `json:"detail"`
	}
	_ = json.Unmarshal(text, &problem) // another form of error has no detail
	switch {
	case status == http.StatusNotFound:
		return fault.New(opRunning, fault.NotFound, "the running application does not know this").
			WithHint("it may be another version of fwrun than this one")
	case problem.Detail != "" && status == http.StatusConflict:
		return fault.New(opRunning, fault.Conflict, problem.Detail)
	case problem.Detail != "":
		return fault.New(opRunning, fault.Invalid, problem.Detail)
	}
	return fault.New(opRunning, fault.Internal, fmt.Sprintf("the running application answered with the status %d", status))
}

// ProfileKinds lists the kinds of profiles, the default first.
func ProfileKinds() []string { return profiling.Kinds() }

// LevelNames lists the names of levels, the most severe one first.
func LevelNames() []string {
	names := logging.LevelNames()
	slices.Reverse(names)
	return names
}
