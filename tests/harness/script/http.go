package script

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

// Response is a server's response.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// request is a request of a script.
type request struct {
	method, path string
	header       http.Header
	body         string
	chunk        int      // the size of the chunks of the body; 0 if it is sent with its length
	show         []string // additional headers to print
	again        int      // the status after which it is sent again; 0 if it is sent once
}

func sendRequest(ts *testscript.TestScript, neg bool, args []string) {
	r := parseRequest(ts, !neg, "http <METHOD> <path>", args)
	got, err := r.send(ts.Getenv("URL"))
	ts.Check(err)
	show(ts, got, r.show)
}

// parseRequest parses <METHOD> <path> and the flags after them.
func parseRequest(ts *testscript.TestScript, ok bool, form string, args []string) request {
	form += " [-H 'Name: value']… [-d <body>|-d @<file>] [-i <header>]… [-again <status>]"
	usage(ts, ok && len(args) >= 2 && len(args)%2 == 0, form)
	r := request{method: args[0], path: args[1], header: http.Header{}, chunk: stateOf(ts).chunk}
	for flags := args[2:]; len(flags) > 0; flags = flags[2:] {
		switch flag, value := flags[0], flags[1]; flag {
		case "-H":
			name, value, _ := strings.Cut(value, ":")
			r.header.Add(name, strings.TrimSpace(value))
		case "-d":
			if file, named := strings.CutPrefix(value, "@"); named {
				value = ts.ReadFile(file)
			}
			r.body = value
		case "-i":
			r.show = append(r.show, value)
		case "-again":
			status, err := strconv.Atoi(value)
			ts.Check(err)
			r.again = status
		default:
			usage(ts, false, form)
		}
	}
	return r
}

// show prints a response and keeps it for the command answer.
func show(ts *testscript.TestScript, got *Response, headers []string) {
	stateOf(ts).last = got
	checkCodes(ts, got)
	_, err := io.WriteString(ts.Stdout(), got.print(headers))
	ts.Check(err)
}

var code = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// checkCodes checks in every script that each refused value has a code.
func checkCodes(ts *testscript.TestScript, got *Response) {
	if got.Header.Get("Content-Type") != "application/problem+json" {
		return
	}
	var problem struct {
		Errors []struct{ Name, Code string }
	}
	if err := json.Unmarshal([]byte(got.Body), &problem); err != nil {
		return // the response to HEAD
	}
	for _, refused := range problem.Errors {
		if !code.MatchString(refused.Code) {
			ts.Fatalf("%s is refused with the code %q:\n%s", refused.Name, refused.Code, got.Body)
		}
	}
}

// send sends the request to a server, and again as long as the status asks for that.
func (r request) send(url string) (*Response, error) {
	for late := time.Now().Add(harness.Patience); ; {
		got, err := r.sendOnce(url)
		if err != nil || r.again == 0 || got.Status != r.again || time.Now().After(late) {
			return got, err
		}
	}
}

func (r request) sendOnce(url string) (*Response, error) {
	client, url, err := clientTo(url)
	if err != nil {
		return nil, err
	}
	sent, err := http.NewRequest(r.method, url+r.path, strings.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	if r.chunk > 0 && r.body != "" {
		sent.Body, sent.ContentLength = io.NopCloser(&chunks{text: r.body, size: r.chunk}), -1
	}
	sent.Header = r.header
	if _, chosen := r.header["Content-Type"]; r.body != "" && !chosen {
		sent.Header.Set("Content-Type", "application/json")
	}
	if host := r.header.Get("Host"); host != "" {
		sent.Host = host
	}
	got, err := client.Do(sent)
	if err != nil {
		return nil, err
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	return &Response{got.StatusCode, got.Header, string(body)}, err
}

// chunks is a text of which a client makes chunks of a size, since it sends each piece as one.
type chunks struct {
	text string
	size int
}

func (c *chunks) Read([]byte) (int, error) { panic("it is written") }

// WriteTo implements [io.WriterTo].
func (c *chunks) WriteTo(w io.Writer) (written int64, err error) {
	for err == nil && c.text != "" {
		n := min(c.size, len(c.text))
		_, err = io.WriteString(w, c.text[:n])
		c.text, written = c.text[n:], written+int64(n)
	}
	return written, err
}

// telling are the headers that are printed for every response.
var telling = []string{"Content-Type", "Content-Disposition", "Location", "Allow", "Retry-After", "Set-Cookie"}

// print formats the response for people and for cmp.
func (r *Response) print(more []string) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d %s\n", r.Status, http.StatusText(r.Status))
	for _, name := range slices.Concat(telling, more) {
		for _, value := range r.Header.Values(name) {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	if r.Body != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSuffix(r.Body, "\n"))
	}
	return b.String()
}

func compareAnswer(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && (len(args) == 1 || len(args) == 2), "answer <status> [<body>]")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := stateOf(ts).last
	switch {
	case got == nil:
		ts.Fatalf("there was no request yet")
	case got.Status != want:
		ts.Fatalf("the status is %d, want %d; the body:\n%s", got.Status, want, got.Body)
	case len(args) == 2 && got.Body != args[1]:
		ts.Fatalf("the body is\n%s\nwant\n%s", got.Body, args[1])
	}
}

func compareHeader(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg && len(args) == 1 || !neg && len(args) == 2, "[!] header <Name> [<value>]")
	got := stateOf(ts).last
	if got == nil {
		ts.Fatalf("there was no request yet")
	}
	values := got.Header.Values(args[0])
	text := strings.Join(values, " | ")
	switch {
	case neg && len(values) > 0:
		ts.Fatalf("there is a header %s: %s", args[0], text)
	case !neg && (text != args[1] || len(values) == 0):
		ts.Fatalf("the header %s is\n%s\nwant\n%s", args[0], text, args[1])
	}
}
