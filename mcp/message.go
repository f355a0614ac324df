package mcp

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// rpcRequest is a message while it is being answered.
type rpcRequest struct {
	*Server
	Caller
	message  jsonrpc.Message
	protocol protocol
	filter   toolFilter

	operation Operation // what is known of it so far
	scopes    []string  // one of them would have allowed what was denied
}

// message answers one message.
func (s *Server) message(x Exchange, body []byte) {
	began := time.Now()
	m, bad := jsonrpc.ReadWithin(body, s.settings.JSON)
	if bad != nil {
		status := http.StatusOK
		if bad.TooLarge {
			status = http.StatusRequestEntityTooLarge
		} else if bad.Code == jsonrpc.ParseError || bad.IsBatch() || string(x.Header(headerVersion)) == modernVersion {
			status = http.StatusBadRequest
		}
		x.Respond(status, typeJSON, bad.Append(nil, m.ID))
		return
	}
	if !m.WantsAnswer() {
		x.Respond(http.StatusAccepted, "", nil)
		return
	}
	r := &rpcRequest{Server: s, Caller: x, message: m, filter: s.filterOf(x)}
	if bad := r.chooseProtocol(x); bad != nil {
		r.observe(began, bad)
		x.Respond(http.StatusBadRequest, typeJSON, bad.Append(nil, m.ID))
		return
	}
	result, err := r.answer()
	if err != nil {
		bad := r.errorOf(err)
		r.observe(began, bad)
		x.Respond(r.protocol.status(bad), typeJSON, bad.Append(nil, m.ID))
		return
	}
	r.observe(began, nil)
	status := http.StatusOK
	if len(r.scopes) > 0 && s.settings.OAuth != nil { // the client is to get a token with more scopes
		x.SetHeader("WWW-Authenticate", s.settings.OAuth.StepUp(r.scopes))
		status = http.StatusForbidden
	}
	x.Respond(status, typeJSON, jsonrpc.AppendResult(make([]byte, 0, len(result)+64), m.ID, result))
}

var errUnknownMethod = &jsonrpc.Error{Code: jsonrpc.MethodNotFound, Message: "Method not found"}

func invalidParams(format string, args ...any) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: fmt.Sprintf(format, args...)}
}

// answer returns the result of a request.
func (r *rpcRequest) answer() ([]byte, error) {
	if answer, known := r.protocol.own(r); known {
		return answer()
	}
	switch r.message.Method {
	case "tools/list":
		return r.listTools()
	case "tools/call":
		return r.callTool()
	}
	if len(r.resources) > 0 {
		switch r.message.Method {
		case "resources/list":
			return r.listResources()
		case "resources/templates/list":
			return r.listTemplates()
		case "resources/read":
			return r.readResource()
		}
	}
	if len(r.prompts) > 0 {
		switch r.message.Method {
		case "prompts/list":
			return r.listPrompts()
		case "prompts/get":
			return r.getPrompt()
		}
	}
	return nil, errUnknownMethod
}

// errorOf returns what a client sees of a failure.
func (r *rpcRequest) errorOf(err error) *jsonrpc.Error {
	if known, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return known
	}
	r.logFailure("a request of an agent failed", err, slog.String("method", r.message.Method))
	return &jsonrpc.Error{Code: jsonrpc.InternalError, Message: "Internal error"}
}

// param returns a member of the params.
func (r *rpcRequest) param(name string) gjson.Result { return memberOf(r.message.Params, name) }

// noCursor refuses cursors: lists have one page.
func (r *rpcRequest) noCursor() error {
	if cursor := r.param("cursor"); cursor.Exists() && cursor.Type != gjson.Null {
		return invalidParams("Invalid cursor")
	}
	return nil
}

// logFailure logs an error whose details are hidden from clients.
func (r *rpcRequest) logFailure(what string, err error, attrs ...slog.Attr) {
	attrs = append(attrs, slog.String("error", err.Error()))
	if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
		attrs = append(attrs, slog.String("stack", thrown.Stack()), slog.String("source", thrown.Excerpt()))
	}
	r.settings.Log.LogAttrs(r.Context(r.Alive()), slog.LevelError, what, attrs...)
}
