// Package host turns the manifest's routes into an HTTP server on fasthttp.
//
// [New] builds a routing table and a binding plan for every route from a manifest; at run time nothing is looked up by
// name. All requests go through the same stages: canonical path, route, limits and media types, body, then
// [Application.Run], which binds the arguments straight into script values and writes the result straight into the
// response. Interceptors, the error controller and streams are stages of the same way: see stage.
//
// Laws. The path is decoded once, and that one form serves routing, scripts, problem bodies and logs. Whatever waits
// for the client – the body above all – happens before a VM is borrowed. Nothing of a fasthttp request is touched after
// its handler has returned: what a script may keep, its HttpRequest, is cut off first. An error that a client sees is
// application/problem+json or, for a browser, a page; of a failure it shows only the trace id, which is in the log. In
// development it shows everything: see report.
//
// [Server.Swap] replaces the table between two requests, so a new generation of an application takes over while the old
// one finishes the requests it has begun.
//
//	server, err := host.New(application, host.Settings{ContextPath: "/api"}, log)
//	go server.Serve(listener)
//	…
//	err = server.Shutdown(ctx)
package host
