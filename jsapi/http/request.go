package http

// Request is the request behind a script's HttpRequest. The edge that received it implements it. Values are read when
// the script asks for them, and are not available once the request has been answered: then Alive is false, and the
// script gets an error.
//
// Pairs are names and values in the order of the request, with repeated names.
type Request interface {
	Alive() bool
	Internal() bool // made inside the process on behalf of another request

	Method() string // upper case
	URI() string    // the canonical path, without query
	QueryString() string
	ServerProtocol() string
	Scheme() string // "http" or "https"
	Host() string   // as the client sent it; empty if unknown
	URL() string    // scheme, host, path and query; empty if the host is unknown

	QueryParams() [][2]string
	PostParams() [][2]string
	Cookies() [][2]string
	Headers() [][2]string        // with names in lower case
	Header(name string) []string // the values of a header, in whatever case its name is written

	BodyRead() bool               // false if there is a body that was not read; then the methods below return nothing
	Body() []byte                 // a copy
	Text() (text string, ok bool) // the body; false if it is not text in a known charset
	Files() []any                 // of a multipart body; each is an UploadedFile
	ContentType() string

	// If the runtime does not know the value, ok is false.
	RemoteAddr() (addr string, port int, ok bool)
	ServerAddr() (addr string, ok bool)
	RequestTime() (unix int64, ok bool)
}
