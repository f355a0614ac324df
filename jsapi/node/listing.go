package node

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/node/crypto"
	"github.com/fwrun/fwrun/jsapi/node/tcp"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// partPrefix begins the names of the parts that are modules of Node.
const partPrefix = "node:"

// modules lists the modules of Node. A module that is not in a list of its own is a script of the folder modules.
var modules = slices.Concat(
	[]part.Part{
		own("assert"), same("assert/strict", "assert", "strict"),
		native("async_hooks", asyncHooks),
		native("buffer", bufferFunctions),
		own("console"), own("constants"), own("diagnostics_channel"), native("dns", nameFunctions()), same("dns/promises", "dns", "promises"),
		native("events", loads(map[string]string{"loadEvents": "events"})),
		own("http"), httpsModule, own("v8"),
		own("http2"), own("tls"), own("path"), same("path/posix", "path", "posix"), same("path/win32", "path", "win32"),
		same("fs/promises", "fs", "promises"), own("readline"),
		same("readline/promises", "readline", "promises"), own("tty"),
		own("perf_hooks"), npm("punycode"), own("querystring"), native("stream", loads(map[string]string{"loadStream": "readable-stream"})),
		same("stream/promises", "stream", "promises"), own("stream/consumers"), own("stream/web"),
		native("string_decoder", loads(map[string]string{"loadDecoder": "string_decoder"})), own("timers"), own("timers/promises"),
		native("url", loads(map[string]string{"loadURL": "url"})),
		native("util", utilFunctions), same("util/types", "util", "types"), alias("sys", "util"), own("test"), native("zlib", zlibFunctions),
	},
	refused,
)

// refused lists the modules that can be imported and not used.
var refused = []part.Part{
	refuse("child_process", "an application cannot start processes", "exec execFile execFileSync execSync fork spawn spawnSync ChildProcess"),
	refuse("cluster", "several workers serve the application already; a second process is the same binary behind a load balancer",
		"fork setupPrimary setupMaster disconnect Worker", "isMaster: true, isPrimary: true, isWorker: false, "+
			"workers: {}, on() { return this }, once() { return this }, off() { return this }, "+
			"addListener() { return this }, removeListener() { return this }"),
	refuse("domain", "catch errors where they are thrown; AsyncLocalStorage carries values", "create createDomain Domain"),
	refuse("dgram", "sockets of UDP are not available", "createSocket Socket"),
	refuse("inspector", "use fwrun profile, and console.log", "open close url waitForDebugger Session"),
	refuse("inspector/promises", "use fwrun profile, and console.log", "open close url waitForDebugger Session"),
	refuse("repl", "use fwrun repl", "start REPLServer"),
	refuse("sea", "an application is a folder beside the binary", "isSea getAsset getAssetAsBlob getRawAsset"),
	refuse("sqlite", "use the bean SqlTemplate, or a Repository", "DatabaseSync StatementSync backup"),
	refuse("test/reporters", "fwrun test --junit writes reports", "dot junit lcov spec tap"),
	refuse("trace_events", "use the bean Tracer, and fwrun profile", "createTracing getEnabledCategories"),
	refuse("vm", "code is compiled when the application starts", "runInContext runInNewContext runInThisContext createContext "+
		"compileFunction Script SourceTextModule"),
	refuse("wasi", "instantiate modules with WebAssembly", "WASI"),
	refuse("worker_threads", "several workers serve the application already; @Async runs a method in the background",
		"Worker moveMessagePortToContext receiveMessageOnPort markAsUntransferable",
		"isMainThread: true, parentPort: null, threadId: 0, workerData: null, resourceLimits: {}, "+
			"SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'), get BroadcastChannel() { return globalThis.BroadcastChannel }, "+
			"get MessageChannel() { return globalThis.MessageChannel }, get MessagePort() { return globalThis.MessagePort }"),
}

// listing is the module that lists the others.
var listing = native("module", moduleNames)

// names are the names of all modules, sorted.
var names = namesOf(modules)

func namesOf(modules []part.Part) []string {
	names := []string{"crypto", "fs", "module", "net", "os", "process"}
	for _, m := range modules {
		names = append(names, strings.TrimPrefix(m.Name, partPrefix))
	}
	slices.Sort(names)
	return names
}

// moduleNames is the function in Go of node:module.
func moduleNames(r *part.Realm) map[string]part.Native {
	return map[string]part.Native{"names": func(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(Names()) }}
}

// Names lists the modules that scripts can import, sorted, without their prefix.
func Names() []string { return slices.Clone(names) }

// Options say what the modules may use.
type Options struct {
	Folders folders.Folders // where node:fs finds files
	Env     []string        // "NAME=value", what process.env has
	Sockets tcp.Options     // what node:net and node:tls connect by
	Offline bool            // node:dns asks nobody
}

// Parts returns the modules, and the globals that Node has besides those of the web.
func Parts(o Options) []part.Part {
	modules := slices.Clone(modules)
	if o.Offline {
		i := slices.IndexFunc(modules, func(p part.Part) bool { return p.Name == partPrefix+"dns" })
		modules[i].Host = namesOffline
	}
	return slices.Concat(fsScripts, httpScripts, []part.Part{
		base, globals, listing, cryptoPart,
		with(fsModule, diskFunctions(o.Folders)), with(osModule, machine(o.Folders)), with(netModule, tcp.Functions(o.Sockets)),
		with(processModule, processFunctions(o)),
	}, modules)
}

// cryptoModule has a package of its own.
func cryptoModule() part.Part {
	p := crypto.Part()
	p.Needs = append([]string{base.Name}, p.Needs...)
	return p
}

// The modules whose functions in Go depend on options.
var (
	cryptoPart    = cryptoModule()
	fsModule      = own("fs")
	netModule     = own("net")
	osModule      = own("os")
	processModule = own("process")
)

// fsScripts are what the script of node:fs is made of. No program can import them.
var fsScripts = []part.Part{own("fs/values"), own("fs/files"), own("fs/folders"), own("fs/streams")}

// httpScripts are what the script of node:http is made of, likewise.
var httpScripts = []part.Part{
	own("http/messages"), own("http/agent"), own("http/client"), own("http/server"), own("http/mount"),
	native("http/wire", loads(map[string]string{"loadParser": "http-parser"})),
}

// httpsModule is a member of node:http. Its script has the name that a stack shows in Node.
var httpsModule = part.Part{Name: partPrefix + "https", Needs: []string{partPrefix + "http"}, Script: named("https", partPrefix+"https")}

func with(p part.Part, host func(r *part.Realm) map[string]part.Native) part.Part {
	p.Host = host
	return p
}
