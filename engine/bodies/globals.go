package bodies

import (
	"strings"
	"sync"
)

// runtime lists the globals of the runtime.
const runtime = `AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Blob
Boolean BroadcastChannel Buffer ByteLengthQueuingStrategy CloseEvent CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException
DataView Date DecompressionStream DisposableStack Error ErrorEvent EvalError Event EventSource EventTarget File FinalizationRegistry Float16Array
Float32Array Float64Array FormData Function GoError Headers Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math MessageChannel
MessageEvent MessagePort NaN Navigator Number Object Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver
PerformanceObserverEntryList Promise PromiseRejectionEvent Proxy RangeError ReadableByteStreamController ReadableStream ReadableStreamBYOBReader
ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError Reflect RegExp Request Response Set
SharedArrayBuffer String SubtleCrypto SuppressedError Symbol SyntaxError Temporal TextDecoder TextDecoderStream TextEncoder TextEncoderStream
TransformStream TransformStreamDefaultController TypeError URIError URL URLPattern URLSearchParams Uint16Array Uint32Array Uint8Array
Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WebSocket WritableStream WritableStreamDefaultController WritableStreamDefaultWriter
addEventListener atob btoa clearImmediate clearInterval clearTimeout console crypto decodeURI decodeURIComponent dispatchEvent encodeURI
encodeURIComponent escape eval fetch global globalThis isFinite isNaN navigator onerror onrejectionhandled onunhandledrejection parseFloat parseInt
performance process queueMicrotask removeEventListener reportError self setImmediate setInterval setTimeout structuredClone undefined unescape require
arguments
constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf`

// Globals returns the names that every file knows.
var Globals = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, name := range strings.Fields(runtime) {
		names[name] = true
	}
	return names
})

// surroundings are names by which scripts find out where they run. A file that asks for one of them may use all.
const surroundings = " window document self global process module exports define require Deno Bun importScripts WorkerGlobalScope navigator " +
	"location localStorage XMLHttpRequest attachEvent detachEvent "

// ofFiles are names that a file has which is no module.
const ofFiles = " module exports require __dirname __filename define "

func isOneOf(name, words string) bool { return strings.Contains(words, " "+name+" ") }

// elsewhere says what to use instead of a name that other platforms define, or returns "".
func elsewhere(name string) string {
	switch name {
	case "window", "document", "localStorage", "alert":
		return "scripts run on a server, where there is no page: return HTML instead"
	case "__dirname", "__filename":
		return `paths of node:fs are relative to the folder of the application: readFileSync("templates/mail.html")`
	case "Deno", "Bun":
		return `read configuration instead: @Value("${some.key}"), which the variable SOME_KEY sets in the environment`
	case "module", "exports":
		return "write `export` before what other files import"
	case "React":
		return "JSX is compiled to calls of React, which fwrun does not have: return a string or an object"
	}
	return ""
}
