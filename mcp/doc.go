// Package mcp turns the tools, resources and prompts of a manifest into a server of the Model Context Protocol.
//
// A message arrives with its sender, a [Caller]: on its behalf scripts run, requests are dispatched inside of the
// process, and an HttpRequest can be read. A tool's call has these stages: the tool is looked up among those that the
// caller may see, the arguments are checked against its schema, beforeCall of the interceptors runs, then the call — a
// request through the whole pipeline for an endpoint, otherwise the method of the bean —, the result is written as text
// and as an object, which is checked against its schema, and afterCall runs.
//
//	server, err := mcp.New(application, mcp.Settings{…})
//	server.Serve(exchange) // an HTTP request; see [Server.Serve] for the order of its checks
//
// Laws. Nothing is kept between two messages. What a caller may not see does not exist for it: the answers are the
// same, byte for byte. No log and no metric shows arguments, results or headers. An agent sees only "internal error" of
// a failure; the details are in the log.
package mcp
