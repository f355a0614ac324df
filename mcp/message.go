package mcp

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// turn is one message that is being answered.
type turn struct {
	*Server
	Caller
	message jsonrpc.Message
	era     era
	choice  choice // of tools
}

// message answers one message.
func (s *Server) message(x Exchange, body []byte) {
	m, bad := jsonrpc.Read(body)
	if bad != nil {
		status := http.StatusOK
		if bad.Code == jsonrpc.ParseError || bad.IsBatch() || string(x.Header(headerVersion)) == modernVersion {
			status = http.StatusBadRequest
		}
		x.Respond(status, typeJSON, bad.Append(nil, m.ID))
		return
	}
	if !m.WantsAnswer() {
		x.Respond(http.StatusAccepted, "", nil)
		return
	}
	t := &turn{Server: s, Caller: x, message: m, choice: s.choose(x)}
	if bad := t.enterEra(x); bad != nil {
		x.Respond(http.StatusBadRequest, typeJSON, bad.Append(nil, m.ID))
		return
	}
	result, err := t.answer()
	if err != nil {
		bad := t.errorOf(err)
		x.Respond(t.era.status(bad), typeJSON, bad.Append(nil, m.ID))
		return
	}
	x.Respond(http.StatusOK, typeJSON, jsonrpc.AppendResult(make([]byte, 0, len(result)+64), m.ID, result))
}

var errUnknownMethod = &jsonrpc.Error{Code: jsonrpc.MethodNotFound, Message: "Method not found"}

func invalidParams(format string, args ...any) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: fmt.Sprintf(format, args...)}
}

// answer gives the result of a request.
func (t *turn) answer() ([]byte, error) {
	if answer, known := t.era.own(t); known {
		return answer()
	}
	switch t.message.Method {
	case "tools/list":
		return t.listTools()
	case "tools/call":
		return t.callTool()
	}
	if len(t.resources) > 0 {
		switch t.message.Method {
		case "resources/list":
			return t.listResources()
		case "resources/templates/list":
			return t.listTemplates()
		case "resources/read":
			return t.readResource()
		}
	}
	if len(t.prompts) > 0 {
		switch t.message.Method {
		case "prompts/list":
			return t.listPrompts()
		case "prompts/get":
			return t.getPrompt()
		}
	}
	return nil, errUnknownMethod
}

// errorOf is what a client is told of a failure.
func (t *turn) errorOf(err error) *jsonrpc.Error {
	if known, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return known
	}
	t.logFailure("a request of an agent failed", err, slog.String("method", t.message.Method))
	return &jsonrpc.Error{Code: jsonrpc.InternalError, Message: "Internal error"}
}

// param is a member of the params.
func (t *turn) param(name string) gjson.Result { return memberOf(t.message.Params, name) }

// noCursor refuses cursors: lists have one page.
func (t *turn) noCursor() error {
	if cursor := t.param("cursor"); cursor.Exists() && cursor.Type != gjson.Null {
		return invalidParams("Invalid cursor")
	}
	return nil
}

// logFailure tells people what clients are not told.
func (t *turn) logFailure(what string, err error, attrs ...slog.Attr) {
	attrs = append(attrs, slog.String("error", err.Error()))
	if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
		attrs = append(attrs, slog.String("stack", thrown.Stack()), slog.String("source", thrown.Excerpt()))
	}
	t.settings.Log.LogAttrs(t.Context(t.Alive()), slog.LevelError, what, attrs...)
}
