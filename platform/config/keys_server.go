package config

// listenKeys are the keys of where the server listens, which proxies it trusts, and how it answers.
var listenKeys = []Key{
	{
		Name: "server.port", Type: TypeInt, Default: "8080", Min: "0", Max: "65535", Effect: OnRestart, Flag: "port",
		Doc: "TCP port to listen on; 0 chooses a free one",
	},
	{
		Name: "server.address", Type: TypeText, Default: "127.0.0.1", Effect: OnRestart, Flag: "address",
		Doc: "address to listen on; 0.0.0.0 is every interface, unix:/run/app.sock a socket",
	},
	{Name: "server.socket-mode", Type: TypeText, Effect: OnRestart, Doc: "permissions of the socket in octal digits, such as 0660"},
	{Name: "server.context-path", Type: TypeText, Effect: OnRestart, Doc: "path that precedes all routes, such as /api"},
	{Name: "server.tls.certificate", Type: TypeText, Effect: OnRestart, File: true, Doc: "PEM file of the certificate; turns on HTTPS"},
	{Name: "server.tls.key", Type: TypeText, Effect: OnRestart, Secret: true, File: true, Doc: "PEM file of its private key"},
	{
		Name: "server.tls.certificates[].certificate", Type: TypeText, Effect: OnRestart, File: true,
		Doc: "PEM file of a further certificate, chosen by the host name that a client requests",
	},
	{Name: "server.tls.certificates[].key", Type: TypeText, Effect: OnRestart, Secret: true, File: true, Doc: "PEM file of its private key"},
	{
		Name: "server.tls.min-version", Type: TypeText, Default: "1.2", Choices: []string{"1.2", "1.3"}, Effect: OnRestart,
		Doc: "oldest accepted version of TLS: 1.2 or 1.3",
	},
	{
		Name: "server.tls.handshake-timeout", Type: TypeDuration, Default: "10s", Effect: OnRestart,
		Doc: "time limit for a client to end the TLS handshake",
	},
	{
		Name: "server.tls.client-ca", Type: TypeText, Effect: OnRestart, File: true,
		Doc: "PEM file of certificate authorities; clients must have a certificate from one of them",
	},
	{Name: "server.trusted-proxies", Type: TypeList, Doc: "addresses and networks of trusted proxies; also loopback, private, unix"},
	{
		Name: "server.forwarded-headers", Type: TypeText, Choices: []string{"x-forwarded", "forwarded"},
		Otherwise: "whichever is present when not set",
		Doc:       "headers that the proxies send: x-forwarded or forwarded",
	},
	{
		Name: "server.cors.origins", Type: TypeList,
		Doc: "origins whose pages may read responses, such as https://app.example.com or https://*.example.com; also null, or \"*\" for all",
	},
	{Name: "server.cors.methods", Type: TypeList, Otherwise: "GET, HEAD, POST, PUT, PATCH, DELETE when not set", Doc: "allowed methods"},
	{Name: "server.cors.headers", Type: TypeList, Otherwise: "all when not set", Doc: "allowed request headers"},
	{
		Name: "server.cors.exposed-headers", Type: TypeList,
		Doc: "response headers that pages may read in addition to those of the CORS standard",
	},
	{Name: "server.cors.credentials", Type: TypeBool, Default: "false", Doc: "allow requests with cookies and other credentials"},
	{
		Name: "server.cors.max-age", Type: TypeDuration, Default: "30m",
		Doc: "time for which a browser may cache the response to a preflight request",
	},
	{
		Name: "server.cors.private-network", Type: TypeBool, Default: "false",
		Doc: "allow pages from the public internet to call a server in a private network",
	},
	{
		Name: "server.cors.paths[].path", Type: TypeText,
		Doc: "paths with a rule of their own, such as /api/**; the first rule that matches applies",
	},
	{Name: "server.cors.paths[].origins", Type: TypeList, Doc: "allowed origins for these paths; [] allows none"},
	{Name: "server.cors.paths[].methods", Type: TypeList, Doc: "allowed methods for these paths"},
	{Name: "server.cors.paths[].headers", Type: TypeList, Doc: "allowed request headers for these paths"},
	{Name: "server.cors.paths[].exposed-headers", Type: TypeList, Doc: "response headers that pages may read for these paths"},
	{Name: "server.cors.paths[].credentials", Type: TypeBool, Doc: "allow credentials for these paths"},
	{
		Name: "server.cors.paths[].max-age", Type: TypeDuration, Default: "30m",
		Doc: "time for which a browser may cache the response to a preflight request",
	},
	{Name: "server.cors.paths[].private-network", Type: TypeBool, Doc: "allow pages from the public internet for these paths"},
	{
		Name: "server.static", Type: TypeMap,
		Doc: "folders of static files by path, such as \"/\": public",
		Each: []Key{
			{Name: "folder", Type: TypeText},
			{Name: "index", Type: TypeText},
			{Name: "cache-control", Type: TypeText},
			{Name: "fallback", Type: TypeBool},
			{Name: "precompressed", Type: TypeBool},
			{Type: TypeText},
		},
	},
	{Name: "server.compression.enabled", Type: TypeBool, Default: "true", Doc: "compress responses for clients that accept it"},
	{Name: "server.compression.min-bytes", Type: TypeSize, Default: "1KiB", Doc: "smallest response that is compressed"},
	{
		Name: "server.compression.types", Type: TypeList, Otherwise: "all texts when not set",
		Doc: "media types that are compressed, such as text/html, text/*, *+json",
	},
	{
		Name: "server.compression.codings", Type: TypeList, Otherwise: "zstd, br, gzip when not set",
		Doc: "content codings, in order of preference",
	},
}
