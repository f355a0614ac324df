package hosttest

import (
	"fmt"
	"strings"
)

// Framings are the ways to send a body that tests of bodies and of their limits run with: with its length, which is 0 here, or in chunks of
// a size.
var Framings = map[string]int{"with its length": 0, "in chunks of 1 byte": 1, "in chunks of 1 kB": 1 << 10, "in chunks of 64 kB": 64 << 10}

// Framed returns a request. The head is its first line and headers, each with its end, without the headers of the framing.
func Framed(head, body string, chunk int) string {
	var b strings.Builder
	b.WriteString(head)
	if chunk == 0 {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
		return b.String()
	}
	b.WriteString("Transfer-Encoding: chunked\r\n\r\n")
	for rest := body; rest != ""; {
		n := min(chunk, len(rest))
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, rest[:n])
		rest = rest[n:]
	}
	b.WriteString("0\r\n\r\n")
	return b.String()
}
