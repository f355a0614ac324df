// Package jsapi is everything a script can import from "fwrun" or see as a global.
//
// [API] implements what the engine asks of a host. It installs the globals of package web and then, one after the other, the
// modules of "fwrun": a folder each, with its Go, its scripts and its tests. [New] has the listing of them; what they
// have in common is package realm. What the host has to offer reaches a module as the small interfaces that it
// declares: http.Request, sql.Database, aspects.Caches, …
package jsapi
