package config

// listenKeys returns the keys of where the server listens, which proxies it trusts, and how it
// answers.
func listenKeys() []keyEntry {
	return []keyEntry{
		{"server.port", TypeInt, "8080", "port", "TCP port to listen on; 0 chooses a free one"},
		{"server.address", TypeText, "127.0.0.1", "address", "address to listen on; 0.0.0.0 is every interface, unix:/run/app.sock a socket"},
		{"server.socket-mode", TypeText, "", "", "permissions of the socket in octal digits, such as 0660"},
		{"server.context-path", TypeText, "", "", "path that precedes all routes, such as /api"},
		{"server.tls.certificate", TypeText, "", "", "PEM file of the certificate; turns on HTTPS"},
		{"server.tls.key", TypeText, "", "", "PEM file of its private key"},
		{"server.tls.certificates[].certificate", TypeText, "", "", "PEM file of a further certificate, chosen by the host name that a client requests"},
		{"server.tls.certificates[].key", TypeText, "", "", "PEM file of its private key"},
		{"server.tls.min-version", TypeText, "1.2", "", "oldest accepted version of TLS: 1.2 or 1.3"},
		{"server.tls.client-ca", TypeText, "", "", "PEM file of certificate authorities; clients must have a certificate from one of them"},
		{"server.trusted-proxies", TypeList, "", "", "addresses and networks of trusted proxies; also loopback, private, unix"},
		{"server.forwarded-headers", TypeText, "", "", "headers that the proxies send: x-forwarded or forwarded; whichever is present when not set"},
		{"server.cors.origins", TypeList, "", "", "origins whose pages may read responses, such as https://app.example.com or https://*.example.com; also null, or \"*\" for all"},
		{"server.cors.methods", TypeList, "", "", "allowed methods; GET, HEAD, POST, PUT, PATCH, DELETE when not set"},
		{"server.cors.headers", TypeList, "", "", "allowed request headers; all when not set"},
		{"server.cors.exposed-headers", TypeList, "", "", "response headers that pages may read in addition to those of the CORS standard"},
		{"server.cors.credentials", TypeBool, "false", "", "allow requests with cookies and other credentials"},
		{"server.cors.max-age", TypeDuration, "30m", "", "time for which a browser may cache the response to a preflight request"},
		{"server.cors.private-network", TypeBool, "false", "", "allow pages from the public internet to call a server in a private network"},
		{"server.cors.paths[].path", TypeText, "", "", "paths with a rule of their own, such as /api/**; the first rule that matches applies"},
		{"server.cors.paths[].origins", TypeList, "", "", "allowed origins for these paths; [] allows none"},
		{"server.cors.paths[].methods", TypeList, "", "", "allowed methods for these paths"},
		{"server.cors.paths[].headers", TypeList, "", "", "allowed request headers for these paths"},
		{"server.cors.paths[].exposed-headers", TypeList, "", "", "response headers that pages may read for these paths"},
		{"server.cors.paths[].credentials", TypeBool, "", "", "allow credentials for these paths"},
		{"server.cors.paths[].max-age", TypeDuration, "", "", "time for which a browser may cache the response to a preflight request; 30m when not set"},
		{"server.cors.paths[].private-network", TypeBool, "", "", "allow pages from the public internet for these paths"},
		{"server.static", TypeMap, "", "", "folders of static files by path, such as \"/\": public"},
		{"server.compression.enabled", TypeBool, "true", "", "compress responses for clients that accept it"},
		{"server.compression.min-bytes", TypeSize, "1KiB", "", "smallest response that is compressed"},
		{"server.compression.types", TypeList, "", "", "media types that are compressed, such as text/html, text/*, *+json; all texts when not set"},
		{"server.compression.codings", TypeList, "", "", "content codings, in order of preference; zstd, br, gzip when not set"},
	}
}

// limitKeys returns the keys of how much the server does at the same time, and for how long.
func limitKeys() []keyEntry {
	return []keyEntry{
		{"server.workers.min", TypeInt, "", "", "number of script VMs that are kept ready; the number of processors when not set"},
		{"server.workers.max", TypeInt, "32", "", "largest number of script VMs"},
		{"server.workers.queue", TypeInt, "1024", "", "number of requests that may wait for a VM; further ones are answered with 503"},
		{"server.workers.idle", TypeDuration, "1m", "", "time after which an unused VM above the minimum is removed"},
		{"server.handler-timeout", TypeDuration, "30s", "", "time limit of one call of a handler"},
		{"server.start-timeout", TypeDuration, "30s", "", "time limit of loading the scripts and creating the beans"},
		{"server.cpu-timeout", TypeDuration, "2s", "", "longest uninterrupted run of a script, in CPU time on Linux"},
		{"server.memory-limit", TypeSize, "", "", "size of the heap at which the longest running script is stopped; a third of the memory of the machine or its control group when not set"},
		{"server.max-body-bytes", TypeSize, "10MiB", "", "largest request body; larger ones are answered with 413"},
		{"server.max-response-bytes", TypeSize, "64MiB", "", "largest response body that is not streamed and no file; a result that is larger is answered with 500"},
		{"server.max-log-lines", TypeInt, "10000", "", "lines that one call of a handler may log, a line of more than 1 KiB counting as several; 0 for no limit"},
		{"server.max-log-lines-per-second", TypeInt, "10000", "", "lines that all scripts together may log in a second; 0 for no limit"},
		{"server.max-header-bytes", TypeSize, "8KiB", "", "largest request line with its headers; larger ones are answered with 431"},
		{"server.max-connections", TypeInt, "10000", "", "largest number of open connections; further ones are answered with 503; lowered if the process may open fewer files"},
		{"server.max-json-depth", TypeInt, "128", "", "greatest nesting depth of a JSON body"},
		{"server.multipart.max-bytes", TypeSize, "", "", "largest multipart body; max-file-bytes and max-body-bytes together when not set"},
		{"server.multipart.max-file-bytes", TypeSize, "10MiB", "", "largest uploaded file"},
		{"server.multipart.max-field-bytes", TypeSize, "1MiB", "", "largest text in a multipart body"},
		{"server.multipart.max-files", TypeInt, "20", "", "largest number of files in a multipart body"},
		{"server.multipart.max-parts", TypeInt, "1000", "", "largest number of parts of a multipart body, texts and files"},
		{"server.multipart.folder", TypeText, "", "", "folder for files that are being uploaded; the system's folder for temporary files when not set"},
		{"server.read-timeout", TypeDuration, "30s", "", "time limit for a client to send a request"},
		{"server.write-timeout", TypeDuration, "30s", "", "time limit for a client to receive a response"},
		{"server.idle-timeout", TypeDuration, "1m", "", "time after which an idle connection is closed"},
		{"server.access-log", TypeBool, "", "", "log each request; when not set, only on a terminal"},
		{"server.shutdown-delay", TypeDuration, "0s", "", "time for which the server goes on serving after SIGTERM, while its readiness is OUT_OF_SERVICE, so that load balancers stop sending to it"},
		{"server.shutdown-timeout", TypeDuration, "20s", "", "time limit for requests in flight when the server stops"},
		{"server.stream-grace", TypeDuration, "2s", "", "time that streams, and other responses that are being sent, have to end when the server stops"},
	}
}
