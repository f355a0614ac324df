package load

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Get returns a GET request for a path, with further headers such as "Accept: application/json".
func Get(path string, headers ...string) []byte {
	request := fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: localhost\r\n", path)
	for _, header := range headers {
		request = fmt.Appendf(request, "%s\r\n", header)
	}
	return append(request, "\r\n"...)
}

// PostJSON returns a request that sends a body to a path, with further headers.
func PostJSON(path, body string, headers ...string) []byte {
	return SendJSON(http.MethodPost, path, body, headers...)
}

// SendJSON returns a request with any method that sends a body to a path, with further headers.
func SendJSON(method, path, body string, headers ...string) []byte {
	request := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n", method, path)
	for _, header := range headers {
		request = fmt.Appendf(request, "%s\r\n", header)
	}
	return fmt.Appendf(request, "Content-Length: %d\r\n\r\n%s", len(body), body)
}

// connection is one kept-alive connection to a server.
type connection struct {
	net.Conn
	in *bufio.Reader
}

func dial(address string, deadline time.Time) (*connection, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &connection{conn, bufio.NewReaderSize(conn, 64<<10)}, conn.SetDeadline(deadline)
}

// exchange sends a request and reads its answer, whose status must be 200, or 201 for what was made.
func (c *connection) exchange(request []byte) error {
	if _, err := c.Write(request); err != nil {
		return err
	}
	status, err := readResponse(c.in)
	if err != nil {
		return err
	}
	if status != http.StatusOK && status != http.StatusCreated {
		return fmt.Errorf("answered with %d: %.60q", status, request)
	}
	return nil
}

// readResponse reads one response to its end and returns its status.
func readResponse(in *bufio.Reader) (status int, err error) {
	line, err := readLine(in)
	if err != nil {
		return 0, err
	}
	if status, err = parseStatus(line); err != nil {
		return 0, err
	}
	length, chunked := -1, false
	for {
		if line, err = readLine(in); err != nil {
			return 0, err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case len(name) == len("Content-Length") && bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, err
			}
		case len(name) == len("Transfer-Encoding") && bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = bytes.EqualFold(value, []byte("chunked"))
		}
	}
	switch {
	case chunked:
		return status, skipChunks(in)
	case length < 0:
		return 0, fmt.Errorf("an answer whose end cannot be known: neither Content-Length nor chunks")
	}
	_, err = in.Discard(length)
	return status, err
}

// parseStatus parses a status line such as "HTTP/1.1 200 OK".
func parseStatus(line []byte) (int, error) {
	const digits = len("HTTP/1.1 200")
	if len(line) < digits || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return 0, fmt.Errorf("no HTTP/1.1 status line: %.60q", line)
	}
	return strconv.Atoi(string(line[digits-3 : digits]))
}

// skipChunks reads a chunked body and the trailer after it.
func skipChunks(in *bufio.Reader) error {
	for {
		line, err := readLine(in)
		if err != nil {
			return err
		}
		digits, _, _ := bytes.Cut(line, []byte(";"))
		size, err := strconv.ParseUint(string(bytes.TrimSpace(digits)), 16, 31)
		if err != nil {
			return fmt.Errorf("no chunk size: %.60q", line)
		}
		if size == 0 {
			break
		}
		if _, err := in.Discard(int(size) + len("\r\n")); err != nil {
			return err
		}
	}
	for {
		if line, err := readLine(in); err != nil || len(line) == 0 {
			return err
		}
	}
}

// readLine reads a line without its end. The bytes are valid until the next read.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}
