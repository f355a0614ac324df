package wire

import (
	"strings"
	"testing"
)

// heads are those of a load generator, a browser and an API client.
var heads = map[string]string{
	"40 bytes": "GET /text HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"150 bytes": "GET /users/5?fields=all HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: bench/1.0\r\n" +
		"Accept: application/json\r\nAccept-Encoding: gzip, deflate\r\nX: 12\r\n\r\n",
	"800 bytes": "GET /orders/2024/11/overview?sort=customer,-total&page=3 HTTP/1.1\r\nHost: shop.example.org\r\n" +
		"User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0\r\n" +
		"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\r\n" +
		"Accept-Language: de,en-US;q=0.7,en;q=0.3\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n" +
		"Referer: https://shop.example.org/orders/2024/10/overview\r\nConnection: keep-alive\r\n" +
		"Cookie: session=" + strings.Repeat("0123456789abcdef", 9) + "\r\nUpgrade-Insecure-Requests: 1\r\n" +
		"Sec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Site: same-origin\r\nPriority: u=0, i\r\n\r\n",
}

// BenchmarkHead checks a head that is new to the connection, one with the headers of the last one, and the last one
// again.
func BenchmarkHead(b *testing.B) {
	for name, text := range heads {
		for _, kind := range []string{"new", "same headers", "same"} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				head := []byte(text)
				other := append([]byte("PUT"), head[len("GET"):]...)
				c := NewChecker(8 << 10)
				b.ReportAllocs()
				for b.Loop() {
					switch kind {
					case "new":
						c.known, c.firstEnd = c.known[:0], 0
					case "same headers":
						head, other = other, head
					}
					if n, err := c.Check(head); n != len(head) || err != nil {
						b.Fatal(n, err)
					}
				}
			})
		}
	}
}

func BenchmarkChunk(b *testing.B) {
	c := NewChecker(8 << 10)
	if _, err := c.Check([]byte("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")); err != nil {
		b.Fatal(err)
	}
	chunk := []byte("1000\r\n" + strings.Repeat("a", 4096) + "\r\n")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Check(chunk); err != nil {
			b.Fatal(err)
		}
	}
}
