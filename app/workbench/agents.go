package workbench

import (
	"encoding/json"
	"net/http"

	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/fault"
)

// offered is a tool, a resource or a prompt.
type offered struct {
	Kind    string          `json:"kind"` // tool, resource or prompt
	Name    string          `json:"name"`
	Handler string          `json:"handler"`
	Place   string          `json:"place"`
	MayUse  string          `json:"mayUse"`
	Tokens  int             `json:"tokens"` // of a model's context, estimated
	Shown   json.RawMessage `json:"shown"`  // as agents see it
}

// agents lists what agents are offered, as they see it.
func (p *Parts) agents(*http.Request) (any, error) {
	c, list, total := mcp.CatalogueOf(p.Application.Manifest(), p.Rules, p.Agents), []offered{}, 0
	for _, group := range []struct {
		kind    string
		entries []mcp.Entry
	}{{"tool", c.Tools}, {"resource", c.Resources}, {"prompt", c.Prompts}} {
		for _, e := range group.entries {
			list = append(list, offered{group.kind, e.Name, e.Handler, e.Place.String(), e.MayUse(), e.Tokens(), e.JSON})
			total += e.Tokens()
		}
	}
	return map[string]any{"entries": list, "tokens": total}, nil
}

// calling is a message for the MCP endpoint.
type calling struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	As     *Identity       `json:"as"`
}

// mayCall are the methods that the playground sends.
var mayCall = map[string]bool{
	"tools/list": true, "tools/call": true, "resources/list": true, "resources/templates/list": true, "resources/read": true, "prompts/list": true,
	"prompts/get": true,
}

// callAgent sends a message as an agent does, and returns the answer.
func (p *Parts) callAgent(r *http.Request) (any, error) {
	var c calling
	if err := devtools.Read(r, &c); err != nil {
		return nil, err
	}
	if !mayCall[c.Method] {
		return nil, fault.New(op, fault.Invalid, "the playground lists, calls and reads; it does not send "+c.Method)
	}
	if err := p.checkIdentity(c.As); err != nil {
		return nil, err
	}
	if c.Params == nil {
		c.Params = json.RawMessage("{}")
	}
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": c.Method, "params": c.Params})
	if err != nil {
		return nil, err
	}
	status, body, err := p.CallAgent(p.onBehalfOf(r.Context(), c.As), message)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"status": status}
	if json.Valid(body) && len(body) <= largestShown {
		answer["message"] = json.RawMessage(body)
	} else {
		answer["text"], answer["cut"] = cutText(body)
	}
	return answer, nil
}
