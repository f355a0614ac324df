package app_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkCacheHit compares a request whose handler makes its object with one whose method
// takes it out of the cache: the whole of it, over a connection that stays open.
func BenchmarkCacheHit(b *testing.B) {
	url := strings.TrimPrefix(start(b, cacheHit).serve(b), "http://")
	for _, path := range []string{"/cached/7", "/plain/7", "/cached/7", "/plain/7"} {
		b.Run(path[1:], func(b *testing.B) {
			connection, err := net.Dial("tcp", url)
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = connection.Close() }()
			request := []byte("GET " + path + " HTTP/1.1\r\nHost: example.com\r\n\r\n")
			length := lengthOf(b, connection, request)
			answer := make([]byte, length)
			before := cpuTime(b)
			for b.Loop() {
				if _, err := connection.Write(request); err != nil {
					b.Fatal(err)
				}
				if _, err := io.ReadFull(connection, answer); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(cpuTime(b)-before)/float64(b.N), "cpu-ns/op")
		})
	}
}

// cpuTime is what the process has used, of client and server.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// lengthOf is how many bytes all answers have.
func lengthOf(b *testing.B, connection net.Conn, request []byte) int {
	b.Helper()
	if _, err := connection.Write(request); err != nil {
		b.Fatal(err)
	}
	counted := &counting{Reader: connection}
	response, err := http.ReadResponse(bufio.NewReader(counted), nil)
	if err != nil {
		b.Fatal(err)
	}
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != `{"id":7,"name":"Ada","email":"ada@example.com","active":true,"score":4.5}` {
		b.Fatal(string(body), err)
	}
	return counted.n
}

type counting struct {
	io.Reader
	n int
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

const cacheHit = `
-- api.js --
import { Autowired, Cacheable, GetMapping, PathVariable, RestController, Service } from "fwrun";

@Service export class Users {
  plain(id) { return { id, name: "Ada", email: "ada@example.com", active: true, score: 4.5 }; }
  @Cacheable("users") cached(id) { return { id, name: "Ada", email: "ada@example.com", active: true, score: 4.5 }; }
}

@RestController export class Api {
  /** @type {Users} */ @Autowired users;
  /** @param {int} id */
  @GetMapping("/plain/{id}") plain(@PathVariable id) { return this.users.plain(id); }
  /** @param {int} id */
  @GetMapping("/cached/{id}") cached(@PathVariable id) { return this.users.cached(id); }
}
`
