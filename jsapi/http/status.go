package http

import (
	"strings"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// status is one HTTP status code.
type status struct {
	code   int
	reason string
	others []string // names besides the one derived from the reason: older ones, and those of other frameworks
}

// statuses lists every code of IANA's registry, in order, with the reasons of RFC 9110. Their names are the constants
// of HttpStatus.
func statuses() []status {
	return []status{
		{code: 100, reason: "Continue"},
		{code: 101, reason: "Switching Protocols"},
		{code: 102, reason: "Processing"},
		{code: 103, reason: "Early Hints"},
		{code: 104, reason: "Upload Resumption Supported"}, // a temporary registration

		{code: 200, reason: "OK"},
		{code: 201, reason: "Created"},
		{code: 202, reason: "Accepted"},
		{code: 203, reason: "Non-Authoritative Information"},
		{code: 204, reason: "No Content"},
		{code: 205, reason: "Reset Content"},
		{code: 206, reason: "Partial Content"},
		{code: 207, reason: "Multi-Status"},
		{code: 208, reason: "Already Reported"},
		{code: 226, reason: "IM Used"},

		{code: 300, reason: "Multiple Choices"},
		{code: 301, reason: "Moved Permanently"},
		{code: 302, reason: "Found", others: []string{"MOVED_TEMPORARILY"}},
		{code: 303, reason: "See Other"},
		{code: 304, reason: "Not Modified"},
		{code: 305, reason: "Use Proxy"},
		{code: 306, reason: "Unused", others: []string{"SWITCH_PROXY"}},
		{code: 307, reason: "Temporary Redirect"},
		{code: 308, reason: "Permanent Redirect"},

		{code: 400, reason: "Bad Request"},
		{code: 401, reason: "Unauthorized"},
		{code: 402, reason: "Payment Required"},
		{code: 403, reason: "Forbidden"},
		{code: 404, reason: "Not Found"},
		{code: 405, reason: "Method Not Allowed"},
		{code: 406, reason: "Not Acceptable"},
		{code: 407, reason: "Proxy Authentication Required"},
		{code: 408, reason: "Request Timeout"},
		{code: 409, reason: "Conflict"},
		{code: 410, reason: "Gone"},
		{code: 411, reason: "Length Required"},
		{code: 412, reason: "Precondition Failed"},
		{code: 413, reason: "Content Too Large", others: []string{"PAYLOAD_TOO_LARGE", "REQUEST_ENTITY_TOO_LARGE"}},
		{code: 414, reason: "URI Too Long", others: []string{"REQUEST_URI_TOO_LONG"}},
		{code: 415, reason: "Unsupported Media Type"},
		{code: 416, reason: "Range Not Satisfiable", others: []string{"REQUESTED_RANGE_NOT_SATISFIABLE"}},
		{code: 417, reason: "Expectation Failed"},
		{code: 418, reason: "I'm a teapot", others: []string{"I_AM_A_TEAPOT"}}, // registered as unused, so it will not get another meaning
		{code: 421, reason: "Misdirected Request", others: []string{"MISDIRECTED"}},
		{code: 422, reason: "Unprocessable Content", others: []string{"UNPROCESSABLE_ENTITY"}},
		{code: 423, reason: "Locked"},
		{code: 424, reason: "Failed Dependency"},
		{code: 425, reason: "Too Early"},
		{code: 426, reason: "Upgrade Required"},
		{code: 428, reason: "Precondition Required"},
		{code: 429, reason: "Too Many Requests"},
		{code: 431, reason: "Request Header Fields Too Large"},
		{code: 451, reason: "Unavailable For Legal Reasons"},

		{code: 500, reason: "Internal Server Error"},
		{code: 501, reason: "Not Implemented"},
		{code: 502, reason: "Bad Gateway"},
		{code: 503, reason: "Service Unavailable"},
		{code: 504, reason: "Gateway Timeout"},
		{code: 505, reason: "HTTP Version Not Supported"},
		{code: 506, reason: "Variant Also Negotiates"},
		{code: 507, reason: "Insufficient Storage"},
		{code: 508, reason: "Loop Detected"},
		{code: 510, reason: "Not Extended"},
		{code: 511, reason: "Network Authentication Required"},
	}
}

// names returns the constants of a status. The one derived from its reason comes first: IM_A_TEAPOT for "I'm a
// teapot".
func (s status) names() []string {
	var b strings.Builder
	for _, r := range strings.ToUpper(s.reason) {
		switch {
		case r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == ' ' || r == '-':
			b.WriteByte('_')
		}
	}
	return append([]string{b.String()}, s.others...)
}

// statusList returns the list for scripts.
func statusList(r *realm.Realm) engine.Value {
	var list []any
	for _, s := range statuses() {
		list = append(list, r.Runtime.NewArray(s.code, s.reason, r.Texts(s.names())))
	}
	return r.Runtime.NewArray(list...)
}
