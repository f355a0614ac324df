package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// Options say what is served. All but Version are required.
type Options struct {
	Version string

	// Owns reports whether a folder is an application; Open returns what answers for it, with [Settings].
	Owns func(folder string) bool
	Open func(folder string, s Settings) Application
}

// Settings are what the client sends when it begins.
type Settings struct {
	Types   bool   `json:"types"`   // what TypeScript finds is reported, too
	Profile string `json:"profile"` // of the applications
}

// ErrEarly is the error of a client that ends the server without announcing it.
var ErrEarly = errors.New("the client has sent exit without shutdown")

// Serve answers a client until it sends exit, or its messages end.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{options: o, documents: map[string]*document{}, folders: map[string]*folder{}, wake: make(chan struct{}, 1), exit: make(chan struct{})}
	stream := jsonrpc2.NewBufferedStream(pipes{in, out}, jsonrpc2.VSCodeObjectCodec{})
	conn := jsonrpc2.NewConn(ctx, stream, jsonrpc2.HandlerWithError(s.handle), jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	var checking sync.WaitGroup
	checking.Go(func() { s.check(ctx) })
	var err error
	select {
	case <-ctx.Done():
	case <-conn.DisconnectNotify():
	case <-s.exit:
		if !s.ending {
			err = ErrEarly
		}
	}
	cancel()
	checking.Wait() // with the processes that a check has started
	return err
}

// pipes are two streams as one. Closing it leaves them open: they are the caller's.
type pipes struct {
	io.Reader
	io.Writer
}

func (pipes) Close() error { return nil }

// server serves one client. The goroutine that reads messages and the one that checks share what mu guards.
type server struct {
	options  Options
	conn     *jsonrpc2.Conn // once it is initialized
	settings Settings
	watches  bool // the client can be asked to report changes of files
	begun    bool
	ending   bool // after shutdown
	exit     chan struct{}
	wake     chan struct{} // something was edited

	mu        sync.Mutex
	documents map[string]*document // those that are open, by path
	folders   map[string]*folder   // the applications of these, by path
}

// methods are the messages that are understood. Others are an error if they want an answer.
var methods = map[string]func(s *server, params json.RawMessage) (any, error){
	"initialized":                     func(s *server, _ json.RawMessage) (any, error) { return s.initialized() },
	"textDocument/didOpen":            with((*server).didOpen),
	"textDocument/didChange":          with((*server).didChange),
	"textDocument/didSave":            with((*server).didSave),
	"textDocument/didClose":           with((*server).didClose),
	"workspace/didChangeWatchedFiles": with((*server).didChangeFiles),
	"textDocument/definition":         with((*server).definition),
	"textDocument/references":         with((*server).references),
	"textDocument/hover":              with((*server).hover),
	"textDocument/completion":         with((*server).completion),
	"textDocument/documentSymbol":     with((*server).documentSymbol),
	"workspace/symbol":                with((*server).workspaceSymbol),
	"textDocument/codeLens":           with((*server).codeLens),
	"textDocument/codeAction":         with((*server).codeAction),
}

// with reads the parameters of a method.
func with[T any](do func(s *server, params T) (any, error)) func(*server, json.RawMessage) (any, error) {
	return func(s *server, raw json.RawMessage) (any, error) {
		var params T
		if err := json.Unmarshal(raw, &params); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		return do(s, params)
	}
}

// codeNotInitialized is the protocol's own.
const codeNotInitialized = -32002

func (s *server) handle(_ context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	var params json.RawMessage
	if r.Params != nil {
		params = *r.Params
	}
	method, known := methods[r.Method]
	switch {
	case r.Method == "exit":
		select {
		case <-s.exit:
		default:
			close(s.exit)
		}
		return nil, nil //nolint:nilnil // nobody waits for an answer
	case r.Method == "initialize" && !s.begun:
		s.conn = conn
		return with((*server).initialize)(s, params)
	case !s.begun:
		return nil, &jsonrpc2.Error{Code: codeNotInitialized, Message: "initialize comes first"}
	case r.Method == "shutdown":
		s.ending = true
		return nil, nil //nolint:nilnil // null is the answer
	case s.ending || r.Method == "initialize":
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: r.Method + " is not expected now"}
	case !known:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: r.Method + " is not supported"}
	}
	return method(s, params)
}

func (s *server) initialize(params initializeParams) (any, error) {
	if len(params.InitializationOptions) > 0 {
		if err := json.Unmarshal(params.InitializationOptions, &s.settings); err != nil {
			return nil, &jsonrpc2.Error{
				Code: jsonrpc2.CodeInvalidParams, Message: `initializationOptions are { "types": false, "profile": "" }: ` + err.Error(),
			}
		}
	}
	s.begun, s.watches = true, params.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	return map[string]any{
		"capabilities": json.RawMessage(capabilities), "serverInfo": map[string]string{"name": "fwrun", "version": s.options.Version},
	}, nil
}

func (s *server) initialized() (any, error) {
	if s.watches {
		go func() { // the answer is read by the caller of this
			_ = s.conn.Call(context.Background(), "client/registerCapability", json.RawMessage(watching), nil)
		}()
	}
	return nil, nil //nolint:nilnil // nobody waits for an answer
}
