// Package weburl parses URLs as browsers do: the URL Standard's state machine, with
// its special schemes, IPv4 and IPv6 hosts, internationalised domain names and
// percent-encode sets. net/url follows RFC 3986 and answers differently in many cases
// that scripts meet.
//
//	u, ok := weburl.Parse("../b?q=ü#x", base)
//	u.Href() // "https://example.org/b?q=%C3%BC#x"
//
// A [URL] is a value; [URL.Set] changes one component as the standard's setters do.
// [ParseForm] and [SerializeForm] are application/x-www-form-urlencoded.
//
// The package imports no other package of fwrun. Texts are UTF-8; what is not valid reads as U+FFFD.
package weburl
