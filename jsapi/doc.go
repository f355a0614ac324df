// Package jsapi is everything a script can import from "fwrun" or see as a global.
//
// [API] implements the interface that the engine has for a host. It installs the globals of package web, and then the
// modules of "fwrun" in turn. Each module is a folder with its Go code, its scripts and its tests; [New] lists them,
// and package realm has what they share. A module reaches the host through the small interfaces that it declares:
// http.Request, sql.Database, aspects.Caches, …
package jsapi
