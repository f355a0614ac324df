package config

// listenKeys returns the keys of where the server listens, which proxies it trusts, and how it
// answers.
func listenKeys() []keyEntry {
	return []keyEntry{
		{"server.port", TypeInt, "8080", "port", "TCP port to listen on; 0 takes a free one"},
		{"server.address", TypeText, "127.0.0.1", "address", "address to listen on; 0.0.0.0 is every interface, unix:/run/app.sock a socket"},
		{"server.socket-mode", TypeText, "", "", "permissions of the socket in octal digits, such as 0660"},
		{"server.context-path", TypeText, "", "", "path all routes stand under, such as /api"},
		{"server.tls.certificate", TypeText, "", "", "file of the certificate, in PEM; with it HTTPS is spoken"},
		{"server.tls.key", TypeText, "", "", "file of its key"},
		{"server.tls.certificates[].certificate", TypeText, "", "", "file of a further certificate, chosen by the name clients ask for"},
		{"server.tls.certificates[].key", TypeText, "", "", "file of its key"},
		{"server.tls.min-version", TypeText, "1.2", "", "oldest version of TLS: 1.2 or 1.3"},
		{"server.tls.client-ca", TypeText, "", "", "file of the authorities that clients need a certificate of"},
		{"server.trusted-proxies", TypeList, "", "", "addresses and networks of proxies that are believed; or loopback, private, unix"},
		{"server.forwarded-headers", TypeText, "", "", "what those proxies write: x-forwarded or forwarded; whichever is there when not set"},
		{"server.cors.origins", TypeList, "", "", "origins whose pages may use the answers: whole, https://*.example.com, null, or \"*\""},
		{"server.cors.methods", TypeList, "", "", "methods they may use; GET, HEAD, POST, PUT, PATCH, DELETE when not set"},
		{"server.cors.headers", TypeList, "", "", "headers they may send; all when not set"},
		{"server.cors.exposed-headers", TypeList, "", "", "headers of answers they may read besides the usual ones"},
		{"server.cors.credentials", TypeBool, "false", "", "whether cookies may come along"},
		{"server.cors.max-age", TypeDuration, "30m", "", "time a browser may keep the answer to a preflight"},
		{"server.cors.private-network", TypeBool, "false", "", "whether public pages may ask when this is a private network"},
		{"server.cors.paths[].path", TypeText, "", "", "paths that have a rule of their own, such as /api/**; the first that fits counts"},
		{"server.cors.paths[].origins", TypeList, "", "", "origins allowed there; none with []"},
		{"server.cors.paths[].methods", TypeList, "", "", "methods allowed there"},
		{"server.cors.paths[].headers", TypeList, "", "", "headers allowed there"},
		{"server.cors.paths[].exposed-headers", TypeList, "", "", "headers of answers that may be read there"},
		{"server.cors.paths[].credentials", TypeBool, "", "", "whether cookies may come along there"},
		{"server.cors.paths[].max-age", TypeDuration, "", "", "time a browser may keep the answer to a preflight; 30m when not set"},
		{"server.cors.paths[].private-network", TypeBool, "", "", "whether public pages may ask there when this is a private network"},
		{"server.static", TypeMap, "", "", "folders of files served as they are, by path: \"/\": public"},
		{"server.compression.enabled", TypeBool, "true", "", "compress responses for clients that ask for it"},
		{"server.compression.min-bytes", TypeSize, "1KiB", "", "smallest response that is compressed"},
		{"server.compression.types", TypeList, "", "", "media types that are: text/html, text/*, *+json; texts of all kinds when not set"},
		{"server.compression.codings", TypeList, "", "", "in the server's order; zstd, br, gzip when not set"},
	}
}

// limitKeys returns the keys of how much the server does at the same time, and for how long.
func limitKeys() []keyEntry {
	return []keyEntry{
		{"server.workers.min", TypeInt, "", "", "script VMs kept ready; as many as processors when not set"},
		{"server.workers.max", TypeInt, "32", "", "script VMs at most"},
		{"server.workers.queue", TypeInt, "1024", "", "requests that may wait for a VM; more are answered with 503"},
		{"server.workers.idle", TypeDuration, "1m", "", "time after which an unused VM above the minimum is dropped"},
		{"server.handler-timeout", TypeDuration, "30s", "", "deadline of one handler call"},
		{"server.start-timeout", TypeDuration, "30s", "", "time the scripts have to load and their beans to be made"},
		{"server.cpu-timeout", TypeDuration, "2s", "", "longest uninterrupted run of a script, in CPU time on Linux"},
		{"server.memory-limit", TypeSize, "", "", "heap at which the longest running script is stopped; half of the memory there is when not set"},
		{"server.max-body-bytes", TypeSize, "10MiB", "", "largest request body; more is answered with 413"},
		{"server.max-header-bytes", TypeSize, "8KiB", "", "largest request line with its headers; more is answered with 431"},
		{"server.max-connections", TypeInt, "10000", "", "most open connections; one more is answered with 503; lowered where fewer files may be open"},
		{"server.max-json-depth", TypeInt, "128", "", "deepest nesting of a JSON body"},
		{"server.multipart.max-bytes", TypeSize, "", "", "largest multipart body; max-file-bytes and max-body-bytes together when not set"},
		{"server.multipart.max-file-bytes", TypeSize, "10MiB", "", "largest uploaded file"},
		{"server.multipart.max-field-bytes", TypeSize, "1MiB", "", "largest text in a multipart body"},
		{"server.multipart.max-files", TypeInt, "20", "", "most files of a multipart body"},
		{"server.multipart.max-parts", TypeInt, "1000", "", "most parts of a multipart body, texts and files"},
		{"server.multipart.folder", TypeText, "", "", "folder for files that are being uploaded; the system's own for temporary files when not set"},
		{"server.read-timeout", TypeDuration, "30s", "", "time a client has to send a request"},
		{"server.write-timeout", TypeDuration, "30s", "", "time a client has to take a response"},
		{"server.idle-timeout", TypeDuration, "1m", "", "time a connection may wait for its next request"},
		{"server.access-log", TypeBool, "", "", "log each request; on a terminal when not set"},
		{"server.shutdown-timeout", TypeDuration, "20s", "", "time running requests have to end when the server stops"},
	}
}
