package web

import (
	"embed"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/channels"
	"github.com/fwrun/fwrun/jsapi/web/ecma"
	"github.com/fwrun/fwrun/jsapi/web/forms"
	"github.com/fwrun/fwrun/jsapi/web/intl"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
	"github.com/fwrun/fwrun/jsapi/web/streams"
	"github.com/fwrun/fwrun/jsapi/web/subtle"
	"github.com/fwrun/fwrun/jsapi/web/urlpattern"
	"github.com/fwrun/fwrun/jsapi/web/wasm"
)

//go:embed prelude/*.js
var preludeFiles embed.FS

// parts lists the groups of globals. A VM runs most of them only when they are used, which saves half a megabyte
// and one or two milliseconds in a VM that does not use them. They are not compiled before, either.
var parts = slices.Concat([]part.Part{
	{Name: "base", Script: prelude("base"), Eager: true},
	{
		Name: "language", Script: prelude("language"), Eager: true, Needs: []string{"base"},
		Globals: []string{"FinalizationRegistry", "Iterator", "WeakRef"},
	},
	{Name: "exception", Script: prelude("exception"), Needs: []string{"base"}, Globals: []string{"DOMException"}},
	{
		Name: "targets", Script: prelude("targets"), Needs: []string{"base", "exception"},
		Globals: []string{"CustomEvent", "Event", "EventTarget"},
	},
	{Name: "events", Script: prelude("abort"), Needs: []string{"targets"}, Globals: []string{"AbortController", "AbortSignal"}},
	{
		Name: "reports", Script: prelude("reports"), Needs: []string{"targets"},
		Globals: []string{"ErrorEvent", "PromiseRejectionEvent", "addEventListener", "dispatchEvent", "removeEventListener", "reportError"},
	},
	{
		Name: "messages", Script: prelude("messages"), Needs: []string{"targets"},
		Globals: []string{"MessageChannel", "MessageEvent", "MessagePort"},
	},
	{
		Name: "console", Needs: []string{"base"}, Globals: []string{"console"},
		Script: part.Text("web/console.js", "(function (host, web) { web.globals.console = host.console(); })"),
	},
	{Name: "encoding", Script: prelude("encoding"), Needs: []string{"base"}, Globals: []string{"TextDecoder", "TextEncoder"}},
	{Name: "url", Script: prelude("url"), Needs: []string{"base"}, Globals: []string{"URL", "URLSearchParams"}},
	{Name: "headers", Script: prelude("headers"), Needs: []string{"base"}, Globals: []string{"Headers"}},
	{Name: "body", Script: prelude("body"), Needs: []string{"base", "url"}},
	{Name: "request", Script: prelude("request"), Needs: []string{"body", "events", "headers"}, Globals: []string{"Request"}},
	{Name: "response", Script: prelude("response"), Needs: []string{"body", "headers"}, Globals: []string{"Response"}},
	{Name: "fetch", Script: prelude("fetch"), Needs: []string{"request", "response"}, Globals: []string{"fetch"}},
	{
		Name: "platform", Script: prelude("platform"), Needs: []string{"base", "exception"},
		Globals: []string{"Crypto", "Navigator", "crypto", "navigator", "queueMicrotask"},
	},
	{
		Name: "performance", Script: prelude("performance"), Needs: []string{"platform", "targets"},
		Globals: []string{
			"Performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure", "PerformanceObserver", "PerformanceObserverEntryList", "performance",
		},
	},
	intl.Part(), subtle.Part(),
}, ecma.Parts(), streams.Parts(), forms.Parts(), urlpattern.Parts())

// allParts returns the parts of an application.
func allParts(o *Options) []part.Part {
	return slices.Concat(parts, []part.Part{
		channels.Part(func(*part.Realm) *channels.Hub { return o.Channels }),
	}, wasm.Parts(o.WebAssembly), sockets.Parts(o.Sockets), o.Parts)
}

// prelude compiles a file of the folder prelude.
func prelude(name string) func() (*goja.Program, error) {
	return part.Script(preludeFiles, "prelude/"+name+".js")
}
