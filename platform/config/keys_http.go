package config

// httpKeys are the keys of requests that scripts send.
var httpKeys = []Key{
	{Name: "http.client.timeout", Type: TypeDuration, Default: "30s", Doc: "time limit of a request, to the end of the response body"},
	{Name: "http.client.connect-timeout", Type: TypeDuration, Default: "10s", Doc: "time limit of connecting, and of the TLS handshake"},
	{
		Name: "http.client.header-timeout", Type: TypeDuration, Otherwise: "the whole timeout when not set",
		Doc: "time limit from sending the request to the headers of the response",
	},
	{Name: "http.client.max-response-bytes", Type: TypeSize, Default: "64MiB", Min: "1B", Doc: "largest response body, decompressed"},
	{
		Name: "http.client.max-message-bytes", Type: TypeSize, Default: "4MiB", Min: "1B", Max: "64MiB",
		Doc: "largest message of a WebSocket, and largest event of an EventSource, that scripts receive; at most 64MiB",
	},
	{
		Name: "http.client.max-unsent-bytes", Type: TypeSize, Default: "16MiB", Min: "1B", Max: "64MiB",
		Doc: "bytes that one WebSocket of a script keeps until they are sent; at most 64MiB",
	},
	{
		Name: "http.client.max-connections", Type: TypeInt, Min: "1", Max: "1000000",
		Otherwise: "an eighth of the files that the process may open, at most 8192, when not set",
		Doc:       "requests in flight at the same time, after which further ones wait",
	},
	{
		Name: "http.client.max-connections-per-host", Type: TypeInt, Min: "0", Max: "1000000",
		Otherwise: "half of http.client.max-connections when not set",
		Doc:       "likewise to one host, and connections to it",
	},
	{
		Name: "http.client.queue", Type: TypeInt, Default: "1024", Min: "1", Max: "1000000",
		Doc: "number of requests to one host that may wait",
	},
	{Name: "http.client.acquire-timeout", Type: TypeDuration, Default: "10s", Doc: "longest wait of a request for others to end"},
	{
		Name: "http.client.max-idle-connections", Type: TypeInt, Min: "1", Max: "1000000",
		Otherwise: "half of http.client.max-connections when not set",
		Doc:       "number of idle connections that are kept open",
	},
	{Name: "http.client.idle-timeout", Type: TypeDuration, Default: "90s", Doc: "time after which an idle connection is closed"},
	{
		Name: "http.client.retries.max", Type: TypeInt, Default: "0", Min: "0", Max: "100",
		Doc: "number of times a failed GET, HEAD, OPTIONS, PUT or DELETE is sent again",
	},
	{
		Name: "http.client.retries.backoff", Type: TypeDuration, Default: "200ms",
		Doc: "approximate delay before the second attempt; doubled for each further one",
	},
	{
		Name: "http.client.retries.max-delay", Type: TypeDuration, Default: "10s",
		Doc: "longest delay between attempts, also when a server asks for more with Retry-After",
	},
	{Name: "http.client.retries.statuses", Type: TypeList, Otherwise: "502, 503, 504 when not set", Doc: "statuses that are retried"},
	{
		Name: "http.client.proxy", Type: TypeText, Otherwise: "the proxy of the environment variables when not set",
		Doc: "URL of a proxy, or false for no proxy",
	},
	{Name: "http.client.no-proxy", Type: TypeList, Default: "localhost, 127.0.0.0/8, ::1", Doc: "hosts that are reached without the proxy"},
	{
		Name: "http.client.private-addresses", Type: TypeText, Default: "allow", Choices: []string{"allow", "forbid"},
		Doc: "allow or forbid: requests to addresses that are not public",
	},
	{
		Name: "http.client.allowed-hosts", Type: TypeList,
		Doc: "host names, *.example.com, addresses and networks that are allowed nevertheless; and Unix sockets, as unix:/path, " +
			"which are not allowed otherwise",
	},
	{
		Name: "http.client.tls.ca", Type: TypeText, File: true,
		Doc: "PEM file of certificate authorities that are trusted in addition to the system's",
	},
	{Name: "http.client.tls.insecure", Type: TypeBool, Default: "false", Doc: "accept every certificate; for tests only"},
	{Name: "http.client.trace", Type: TypeBool, Default: "true", Doc: "send the trace of the current request in the header traceparent"},
}

// httpClientKeys are the keys of clients that have a name.
var httpClientKeys = []Key{
	{
		Name: "http.clients.*.base-url", Type: TypeText,
		Doc: "URL to which the paths of requests are relative; the bean of the client is called <name>-client",
	},
	{Name: "http.clients.*.timeout", Type: TypeDuration, Otherwise: "http.client.timeout when not set", Doc: "time limit of a request"},
	{
		Name: "http.clients.*.max-response-bytes", Type: TypeSize, Min: "1B", Otherwise: "http.client.max-response-bytes when not set",
		Doc: "largest response body, decompressed",
	},
	{
		Name: "http.clients.*.headers", Type: TypeMap,
		Doc:  "headers that are sent with each request to the origin of the base URL",
		Each: []Key{{Type: TypeText}},
	},
	{Name: "http.clients.*.auth.bearer", Type: TypeText, Secret: true, Doc: "token of bearer authentication"},
	{Name: "http.clients.*.auth.basic.username", Type: TypeText, Doc: "user of basic authentication"},
	{Name: "http.clients.*.auth.basic.password", Type: TypeText, Secret: true, Doc: "password of basic authentication"},
	{
		Name: "http.clients.*.retries.max", Type: TypeInt, Min: "0", Max: "100", Otherwise: "http.client.retries.max when not set",
		Doc: "number of times a failed request is sent again",
	},
	{
		Name: "http.clients.*.retries.backoff", Type: TypeDuration, Otherwise: "http.client.retries.backoff when not set",
		Doc: "approximate delay before the second attempt",
	},
	{
		Name: "http.clients.*.retries.max-delay", Type: TypeDuration, Otherwise: "http.client.retries.max-delay when not set",
		Doc: "longest delay between attempts",
	},
	{
		Name: "http.clients.*.retries.statuses", Type: TypeList, Otherwise: "http.client.retries.statuses when not set",
		Doc: "statuses that are retried",
	},
}
