package wire

// Violation says why a client's bytes are not a request. Its text may be shown to the client: it repeats nothing that
// was sent.
type Violation uint8

// The violations. The zero value means that there is no violation.
const (
	none Violation = iota

	bareLF
	control
	tooLong
	tooManyFields
	tooManyEmptyLines

	badRequestLine
	badMethod
	badVersion
	badTarget
	badAuthority

	folded
	spaceInName
	badName
	trailerField

	noHost
	twoHosts
	badHost
	otherHost

	twoLengths
	badLength
	twoCodings
	badCoding
	codingAndLength
	codingIn10

	twoTypes

	badChunkSize
	badExtension
	noChunkEnd

	violations // the number of violations
)

// texts are the texts of Error.
var texts = [violations]string{
	none: "nothing is wrong",

	bareLF:            "a line must end with CR LF",
	control:           "a line has a control character in it",
	tooLong:           "the request's headers are too large",
	tooManyFields:     "the request has too many headers",
	tooManyEmptyLines: "there are too many empty lines before the request",

	badRequestLine: "the request line must be a method, a target and a version, with one space between them",
	badMethod:      "the method must be a token",
	badVersion:     "the version must be HTTP/1.1 or HTTP/1.0",
	badTarget:      "the target must be a path, an http URL or, for OPTIONS, an asterisk; it must be escaped and have no fragment",
	badAuthority:   "the target must name a host as host or host:port",

	folded:       "a header must not continue on the next line",
	spaceInName:  "a header's name must end at its colon and have no space",
	badName:      "a header's name must be a token",
	trailerField: "a header of this kind is not allowed as a trailer",

	noHost:    "the Host header is missing",
	twoHosts:  "there must be one Host header",
	badHost:   "the Host header must be a host or host:port",
	otherHost: "the Host header must be the host of the target",

	twoLengths:      "there must be one Content-Length header",
	badLength:       "the Content-Length must be one number",
	twoCodings:      "there must be one Transfer-Encoding header",
	badCoding:       "the Transfer-Encoding must be chunked",
	codingAndLength: "there must not be both Transfer-Encoding and Content-Length",
	codingIn10:      "HTTP/1.0 has no Transfer-Encoding",

	twoTypes: "there must be one Content-Type header",

	badChunkSize: "a chunk's size must be a hexadecimal number",
	badExtension: "a chunk's extension must be a name, or a name and a value",
	noChunkEnd:   "a chunk must end where its size says",
}

// Error returns the text of the violation.
func (v Violation) Error() string { return texts[v] }

// TooLarge reports whether the request is well-formed as far as it was read, but has more headers than are accepted.
func (v Violation) TooLarge() bool { return v == tooLong || v == tooManyFields }
