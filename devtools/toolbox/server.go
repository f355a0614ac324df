package toolbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema/jsonschema"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
	"github.com/fwrun/fwrun/platform/fault"
)

// Tool is a function that agents may call.
type Tool struct {
	Name        string
	Title       string
	Description string
	Input       string // the JSON Schema of the arguments, an object
	ReadOnly    bool   // a call changes nothing
	// Call returns what is written as JSON. Its arguments fit Input.
	Call func(ctx context.Context, arguments json.RawMessage) (any, error)
}

// Options describe a Server.
type Options struct {
	Name, Version string
	Instructions  string // how the tools are used, for the agent
	Tools         []Tool
	MaxBytes      int // of the text of a result; 48 KiB if 0
}

const (
	// MaxMessage is the size of the largest message.
	MaxMessage = 1 << 20

	defaultMaxBytes = 48 << 10
)

// Server answers the messages of agents.
type Server struct {
	options Options
	inputs  map[string]*jsonschema.Schema
	list    []byte // the result of tools/list
}

// New returns a Server.
func New(o Options) (*Server, error) {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultMaxBytes
	}
	s := &Server{options: o, inputs: map[string]*jsonschema.Schema{}}
	entries := make([]entry, len(o.Tools))
	for i, tool := range o.Tools {
		input, err := jsonschema.Compile([]byte(tool.Input))
		if err != nil {
			return nil, fmt.Errorf("the tool %s: %w", tool.Name, err)
		}
		s.inputs[tool.Name] = input
		entries[i] = entry{tool.Name, tool.Title, tool.Description, json.RawMessage(tool.Input), hints{tool.ReadOnly, false, tool.ReadOnly, false}}
	}
	var err error
	s.list, err = json.Marshal(map[string]any{"tools": entries})
	return s, err
}

// entry is a tool as it is listed.
type entry struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"inputSchema"`
	Hints       hints           `json:"annotations"`
}

type hints struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// versions are the versions of the protocol, the latest first.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26"}

// Answer answers one message, with the status that it has over HTTP. The body is empty if the message wants no answer.
func (s *Server) Answer(ctx context.Context, text []byte) (status int, body []byte) {
	if len(text) > MaxMessage {
		return http.StatusRequestEntityTooLarge, (&jsonrpc.Error{Code: jsonrpc.InvalidRequest, Message: "The message is too large"}).Append(nil, nil)
	}
	message, bad := jsonrpc.Read(text)
	switch {
	case bad != nil:
		return http.StatusBadRequest, bad.Append(nil, message.ID)
	case !message.WantsAnswer():
		return http.StatusAccepted, nil
	}
	result, err := s.result(ctx, message)
	if failed, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return http.StatusOK, failed.Append(nil, message.ID)
	}
	return http.StatusOK, jsonrpc.AppendResult(nil, message.ID, result)
}

// result does what a message asks for. Its errors are those of the protocol.
func (s *Server) result(ctx context.Context, m jsonrpc.Message) ([]byte, error) {
	switch m.Method {
	case "initialize":
		return s.initialize(m.Params.Get("protocolVersion").String())
	case "ping":
		return []byte("{}"), nil
	case "tools/list":
		return s.list, nil
	case "tools/call":
		return s.call(ctx, m.Params)
	default:
		return nil, &jsonrpc.Error{Code: jsonrpc.MethodNotFound, Message: "Method not found: " + m.Method}
	}
}

func (s *Server) initialize(version string) ([]byte, error) {
	if !slices.Contains(versions, version) {
		version = versions[0]
	}
	return json.Marshal(map[string]any{
		"protocolVersion": version, "capabilities": map[string]any{"tools": map[string]any{}},
		"serverInfo": map[string]string{"name": s.options.Name, "version": s.options.Version}, "instructions": s.options.Instructions,
	})
}

// call calls a tool. What goes wrong in it is a result that the agent reads.
func (s *Server) call(ctx context.Context, params gjson.Result) ([]byte, error) {
	name, arguments := params.Get("name").String(), params.Get("arguments")
	i := slices.IndexFunc(s.options.Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return nil, &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: fmt.Sprintf("Unknown tool: %q", name)}
	}
	if arguments.Type == gjson.Null { // missing, or null, as some clients write it
		arguments = gjson.Parse("{}")
	}
	problems := s.inputs[name].Check(arguments)
	if len(problems) > 0 {
		arguments = gjson.Parse(s.inputs[name].Mended(arguments.Raw, true))
		problems = s.inputs[name].Check(arguments)
	}
	if len(problems) > 0 {
		text := "the arguments are not valid:"
		for _, p := range problems {
			text += "\n" + p.Render("arguments")
		}
		return s.content(text, true)
	}
	value, err := guarded(ctx, s.options.Tools[i], json.RawMessage(arguments.Raw))
	if err != nil {
		return s.content(textOf(err), true)
	}
	text, err := compact(value)
	if err != nil {
		return s.content(err.Error(), true)
	}
	return s.content(text, false)
}

// guarded calls a tool. A panic is an error.
func guarded(ctx context.Context, tool Tool, arguments json.RawMessage) (value any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the tool %s has failed: %v", tool.Name, p)
		}
	}()
	return tool.Call(ctx, arguments)
}

// textOf returns an error for an agent: with its hint, and a list of mistakes with all of them.
func textOf(err error) string {
	if failed, ok := errors.AsType[*fault.Error](err); ok && failed.Hint != "" {
		return fault.Text(err) + "\n" + failed.Hint
	}
	return fault.Text(err)
}
