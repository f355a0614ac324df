// Package jsapi is everything a script can import from "fwrun" or see as a global.
//
// [API] implements what the engine asks of a host: it installs the globals of package
// web and the exports into every VM. The exports are classes written in JavaScript
// (exports/*.js), compiled once, with the parts that need the host in Go behind them.
// What the host has to offer reaches this package as the small interfaces declared
// here: [Request], [Database], …
package jsapi
