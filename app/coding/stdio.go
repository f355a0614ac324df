package coding

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/watch"
	"github.com/fwrun/fwrun/devtools/toolbox"
	"github.com/fwrun/fwrun/mcp"
)

// Serve answers an agent that writes a message in each line of in, until that ends. While a server runs in the folder, its tools
// answer; otherwise those of an application that is started in this process, when a tool first asks for it.
func Serve(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	found, err := folder.Find(o.App.Folder)
	if err != nil {
		return err
	}
	o.App.Folder = found
	d := &desk{folder: found, options: o}
	d.options.Running = d.own
	if d.box, err = New(d.options); err != nil {
		return err
	}
	d.options.App.Coding, d.options.App.Debugging = d.box, app.NewDebugging()
	defer d.end(context.WithoutCancel(ctx))
	return mcp.ServeLines(ctx, in, out, toolbox.MaxMessage, d.post)
}

// desk answers with the tools of the server that runs in the folder, or with its own.
type desk struct {
	folder  string
	options Options
	box     *toolbox.Server

	mu     sync.Mutex
	client *http.Client // of the server; nil if there is none

	starting sync.Mutex // guards what follows, for as long as a start takes
	running  *app.App   // of its own; nil if there is none
	mark     uint64     // of the files with which it could not be built
	problem  error      // why
}

// post answers one message.
func (d *desk) post(ctx context.Context, message []byte) (status int, body []byte, err error) {
	if client := d.server(); client != nil {
		if status, body, err = ask(ctx, client, message); err == nil && status != http.StatusNotFound {
			d.end(context.WithoutCancel(ctx))
			return status, body, nil
		}
		d.forget(client)
	}
	status, body = d.box.Answer(ctx, message)
	return status, body, nil
}

// server returns a client of the server that runs in the folder; nil if there is none.
func (d *desk) server() *http.Client {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.client == nil {
		d.client, _ = admin.Dial(admin.Path(d.folder)) // one that cannot be asked is as good as none
	}
	return d.client
}

func (d *desk) forget(client *http.Client) {
	client.CloseIdleConnections()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.client == client {
		d.client = nil
	}
}

// mostAnswer bounds what a server answers.
const mostAnswer = 16 << 20

// ask passes a message on to the server.
func ask(ctx context.Context, client *http.Client, message []byte) (status int, body []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, admin.URL(admin.CodingPath), bytes.NewReader(message))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	return answer.StatusCode, body, err
}

// own returns the application of this process, which it starts if there is none. One that could not be started is tried again when
// its files have changed.
func (d *desk) own(ctx context.Context) (*app.App, error) {
	d.starting.Lock()
	defer d.starting.Unlock()
	ctx = context.WithoutCancel(ctx) // the application outlives the call
	if d.running != nil {
		return d.running, d.running.Refresh(ctx)
	}
	mark := watch.Fingerprint(d.folder)
	if d.problem != nil && mark == d.mark {
		return nil, d.problem
	}
	d.mark = mark
	if d.running, d.problem = app.Start(ctx, d.options.App); d.problem != nil {
		d.running = nil
		return nil, d.problem
	}
	d.running.Work(ctx)
	return d.running, nil
}

// end stops the application of this process.
func (d *desk) end(ctx context.Context) {
	d.starting.Lock()
	running := d.running
	d.running = nil
	d.starting.Unlock()
	if running != nil {
		if err := running.Close(ctx); err != nil && !errors.Is(err, context.Canceled) {
			running.Log().Warn("the application was not closed cleanly", "error", err)
		}
	}
}
