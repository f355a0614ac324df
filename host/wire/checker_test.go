package wire

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

const limit = 1000

// verdict checks a text that arrives in pieces, and returns what is kept of it and the violation.
func verdict(text string, pieces ...int) (string, Violation) {
	c := NewChecker(limit)
	var kept bytes.Buffer
	for len(text) > 0 {
		n := len(text)
		if len(pieces) > 0 {
			n, pieces = min(pieces[0], n), pieces[1:]
		}
		p := []byte(text[:n])
		text = text[n:]
		n, err := c.Check(p)
		kept.Write(p[:n])
		if wrong, ok := errors.AsType[Violation](err); ok {
			if again, err := c.Check([]byte("GET / HTTP/1.1\r\n")); again != 0 || !errors.Is(err, wrong) {
				panic("a violation was forgotten")
			}
			return kept.String(), wrong
		}
	}
	return kept.String(), none
}

// everySplit checks a text as a whole, in single bytes, and split in two at each position.
func everySplit(t *testing.T, text string, want Violation) {
	t.Helper()
	if _, got := verdict(text); got != want {
		t.Errorf("%.200q: %v, want %v", text, got, want)
		return
	}
	if _, got := verdict(text, ones(len(text))...); got != want {
		t.Errorf("%.200q, byte by byte: %v, want %v", text, got, want)
	}
	for i := 1; i < len(text); i++ {
		if _, got := verdict(text, i); got != want {
			t.Errorf("%.200q, cut at %d: %v, want %v", text, i, got, want)
		}
	}
}

func ones(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = 1
	}
	return all
}

func TestRequestLines(t *testing.T) {
	for line, want := range map[string]Violation{
		"GET / HTTP/1.1":                      none,
		"GET / HTTP/1.0":                      none,
		"get / HTTP/1.1":                      none, // a token: package wire does not know the methods
		"M-SEARCH / HTTP/1.1":                 none,
		"GET /?a=b&c=%20|\"{}^`<> HTTP/1.1":   none,
		"GET /a;b=c:d@e HTTP/1.1":             none,
		"OPTIONS * HTTP/1.1":                  none,
		"GET http://h/a HTTP/1.1":             none,
		"GET HTTP://H?a HTTP/1.1":             none,
		"GET http://h:80/ HTTP/1.1":           none,
		"CONNECT h:443 HTTP/1.1":              none,
		"CONNECT [::1]:443 HTTP/1.1":          none,
		"GET / HTTP/9.9":                      badVersion,
		"GET / HTTP/2.0":                      badVersion,
		"GET / HTTP/1.2":                      badVersion,
		"GET / HTTP/0.9":                      badVersion,
		"GET / HTTP/1":                        badVersion,
		"GET / HTTP/11":                       badVersion,
		"GET / HTTP/1.10":                     badVersion,
		"GET / HTTP/01.1":                     badVersion,
		"GET / http/1.1":                      badVersion,
		"GET / HTTPS/1.1":                     badVersion,
		"GET / ICE/1.0":                       badVersion,
		"GET / HTTP/1.1 ":                     badVersion,
		"GET /  HTTP/1.1":                     badVersion,
		"GET / ":                              badVersion,
		"GET /a b HTTP/1.1":                   badVersion,
		"PRI * HTTP/2.0":                      badVersion,
		"GET /":                               badRequestLine,
		"GET  / HTTP/1.1":                     badRequestLine,
		"GET":                                 badMethod,
		" GET / HTTP/1.1":                     badMethod,
		"GET\t/ HTTP/1.1":                     badMethod,
		"G(T / HTTP/1.1":                      badMethod,
		"G\xffT / HTTP/1.1":                   badMethod,
		"\"GET\" / HTTP/1.1":                  badMethod,
		"/ HTTP/1.1":                          badMethod,
		"GET /a#b HTTP/1.1":                   badTarget,
		"GET /\xc3\xa9 HTTP/1.1":              badTarget,
		"GET /a\tb HTTP/1.1":                  badTarget,
		"GET a HTTP/1.1":                      badTarget,
		"GET * HTTP/1.1":                      badTarget,
		"OPTIONS ** HTTP/1.1":                 badTarget,
		"GET ftp://h/ HTTP/1.1":               badTarget,
		"GET h:80 HTTP/1.1":                   badTarget,
		"GET http:/h/ HTTP/1.1":               badTarget,
		"GET http://user@h/ HTTP/1.1":         badAuthority,
		"GET http:///a HTTP/1.1":              badAuthority,
		"GET http://:80/a HTTP/1.1":           badAuthority,
		"GET http://h:x/ HTTP/1.1":            badAuthority,
		"CONNECT h HTTP/1.1":                  badAuthority,
		"CONNECT /a HTTP/1.1":                 badAuthority,
		"CONNECT h:443/a HTTP/1.1":            badAuthority,
		"GET /\x00 HTTP/1.1":                  control,
		"GET /\x7f HTTP/1.1":                  control,
		"GET / HTTP/1.1\r":                    control,
		"GET / HTTP/1.1\rHost: h":             control,
		"\x16\x03\x01\x02\x00\x01\x00\x01":    control, // TLS
		"GET / HTTP/1.1\nX: y":                bareLF,
		"GET /" + strings.Repeat("a", limit):  tooLong,
		"GET /" + strings.Repeat("a", 900):    badRequestLine,
		strings.Repeat("GET", limit) + "\x00": tooLong,
	} {
		everySplit(t, line+"\r\nHost: h\r\n\r\n", want)
	}
}

func TestFields(t *testing.T) {
	for line, want := range map[string]Violation{
		"X: y":                 none,
		"X:y":                  none,
		"X: \t y \t ":          none,
		"X:":                   none,
		"X: ":                  none,
		"x!#$%&'*+-.^_`|~9: y": none,
		"X: caf\xe9 \xff\x80":  none,
		"X: a\tb":              none,
		"X: \"a\", (b); c=d":   none,
		"Content-Length: 0":    none,
		"content-length: 00":   none,
		"X : y":                spaceInName,
		"X\t: y":               spaceInName,
		"X Y: z":               spaceInName,
		" X: y":                folded,
		"\tX: y":               folded,
		" ":                    folded,
		"X: y\r\n z":           folded,
		"X: y\r\n\tz":          folded,
		"X: y\r\n : z":         folded,
		"Content-Type: a\r\nX: y\r\ncOntent-type: a": twoTypes,
		"Content-Encoding: a\r\nContent-Encoding: b": none,
		"X":                                     badName,
		"X y":                                   spaceInName,
		": y":                                   badName,
		"X[]: y":                                badName,
		"X@: y":                                 badName,
		"X/Y: z":                                badName,
		"X\xe9: y":                              badName,
		"(X): y":                                badName,
		"\xef\xbb\xbfX: y":                      badName,
		"X: \x00":                               control,
		"X: \x07":                               control,
		"X: \x0b":                               control,
		"X: \x1f":                               control,
		"X: \x7f":                               control,
		"X\x00: y":                              control,
		"X: y\rZ: z":                            control,
		"X: \ry":                                control,
		"\rX: y":                                control,
		"X: y\r":                                control,
		"X: y\nZ: z":                            bareLF,
		"X: y\n":                                bareLF,
		"\nX: y":                                bareLF,
		"X: y\n\r":                              bareLF,
		strings.Repeat("a: b\r\n", 98) + "a: b": none, // with Host, a hundred
		strings.Repeat("a: b\r\n", 99) + "a: b": tooManyFields,
		"X: " + strings.Repeat("a", limit):      tooLong,
		strings.Repeat("X: "+strings.Repeat("a", 93)+"\r\n", 11) + "X: y": tooLong,
	} {
		everySplit(t, "GET / HTTP/1.1\r\nHost: h\r\n"+line+"\r\n\r\n", want)
	}
}

func TestHosts(t *testing.T) {
	for head, want := range map[string]Violation{
		"GET / HTTP/1.1\r\nHost: example.org":                                none,
		"GET / HTTP/1.1\r\nhoSt:\texample.org \t":                            none,
		"GET / HTTP/1.1\r\nHost: h:8080":                                     none,
		"GET / HTTP/1.1\r\nHost: h:":                                         none,
		"GET / HTTP/1.1\r\nHost: h:65535":                                    none,
		"GET / HTTP/1.1\r\nHost: my_host.x~y-z":                              none,
		"GET / HTTP/1.1\r\nHost: 127.0.0.1:80":                               none,
		"GET / HTTP/1.1\r\nHost: [::1]":                                      none,
		"GET / HTTP/1.1\r\nHost: [2001:db8::1]:443":                          none,
		"GET / HTTP/1.1\r\nHost: [::ffff:127.0.0.1]:443":                     none,
		"GET / HTTP/1.0":                                                     none,
		"GET / HTTP/1.0\r\nHost: h":                                          none,
		"GET / HTTP/1.1":                                                     noHost,
		"GET / HTTP/1.1\r\nX-Host: h":                                        noHost,
		"GET http://h/ HTTP/1.1":                                             noHost,
		"GET / HTTP/1.1\r\nHost: h\r\nHost: h":                               twoHosts,
		"GET / HTTP/1.0\r\nHost: h\r\nHost: i":                               twoHosts,
		"GET / HTTP/1.1\r\nHost: h\r\nX: y\r\nHOST: i":                       twoHosts,
		"GET / HTTP/1.1\r\nHost:":                                            badHost,
		"GET / HTTP/1.1\r\nHost: :80":                                        badHost,
		"GET / HTTP/1.1\r\nHost: user@h":                                     badHost,
		"GET / HTTP/1.1\r\nHost: bad host":                                   badHost,
		"GET / HTTP/1.1\r\nHost: a, b":                                       badHost,
		"GET / HTTP/1.1\r\nHost: a,b":                                        badHost,
		"GET / HTTP/1.1\r\nHost: h/a":                                        badHost,
		"GET / HTTP/1.1\r\nHost: h?a":                                        badHost,
		"GET / HTTP/1.1\r\nHost: h#a":                                        badHost,
		"GET / HTTP/1.1\r\nHost: http://h":                                   badHost,
		"GET / HTTP/1.1\r\nHost: h:80:80":                                    badHost,
		"GET / HTTP/1.1\r\nHost: h:-1":                                       badHost,
		"GET / HTTP/1.1\r\nHost: h:65536":                                    badHost,
		"GET / HTTP/1.1\r\nHost: h:000080":                                   badHost,
		"GET / HTTP/1.1\r\nHost: h:8o":                                       badHost,
		"GET / HTTP/1.1\r\nHost: ::1":                                        badHost,
		"GET / HTTP/1.1\r\nHost: [::1":                                       badHost,
		"GET / HTTP/1.1\r\nHost: [::1]x":                                     badHost,
		"GET / HTTP/1.1\r\nHost: [127.0.0.1]":                                badHost,
		"GET / HTTP/1.1\r\nHost: [fe80::1%25eth0]":                           badHost,
		"GET / HTTP/1.1\r\nHost: [v1.a]":                                     badHost,
		"GET / HTTP/1.1\r\nHost: [" + strings.Repeat(":", 50):                badHost,
		"GET / HTTP/1.1\r\nHost: \xe9":                                       badHost,
		"GET / HTTP/1.1\r\nHost: h%00":                                       badHost,
		"GET / HTTP/1.1\r\nHost: (h)":                                        badHost,
		"GET http://h/ HTTP/1.1\r\nHost: h":                                  none,
		"GET http://h/ HTTP/1.1\r\nHost: H":                                  none,
		"GET http://h:80/ HTTP/1.1\r\nHost: h":                               none,
		"GET https://h HTTP/1.1\r\nHost: h:443":                              none,
		"GET http://h:/ HTTP/1.1\r\nHost: h:80":                              none,
		"GET http://h/ HTTP/1.0":                                             none,
		"GET http://h/ HTTP/1.1\r\nHost: i":                                  otherHost,
		"GET http://h/ HTTP/1.1\r\nHost: h.i":                                otherHost,
		"GET http://h/ HTTP/1.1\r\nHost: h:81":                               otherHost,
		"GET http://h/ HTTP/1.1\r\nHost: h:443":                              otherHost,
		"GET https://h/ HTTP/1.1\r\nHost: h:80":                              otherHost,
		"GET http://h:8080/ HTTP/1.1\r\nHost: h":                             otherHost,
		"GET http://[::1]:8080/ HTTP/1.1\r\nHost: [::1]:8080":                none,
		"GET http://[::1]/ HTTP/1.1\r\nHost: [::2]":                          otherHost,
		"GET http://i/ HTTP/1.0\r\nHost: h":                                  otherHost,
		"GET /http://i/ HTTP/1.1\r\nHost: h":                                 none,
		"GET http://h/ HTTP/1.1\r\nHost: h\r\nHost: i":                       twoHosts,
		"GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: i": none, // the next request does not have that target
	} {
		everySplit(t, head+"\r\n\r\n", want)
	}
}

func TestLengths(t *testing.T) {
	for text, want := range map[string]Violation{
		"Content-Length: 5\r\n\r\nhello":                                               none,
		"cOnTeNt-LeNgTh:5 \r\n\r\nhello":                                               none,
		"Content-Length: \t5\t\r\n\r\nhello":                                           none,
		"Content-Length: 0005\r\n\r\nhello":                                            none,
		"Content-Length: 999999999999999999\r\n\r\n":                                   none,
		"Content-Length: 0\r\n\r\n":                                                    none,
		"Content-Length: 5\r\n\r\nhello!\r\n":                                          badMethod, // after the body
		"Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello":                          twoLengths,
		"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!":                         twoLengths,
		"Content-Length: 0\r\nContent-Length: 0\r\n\r\n":                               twoLengths,
		"Content-Length: 5, 5\r\n\r\nhello":                                            badLength,
		"Content-Length: 5,6\r\n\r\nhello":                                             badLength,
		"Content-Length: +5\r\n\r\nhello":                                              badLength,
		"Content-Length: -5\r\n\r\nhello":                                              badLength,
		"Content-Length: -0\r\n\r\n":                                                   badLength,
		"Content-Length: 5 5\r\n\r\nhello":                                             badLength,
		"Content-Length: 5.0\r\n\r\nhello":                                             badLength,
		"Content-Length: 0x5\r\n\r\nhello":                                             badLength,
		"Content-Length: 5e0\r\n\r\nhello":                                             badLength,
		"Content-Length: \"5\"\r\n\r\nhello":                                           badLength,
		"Content-Length: 5;\r\n\r\nhello":                                              badLength,
		"Content-Length: five\r\n\r\nhello":                                            badLength,
		"Content-Length:\r\n\r\nhello":                                                 badLength,
		"Content-Length: \xb2\r\n\r\nhello":                                            badLength,
		"Content-Length: 9223372036854775808\r\n\r\n":                                  badLength,
		"Content-Length: 18446744073709551621\r\n\r\nhello":                            badLength,
		"Content-Length: 1234567890123456789\r\n\r\n":                                  badLength,
		"Content-Length : 5\r\n\r\nhello":                                              spaceInName,
		"Content Length: 5\r\n\r\nhello":                                               spaceInName,
		"Content-Length: 5\r\n 6\r\n\r\nhello":                                         folded,
		"Content-Length\r: 5\r\n\r\nhello":                                             control,
		"Content-Length: 5\n\r\nhello":                                                 bareLF,
		"Content-Length: 5\r\n\nhello":                                                 bareLF,
		"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n":                      codingAndLength,
		"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n":                      codingAndLength,
		"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n":                      codingAndLength,
		"Content-Length: 5\r\nTransfer-Encoding: identity\r\n\r\n":                     codingAndLength,
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n":             twoCodings,
		"Transfer-Encoding:\r\nContent-Length: 5\r\n\r\nhello":                         badCoding,
		"Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\n":                     badCoding,
		"Content-Length: abc\r\nTransfer-Encoding: chunked\r\n\r\n":                    badLength,
		"Content-Length: 1\r\n\r\naGET / HTTP/9.9\r\n":                                 badVersion,
		"Content-Length: 1\r\n\r\na\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n":          none,
		"Content-Length: 1\r\n\r\na\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n":      tooManyEmptyLines,
		"Content-Length: 1\r\n\r\na\nGET / HTTP/1.1\r\nHost: h\r\n\r\n":                bareLF,
		"Content-Length: 9\r\n\r\n\r\n\r\n\r\n\r\n\nGET / HTTP/1.1\r\nHost: h\r\n\r\n": none,
	} {
		everySplit(t, "POST / HTTP/1.1\r\nHost: h\r\n"+text, want)
	}
	everySplit(t, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", codingIn10)
}

func TestChunks(t *testing.T) {
	for body, want := range map[string]Violation{
		"5\r\nhello\r\n0\r\n\r\n": none,
		"0\r\n\r\n":               none,
		"A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n":          none,
		"0005\r\nhello\r\n000\r\n\r\n":                             none,
		"2\r\n\r\n\r\n0\r\n\r\n":                                   none,
		"5;a\r\nhello\r\n0;b\r\n\r\n":                              none,
		"5;a=b;c=\"d;\\\" e\";f\r\nhello\r\n0\r\n\r\n":             none,
		"0\r\nX-Sum: 1\r\nY: z\r\n\r\n":                            none,
		"fffffffffffffff\r\nhello":                                 none,
		"\r\nhello\r\n0\r\n\r\n":                                   badChunkSize,
		"g\r\nhello":                                               badChunkSize,
		"Z\r\nhello":                                               badChunkSize,
		"0x5\r\nhello\r\n0\r\n\r\n":                                badChunkSize,
		"-5\r\nhello\r\n0\r\n\r\n":                                 badChunkSize,
		"+5\r\nhello\r\n0\r\n\r\n":                                 badChunkSize,
		" 5\r\nhello\r\n0\r\n\r\n":                                 badChunkSize,
		"5 \r\nhello\r\n0\r\n\r\n":                                 badChunkSize,
		"5\t\r\nhello\r\n0\r\n\r\n":                                badChunkSize,
		"5 ;a\r\nhello\r\n0\r\n\r\n":                               badChunkSize,
		"5 5\r\nhello\r\n0\r\n\r\n":                                badChunkSize,
		"5,a\r\nhello\r\n0\r\n\r\n":                                badChunkSize,
		"5.\r\nhello\r\n0\r\n\r\n":                                 badChunkSize,
		";a\r\nhello\r\n0\r\n\r\n":                                 badChunkSize,
		"0000000000000005\r\nhello":                                badChunkSize,
		"ffffffffffffffff\r\nhello":                                badChunkSize,
		"10000000000000005\r\nhello":                               badChunkSize,
		"5;\r\nhello\r\n0\r\n\r\n":                                 badExtension,
		"5; a\r\nhello\r\n0\r\n\r\n":                               badExtension,
		"5;a=\r\nhello\r\n0\r\n\r\n":                               badExtension,
		"5;=a\r\nhello\r\n0\r\n\r\n":                               badExtension,
		"5;a=\"b\r\nhello\r\n0\r\n\r\n":                            badExtension,
		"5;a=\"b\"c\r\nhello\r\n0\r\n\r\n":                         badExtension,
		"5;a=\"b\\\r\nhello\r\n0\r\n\r\n":                          badExtension,
		"5;a b\r\nhello\r\n0\r\n\r\n":                              badExtension,
		"5;" + strings.Repeat("a", 300) + "\r\nhello\r\n0\r\n\r\n": badExtension,
		"5;a\nhello\r\n0\r\n\r\n":                                  bareLF,
		"5\nhello\r\n0\r\n\r\n":                                    bareLF,
		"5\r\nhello\n0\r\n\r\n":                                    bareLF,
		"5\r\nhello\r\n0\n\r\n":                                    bareLF,
		"5\r\nhello\r\n0\r\n\n":                                    bareLF,
		"5\r\nhello\r\n0\r\nX: y\n\r\n":                            bareLF,
		"5\rhello\r\n0\r\n\r\n":                                    control,
		"5\r\nhello\r0\r\n\r\n":                                    control,
		"5;a\rb\r\nhello\r\n0\r\n\r\n":                             control,
		"5;a=\"\x00\"\r\nhello\r\n0\r\n\r\n":                       control,
		"5\r\r\nhello\r\n0\r\n\r\n":                                control,
		"0\r\n\r\r\n":                                              control,
		"5\r\nhello0\r\n\r\n":                                      noChunkEnd,
		"5\r\nhello!\r\n0\r\n\r\n":                                 noChunkEnd,
		"4\r\nhello\r\n0\r\n\r\n":                                  noChunkEnd,
		"6\r\nhello\r\n0\r\n\r\n":                                  bareLF, // the data includes the CR
		"7\r\nhello\r\n0\r\n\r\n":                                  noChunkEnd,
		"0\r\nContent-Length: 5\r\n\r\n":                           trailerField,
		"0\r\ntransfer-encoding: chunked\r\n\r\n":                  trailerField,
		"0\r\nHost: i\r\n\r\n":                                     trailerField,
		"0\r\nAuthorization: Basic eA==\r\n\r\n":                   trailerField,
		"0\r\nCookie: a=b\r\n\r\n":                                 trailerField,
		"0\r\nX: y\r\nTrailer: X\r\n\r\n":                          trailerField,
		"0\r\nX : y\r\n\r\n":                                       spaceInName,
		"0\r\n X: y\r\n\r\n":                                       folded,
		"0\r\nGET / HTTP/1.1\r\n\r\n":                              spaceInName,
		"0\r\nX\r\n\r\n":                                           badName,
		"0\r\nX: \x00\r\n\r\n":                                     control,
		"0\r\n" + strings.Repeat("a: b\r\n", 101) + "\r\n":         tooManyFields,
		"0\r\nX: " + strings.Repeat("a", limit) + "\r\n\r\n":       tooLong,
		"0\r\n\r\nGET / HTTP/9.9\r\n\r\n":                          badVersion,
		"0\r\n\r\nX":                                               none,
	} {
		everySplit(t, "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"+body, want)
	}
}

func TestEmptyLines(t *testing.T) {
	const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	everySplit(t, "\r\n"+get+"\r\n\r\n"+get, none)
	everySplit(t, "\r\n\r\n\r\n"+get, tooManyEmptyLines)
	everySplit(t, "\n"+get, bareLF)
	everySplit(t, "\r"+get, control)
	everySplit(t, "\r\r\n"+get, control)
	everySplit(t, get+"\r\n\r\n\r\n", tooManyEmptyLines)
}

// TestLimit: a head may have exactly as many bytes as the limit says.
func TestLimit(t *testing.T) {
	head := func(size int) string {
		const start, end = "GET / HTTP/1.1\r\nHost: h\r\nX: ", "\r\n\r\n"
		return start + strings.Repeat("a", size-len(start)-len(end)) + end
	}
	everySplit(t, head(limit)+head(limit), none)
	everySplit(t, head(limit+1), tooLong)
	if !tooLong.TooLarge() || !tooManyFields.TooLarge() || badHost.TooLarge() {
		t.Error("the wrong violations are about size")
	}
}

// TestKept: everything well-formed is kept, except for trailers, and the end of an invalid line is not.
func TestKept(t *testing.T) {
	const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	const chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
	for text, want := range map[string]string{
		get:                                   get,
		get + get:                             get + get,
		chunked + "1\r\na\r\n0\r\n\r\n" + get: chunked + "1\r\na\r\n0\r\n\r\n" + get,
		chunked + "0\r\nX: y\r\n\r\n" + get:   chunked + "0\r\n\r\n" + get,
		chunked + "0\r\nX: y\r\nZ: 1\r\n\r\n" + get: chunked + "0\r\n\r\n" + get,
		get + "GET / HTTP/9.9\r\n\r\n":              get + "GET / HTTP/9.9\r\x00",
		get + "GET / HTTP/1.1\nHost: h\r\n":         get + "GET / HTTP/1.1\x00",
		"GET / HTTP/1.1\r\n\r\n":                    "GET / HTTP/1.1\r\n\r\x00",
		get + "\n" + get:                            get + "\x00",
		chunked + "0\r\nHost: y\r\n\r\n":            chunked + "0\r\n\x00",
	} {
		if kept, _ := verdict(text); kept != want {
			t.Errorf("%q: kept %q, want %q", text, kept, want)
		}
		if kept, _ := verdict(text, ones(len(text))...); kept != want {
			t.Errorf("%q, byte by byte: kept %q, want %q", text, kept, want)
		}
		for i := 1; i < len(text); i++ {
			if kept, _ := verdict(text, i); kept != want {
				t.Errorf("%q, cut at %d: kept %q, want %q", text, i, kept, want)
			}
		}
	}
}

// TestKnownHeaders: headers that were found valid are valid again, unless another request line requires more.
func TestKnownHeaders(t *testing.T) {
	const known = "Host: h\r\nX: y\r\n\r\n"
	const first = "GET / HTTP/1.1\r\n" + known
	for next, want := range map[string]Violation{
		first:                                                            none,
		"POST /other HTTP/1.1\r\n" + known:                               none,
		"\r\nGET / HTTP/1.1\r\n" + known:                                 none,
		"GET / HTTP/1.0\r\n" + known:                                     none,
		"GET http://h/ HTTP/1.1\r\n" + known:                             none,
		"GET http://i/ HTTP/1.1\r\n" + known:                             otherHost,
		"GET / HTTP/9.9\r\n" + known:                                     badVersion,
		"GET / HTTP/1.1\r\n" + known[:9] + "\r\n":                        none,
		"GET / HTTP/1.1\r\nX: y\r\n\r\n":                                 noHost,
		"GET / HTTP/1.1\r\nX: y\r\n" + known:                             none,
		"GET / HTTP/1.1\r\nHost: h\r\n" + known:                          twoHosts,
		"GET / HTTP/1.1\r\n" + known[:15] + " z\r\n\r\n":                 folded,
		"POST / HTTP/1.1\r\nContent-Length: 1\r\n" + known + "a" + first: none,
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + known + "0\r\nT: z\r\n\r\n" + first + first: none,
		"GET /" + strings.Repeat("a", limit-len("GET / HTTP/1.1\r\n"+known)) + " HTTP/1.1\r\n" + known:    none,
		"GET /" + strings.Repeat("a", limit-len("GET / HTTP/1.1\r\n"+known)+1) + " HTTP/1.1\r\n" + known:  tooLong,
	} {
		everySplit(t, first+next+first[:20], want)
		for _, pieces := range [][]int{{len(first), len(next)}, {len(first) - len(known), len(known), len(next)}, {len(first), 2}} {
			if _, got := verdict(first+next+first[:20], pieces...); got != want {
				t.Errorf("%q behind %q, in %v: %v, want %v", next, first, pieces, got, want)
			}
		}
	}
	const sized, parts = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
	for text, want := range map[string]Violation{
		sized + "ab" + sized + "cd" + first:                                            none,
		sized + "ab" + "PUT /b" + sized[len("POST /"):] + "cd" + first:                 none,
		sized + "ab" + sized + "cd" + "e" + first:                                      none, // the method EGET
		sized + "ab" + sized + "cd\x00" + first:                                        control,
		parts + "1\r\na\r\n0\r\n\r\n" + parts + "2\r\nab\r\n0\r\nA: b\r\n\r\n" + first: none,
		parts + "0\r\n\r\n" + parts + "x\r\n":                                          badChunkSize,
	} {
		everySplit(t, text, want)
	}
	for _, lesser := range []string{"GET / HTTP/1.0\r\nX: y\r\n\r\n", "GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n"} {
		head := "GET / HTTP/1.1" + lesser[strings.Index(lesser, "\r\n"):]
		_, alone := verdict(head)
		if _, got := verdict(lesser+head, len(lesser)); got != alone {
			t.Errorf("%q behind %q: %v, alone %v", head, lesser, got, alone)
		}
	}
	if _, got := verdict(first+"\r\n"+first+"\r\n\r\n"+first, len(first), 2, len(first)); got != none {
		t.Error("empty lines before requests are counted together")
	}
}

func TestBetween(t *testing.T) {
	c := NewChecker(limit)
	text := "\r\nPOST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab"
	for i := range len(text) {
		between := i == 0 || i == 2
		if c.Between() != between {
			t.Errorf("behind %q: %v", text[:i], c.Between())
		}
		if _, err := c.Check([]byte(text[i : i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if !c.Between() {
		t.Error("the end of a request is not told")
	}
}

// TestEveryViolationSaysWhatItIs: every violation has a text of its own.
func TestEveryViolationSaysWhatItIs(t *testing.T) {
	seen := map[string]bool{}
	for v := range violations {
		if text := v.Error(); text == "" || seen[text] {
			t.Errorf("violation %d says %q", v, text)
		}
		seen[v.Error()] = true
	}
}

// TestNothingIsAllocated: checking complete requests allocates no memory.
func TestNothingIsAllocated(t *testing.T) {
	c := NewChecker(8 << 10)
	text := heads["800 bytes"] + heads["150 bytes"] +
		"POST / HTTP/1.1\r\nHost: h:80\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\n\r\n"
	p := []byte(text)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := c.Check(p); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
