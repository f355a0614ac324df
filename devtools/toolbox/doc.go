// Package toolbox offers functions to coding agents as tools of the Model Context Protocol.
//
// Each message is answered by itself: nothing is kept of a client, so that one server answers over HTTP, over a socket and over
// stdio. An answer is one text, JSON, and never longer than its limit: a longer one is cut, and says so.
//
//	box, err := toolbox.New(toolbox.Options{Name: "shop", Version: "1", Tools: []toolbox.Tool{{
//		Name: "check", Description: "…", Input: `{"type":"object","properties":{}}`, ReadOnly: true,
//		Call: func(ctx context.Context, arguments json.RawMessage) (any, error) { … },
//	}}})
//	status, body := box.Answer(ctx, message)
//
// Laws. Arguments are checked against their schema before a tool sees them. A panic of a tool is an error of its call. A tool's error
// is sent to the agent, which can do something about it. Over HTTP, pages of other origins and names that are not of this machine
// are refused.
package toolbox
