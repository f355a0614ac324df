package http

// Request is what a script's HttpRequest reads from. The edge that took the request
// implements it. Everything is read when the script asks, and nothing is kept once the
// request has been answered: then Alive is false and the script gets an error.
//
// Pairs are name and value, in the order they came in, repeated names repeated.
type Request interface {
	Alive() bool
	Internal() bool // made inside of the process, on behalf of another one

	Method() string // upper case
	URI() string    // the canonical path, without query
	QueryString() string
	ServerProtocol() string
	Scheme() string // "http" or "https"
	Host() string   // as the client asked for it; empty when it is not known
	URL() string    // scheme, host, path and query; empty when the host is not known

	QueryParams() [][2]string
	PostParams() [][2]string
	Headers() [][2]string
	Cookies() [][2]string

	BodyRead() bool               // false while there is one that was not read, and what follows says nothing
	Body() []byte                 // a copy
	Text() (text string, ok bool) // the body; false when it is no text in a charset that is known
	Files() []any                 // of a multipart body, each an UploadedFile
	ContentType() string

	// What the runtime may not know; ok is false then.
	RemoteAddr() (addr string, port int, ok bool)
	ServerAddr() (addr string, ok bool)
	RequestTime() (unix int64, ok bool)
}
