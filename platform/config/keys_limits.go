package config

// limitKeys are the keys of how much the server does at the same time, and for how long.
var limitKeys = []Key{
	{
		Name: "server.workers.min", Type: TypeInt, Min: "1", Max: "10000", Otherwise: "the number of processors when not set",
		Doc: "number of script VMs that are kept ready",
	},
	{Name: "server.workers.max", Type: TypeInt, Default: "32", Min: "1", Max: "10000", Doc: "largest number of script VMs"},
	{
		Name: "server.workers.queue", Type: TypeInt, Default: "1024", Min: "1", Max: "1000000",
		Doc: "number of requests that may wait for a VM; further ones are answered with 503",
	},
	{
		Name: "server.workers.max-wait", Type: TypeDuration, Default: "1s",
		Doc: "longest time for which a request waits for a VM; then it is answered with 503; half of it under steady overload",
	},
	{Name: "server.workers.idle", Type: TypeDuration, Default: "1m", Doc: "time after which an unused VM above the minimum is removed"},
	{Name: "server.handler-timeout", Type: TypeDuration, Default: "30s", Doc: "time limit of one call of a handler"},
	{Name: "server.start-timeout", Type: TypeDuration, Default: "30s", Doc: "time limit of loading the scripts and creating the beans"},
	{Name: "server.timer-grace", Type: TypeDuration, Default: "1s", Doc: "time for which timers of a call that has ended may still fire"},
	{Name: "server.cpu-timeout", Type: TypeDuration, Default: "2s", Doc: "longest uninterrupted run of a script, in CPU time on Linux"},
	{
		Name: "server.memory-limit", Type: TypeSize, Otherwise: "a third of the memory of the machine or its control group when not set",
		Doc: "size of the heap at which the longest running script is stopped",
	},
	{
		Name: "server.memory-hard-limit", Type: TypeSize, Effect: OnRestart, Otherwise: "nine tenths of the container's memory when not set",
		Doc: "memory of the process at which `fwrun serve --supervise` replaces it, on Linux",
	},
	{
		Name: "server.max-stream-bytes", Type: TypeSize, Default: "1GiB", Effect: OnRestart,
		Doc: "largest request body of a handler that takes it as a ReadableStream",
	},
	{
		Name: "server.max-body-bytes", Type: TypeSize, Default: "10MiB", Effect: OnRestart,
		Doc: "largest request body; larger ones are answered with 413",
	},
	{
		Name: "server.max-response-bytes", Type: TypeSize, Default: "64MiB",
		Doc: "largest response body that is not streamed and no file; a result that is larger is answered with 500",
	},
	{
		Name: "server.max-log-lines", Type: TypeInt, Default: "10000", Min: "0", Max: "1073741824",
		Doc: "lines that one call of a handler may log, a line of more than 1 KiB counting as several; 0 for no limit",
	},
	{
		Name: "server.max-log-lines-per-second", Type: TypeInt, Default: "10000", Min: "0", Max: "1073741824",
		Doc: "lines that all scripts together may log in a second; 0 for no limit",
	},
	{
		Name: "server.max-header-bytes", Type: TypeSize, Default: "8KiB", Effect: OnRestart,
		Doc: "largest request line with its headers; larger ones are answered with 431",
	},
	{
		Name: "server.max-connections", Type: TypeInt, Default: "10000", Min: "1", Max: "1000000", Effect: OnRestart,
		Doc: "largest number of open connections; further ones are answered with 503; lowered if the process may open fewer files",
	},
	{
		Name: "server.max-connections-per-client", Type: TypeInt, Default: "256", Min: "0", Max: "1000000", Effect: OnRestart,
		Doc: "largest number of open connections of one address, or of requests in progress if they come through trusted proxies; further " +
			"ones are answered with 429; 0 for no limit",
	},
	{
		Name: "server.max-hops", Type: TypeInt, Default: "8", Min: "0", Max: "1000", Effect: OnRestart,
		Doc: "how deeply requests of the application to itself may be nested; deeper ones are answered with 508",
	},
	{
		Name: "server.max-json-depth", Type: TypeInt, Default: "128", Min: "1", Max: "10000", Effect: OnRestart,
		Doc: "greatest nesting depth of a JSON body",
	},
	{
		Name: "server.max-json-values", Type: TypeInt, Default: "100000", Min: "1", Max: "1000000000", Effect: OnRestart,
		Doc: "largest number of values in a JSON body, members and elements; more are answered with 413",
	},
	{Name: "server.wasm.max-module-bytes", Type: TypeSize, Default: "16MiB", Doc: "largest module of WebAssembly that is compiled"},
	{Name: "server.wasm.memory-limit", Type: TypeSize, Default: "64MiB", Doc: "size to which one memory of WebAssembly may grow"},
	{
		Name: "server.wasm.worker-memory-limit", Type: TypeSize, Default: "128MiB",
		Doc: "size to which all memories of WebAssembly of one VM may grow; they count into server.memory-limit",
	},
	{
		Name: "server.json.proto", Type: TypeText, Default: "refuse", Choices: []string{"refuse", "drop"}, Effect: OnRestart,
		Doc: "what happens to the names __proto__ and constructor.prototype in bodies, messages, arguments, and the objects of queries " +
			"and cookies: refuse answers with 400, drop leaves them out",
	},
	{
		Name: "server.json.coerce", Type: TypeBool, Default: "false", Effect: OnRestart,
		Doc: "whether texts, numbers and booleans in JSON are converted to each other, as the texts of a query are: " +
			"\"1\" as an int, \"true\" as a bool",
	},
	{
		Name: "server.json.unknown", Type: TypeText, Default: "ignore", Choices: []string{"ignore", "refuse"}, Effect: OnRestart,
		Doc: "what happens to undeclared names in bodies, messages and arguments: refuse answers with 400, ignore does not read them",
	},
	{
		Name: "server.json.duplicates", Type: TypeText, Default: "last", Choices: []string{"last", "refuse"}, Effect: OnRestart,
		Doc: "what happens to a name that occurs twice in an object of JSON: refuse answers with 400, last reads the last one",
	},
	{
		Name: "server.multipart.max-bytes", Type: TypeSize, Effect: OnRestart,
		Otherwise: "max-file-bytes and max-body-bytes together when not set",
		Doc:       "largest multipart body",
	},
	{Name: "server.multipart.max-file-bytes", Type: TypeSize, Default: "10MiB", Effect: OnRestart, Doc: "largest uploaded file"},
	{Name: "server.multipart.max-field-bytes", Type: TypeSize, Default: "1MiB", Effect: OnRestart, Doc: "largest text in a multipart body"},
	{
		Name: "server.multipart.max-files", Type: TypeInt, Default: "20", Min: "1", Max: "10000", Effect: OnRestart,
		Doc: "largest number of files in a multipart body",
	},
	{
		Name: "server.multipart.max-parts", Type: TypeInt, Default: "1000", Min: "1", Max: "100000", Effect: OnRestart,
		Doc: "largest number of parts of a multipart body, texts and files",
	},
	{
		Name: "server.multipart.folder", Type: TypeText, Effect: OnRestart, File: true,
		Otherwise: "the system's folder for temporary files when not set",
		Doc:       "folder for files that are being uploaded",
	},
	{Name: "server.read-timeout", Type: TypeDuration, Default: "30s", Effect: OnRestart, Doc: "time limit for a client to send a request"},
	{
		Name: "server.write-timeout", Type: TypeDuration, Default: "30s", Effect: OnRestart,
		Doc: "time limit for a client to receive a response",
	},
	{Name: "server.idle-timeout", Type: TypeDuration, Default: "1m", Effect: OnRestart, Doc: "time after which an idle connection is closed"},
	{Name: "server.access-log", Type: TypeBool, Effect: OnRestart, Otherwise: "when not set, only on a terminal", Doc: "log each request"},
	{
		Name: "server.shutdown-delay", Type: TypeDuration, Default: "0s",
		Doc: "time for which the server goes on serving after SIGTERM, while its readiness is OUT_OF_SERVICE, so that load balancers stop " +
			"sending to it",
	},
	{Name: "server.shutdown-timeout", Type: TypeDuration, Default: "20s", Doc: "time limit for requests in flight when the server stops"},
	{
		Name: "server.stream-grace", Type: TypeDuration, Default: "2s", Effect: OnRestart,
		Doc: "time that streams, and other responses that are being sent, have to end when the server stops",
	},
}
