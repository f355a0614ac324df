// Package mcp turns the tools, resources and prompts of a manifest into a server of the Model Context
// Protocol.
//
// A message comes with whoever sends it, a [Caller]: on whose behalf scripts run, requests are
// dispatched inside of the process, and an HttpRequest can be looked at. The way of a tool's call:
// the tool is looked for among those that the caller sees, the arguments are held against its schema, beforeCall
// of the interceptors, the call — a request through the whole pipeline for an endpoint, else the method of
// the bean —, the result as text and as an object, which is held against its schema, and afterCall.
//
//	server, err := mcp.New(application, mcp.Settings{…})
//	server.Serve(exchange) // a request of HTTP; see [Server.Serve] for the order of its checks
//
// Laws. Nothing is kept between two messages. What a caller does not see does not exist for it: the
// answers are the same, byte for byte. No log and no metric shows arguments, results or headers. An agent
// learns of a failure no more than "internal error"; the log has the rest.
package mcp
