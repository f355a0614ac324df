package attack

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// wire is one connection to the server.
type wire struct {
	net.Conn
	in *bufio.Reader
}

// attackers and honestClients are where connections come from. The server's own requests come from 127.0.0.1.
var attackers, honestClients = net.IPv4(127, 0, 0, 3), net.IPv4(127, 0, 0, 2)

// dialFrom connects to a server from one of the machine's own addresses.
func dialFrom(from net.IP, address string) (*wire, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: patience}
	c, err := dialer.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &wire{c, bufio.NewReader(c)}, c.SetDeadline(time.Now().Add(2 * patience))
}

func (r *round) dial() (*wire, error) { return dialFrom(attackers, r.t.address) }

// hold connects, sends the beginning of something and leaves it there.
func (r *round) hold(text string) *wire {
	w, err := r.dial()
	if err != nil {
		r.fault("a connection: %v", err)
		return nil
	}
	_, _ = io.WriteString(w, text) // the server may have closed it
	return w
}

func (w *wire) close() {
	if w != nil {
		_ = w.Close()
	}
}

// closeWrite says that nothing more will be sent.
func (w *wire) closeWrite() {
	if tcp, ok := w.Conn.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
}

// answer is what came back: a status, or why there was none.
type answer struct {
	status int
	body   []byte
	last   bool // the connection ends with it
	err    error
}

// ask sends a request and reads the answer, even if the server does not want to read all of the request.
func (w *wire) ask(request string) answer {
	go func() { _, _ = io.WriteString(w, request) }()
	return w.read()
}

// read reads one answer, and of its body at most a megabyte.
func (w *wire) read() answer {
	response, err := http.ReadResponse(w.in, nil)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return answer{response.StatusCode, body, response.Close, err}
}

// name returns what the answer counts as.
func (a answer) name() string {
	switch {
	case errors.Is(a.err, os.ErrDeadlineExceeded):
		return "unanswered"
	case a.status == 0:
		return "closed"
	case a.err != nil:
		return "cut off"
	}
	return strconv.Itoa(a.status)
}

// String implements fmt.Stringer.
func (a answer) String() string {
	return fmt.Sprintf("%s %.200q %v", a.name(), a.body, a.err)
}

// isProblem reports whether the answer is a problem of the server's, which says its status.
func (a answer) isProblem() bool {
	var problem struct{ Status int }
	return json.Unmarshal(a.body, &problem) == nil && problem.Status == a.status && a.status >= 500
}

// isText reports whether the answer is 200 with this text.
func (a answer) isText(text string) bool {
	return a.err == nil && a.status == http.StatusOK && bytes.Equal(a.body, []byte(text))
}
