package config

// httpKeys returns the keys of requests that scripts send.
func httpKeys() []keyEntry {
	return []keyEntry{
		{"http.client.timeout", TypeDuration, "30s", "", "time a request may take, to the end of its response's body"},
		{"http.client.connect-timeout", TypeDuration, "10s", "", "time a connection may take, and its TLS handshake"},
		{"http.client.header-timeout", TypeDuration, "", "", "time from the sent request to the headers of its response; as long as the whole when not set"},
		{"http.client.max-response-bytes", TypeSize, "64MiB", "", "largest response body, decompressed"},
		{"http.client.max-connections-per-host", TypeInt, "", "", "connections to one host, further requests wait; any number when not set"},
		{"http.client.max-idle-connections", TypeInt, "8192", "", "unused connections that are kept"},
		{"http.client.idle-timeout", TypeDuration, "90s", "", "time after which an unused connection is closed"},
		{"http.client.retries.max", TypeInt, "0", "", "how often a GET, HEAD, OPTIONS, PUT or DELETE that failed is sent again"},
		{"http.client.retries.backoff", TypeDuration, "200ms", "", "wait before the second try, about; doubled for each further one"},
		{"http.client.retries.max-delay", TypeDuration, "10s", "", "longest wait, also of what a server asks for by Retry-After"},
		{"http.client.retries.statuses", TypeList, "", "", "statuses that are failures; 502, 503, 504 when not set"},
		{"http.client.proxy", TypeText, "", "", "URL of a proxy, or false for none; what the environment says when not set"},
		{"http.client.no-proxy", TypeList, "", "", "hosts reached without that proxy; localhost, 127.0.0.0/8, ::1 when not set"},
		{"http.client.private-addresses", TypeText, "allow", "", "allow or forbid requests to addresses that are not the public internet's"},
		{"http.client.allowed-hosts", TypeList, "", "", "names, *.name, addresses and networks that are allowed all the same"},
		{"http.client.tls.ca", TypeText, "", "", "file of authorities, in PEM, that are trusted beside the system's"},
		{"http.client.tls.insecure", TypeBool, "false", "", "trust every certificate: for tests only"},
		{"http.client.trace", TypeBool, "true", "", "pass the trace of a request on, in traceparent"},

		{"http.clients.*.base-url", TypeText, "", "", "what the paths of this client stand below; its bean is called <name>-client"},
		{"http.clients.*.timeout", TypeDuration, "", "", "as http.client.timeout, which holds when not set; so do the others"},
		{"http.clients.*.max-response-bytes", TypeSize, "", "", "largest response body"},
		{"http.clients.*.headers", TypeMap, "", "", "headers of each request to the base URL's origin"},
		{"http.clients.*.auth.bearer", TypeText, "", "", "token of bearer authentication"},
		{"http.clients.*.auth.basic.username", TypeText, "", "", "user of basic authentication"},
		{"http.clients.*.auth.basic.password", TypeText, "", "", "password of basic authentication"},
		{"http.clients.*.retries.max", TypeInt, "", "", "how often a request that failed is sent again"},
		{"http.clients.*.retries.backoff", TypeDuration, "", "", "wait before the second try"},
		{"http.clients.*.retries.max-delay", TypeDuration, "", "", "longest wait"},
		{"http.clients.*.retries.statuses", TypeList, "", "", "statuses that are failures"},
	}
}
