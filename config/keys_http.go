package config

// httpKeys returns the keys of requests that scripts send.
func httpKeys() []keyEntry {
	return []keyEntry{
		{"http.client.timeout", TypeDuration, "30s", "", "time limit of a request, to the end of the response body"},
		{"http.client.connect-timeout", TypeDuration, "10s", "", "time limit of connecting, and of the TLS handshake"},
		{"http.client.header-timeout", TypeDuration, "", "", "time limit from sending the request to the headers of the response; the whole timeout when not set"},
		{"http.client.max-response-bytes", TypeSize, "64MiB", "", "largest response body, decompressed"},
		{"http.client.max-message-bytes", TypeSize, "4MiB", "", "largest message of a WebSocket, and largest event of an EventSource, that scripts receive; at most 64MiB"},
		{"http.client.max-unsent-bytes", TypeSize, "16MiB", "", "bytes that one WebSocket of a script keeps until they are sent; at most 64MiB"},
		{"http.client.max-connections", TypeInt, "", "", "requests in flight at the same time, after which further ones wait; an eighth of the files that the process may open, at most 8192, when not set"},
		{"http.client.max-connections-per-host", TypeInt, "", "", "likewise to one host, and connections to it; half of http.client.max-connections when not set"},
		{"http.client.queue", TypeInt, "1024", "", "number of requests to one host that may wait"},
		{"http.client.acquire-timeout", TypeDuration, "10s", "", "longest wait of a request for others to end"},
		{"http.client.max-idle-connections", TypeInt, "", "", "number of idle connections that are kept open; half of http.client.max-connections when not set"},
		{"http.client.idle-timeout", TypeDuration, "90s", "", "time after which an idle connection is closed"},
		{"http.client.retries.max", TypeInt, "0", "", "number of times a failed GET, HEAD, OPTIONS, PUT or DELETE is sent again"},
		{"http.client.retries.backoff", TypeDuration, "200ms", "", "approximate delay before the second attempt; doubled for each further one"},
		{"http.client.retries.max-delay", TypeDuration, "10s", "", "longest delay between attempts, also when a server asks for more with Retry-After"},
		{"http.client.retries.statuses", TypeList, "", "", "statuses that are retried; 502, 503, 504 when not set"},
		{"http.client.proxy", TypeText, "", "", "URL of a proxy, or false for no proxy; the proxy of the environment variables when not set"},
		{"http.client.no-proxy", TypeList, "", "", "hosts that are reached without the proxy; localhost, 127.0.0.0/8, ::1 when not set"},
		{"http.client.private-addresses", TypeText, "allow", "", "allow or forbid: requests to addresses that are not public"},
		{"http.client.allowed-hosts", TypeList, "", "", "host names, *.example.com, addresses and networks that are allowed nevertheless"},
		{"http.client.tls.ca", TypeText, "", "", "PEM file of certificate authorities that are trusted in addition to the system's"},
		{"http.client.tls.insecure", TypeBool, "false", "", "accept every certificate; for tests only"},
		{"http.client.trace", TypeBool, "true", "", "send the trace of the current request in the header traceparent"},

		{"http.clients.*.base-url", TypeText, "", "", "URL to which the paths of requests are relative; the bean of the client is called <name>-client"},
		{"http.clients.*.timeout", TypeDuration, "", "", "time limit of a request; http.client.timeout when not set"},
		{"http.clients.*.max-response-bytes", TypeSize, "", "", "largest response body, decompressed; http.client.max-response-bytes when not set"},
		{"http.clients.*.headers", TypeMap, "", "", "headers that are sent with each request to the origin of the base URL"},
		{"http.clients.*.auth.bearer", TypeText, "", "", "token of bearer authentication"},
		{"http.clients.*.auth.basic.username", TypeText, "", "", "user of basic authentication"},
		{"http.clients.*.auth.basic.password", TypeText, "", "", "password of basic authentication"},
		{"http.clients.*.retries.max", TypeInt, "", "", "number of times a failed request is sent again; http.client.retries.max when not set"},
		{"http.clients.*.retries.backoff", TypeDuration, "", "", "approximate delay before the second attempt; http.client.retries.backoff when not set"},
		{"http.clients.*.retries.max-delay", TypeDuration, "", "", "longest delay between attempts; http.client.retries.max-delay when not set"},
		{"http.clients.*.retries.statuses", TypeList, "", "", "statuses that are retried; http.client.retries.statuses when not set"},
	}
}
