// Package part makes globals of scripts out of parts, each of which costs a VM nothing until one of its globals is used.
//
// A [Part] is a script, the functions in Go that it calls, and the globals that it defines. [Realm.Offer] puts accessors in
// the places of the globals; the first that is read runs the part, after the parts that it needs. A script is compiled
// once for all VMs, when the first of them needs it.
//
//	files := part.Part{
//		Name: "blob", Needs: []string{"base", "streams"}, Globals: []string{"Blob", "File"},
//		Script: part.Script(scripts, "blob.js"),
//		Host:   func(r *part.Realm) map[string]part.Native { return map[string]part.Native{"slice": …} },
//	}
//
// The script is a function expression of two parameters. `host` has the part's own functions, and those of the platform
// behind them. `web` is what the parts of one VM share: `web.globals` takes the globals by name, and a part
// may leave there what others need of it. `web.use(name)` runs a part that is needed in some cases only, and reports
// whether there is one of that name.
package part
