package cluster

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/fault"
)

// UnansweredError is a request that was sent and not answered: nobody knows if it has taken effect.
type UnansweredError struct {
	Connection   string
	Method, Path string
	Err          error
}

func (e *UnansweredError) Error() string {
	return fmt.Sprintf("%s %s was sent and not answered, so it may have taken effect: %v", e.Method, e.Path, e.Err)
}

func (e *UnansweredError) Unwrap() error { return e.Err }

// describe adds the host to an error, and says what its usual causes are.
func describe(host *url.URL, err error) error {
	text := err.Error()
	var (
		unknown   x509.UnknownAuthorityError
		wrongName x509.HostnameError
		invalid   x509.CertificateInvalidError
		record    tls.RecordHeaderError
		dns       *net.DNSError
	)
	switch {
	case errors.As(err, &unknown):
		text = "its certificate is signed by an unknown authority; name the authority's certificate with ca, or set ssl_verification: false"
	case errors.As(err, &wrongName):
		text = "its certificate is for another name: " + wrongName.Error()
	case errors.As(err, &invalid):
		text = "its certificate is not valid: " + invalid.Error()
	case errors.As(err, &record):
		text = "it does not speak TLS; write http:// instead of https://"
	case errors.As(err, &dns):
		text = "its name cannot be resolved"
	case errors.Is(err, syscall.ECONNREFUSED):
		text = "connection refused"
	case strings.Contains(text, "server gave HTTP response to HTTPS client"):
		text = "it does not speak TLS; write http:// instead of https://"
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(text, "malformed HTTP response"):
		text = "it closed the connection without an answer"
		if host.Scheme == "http" {
			text += "; if it expects TLS, write https://"
		}
	}
	return fmt.Errorf("%s: %s", host.Host, text)
}

// RefusedError is an answer other than 2xx.
type RefusedError struct {
	Method, Path string
	Status       int
	Type         string // such as index_not_found_exception; empty if the answer has none
	Reason       string
	Body         []byte
}

func (e *RefusedError) Error() string {
	text := e.Reason
	if e.Type != "" {
		text = e.Type + ": " + text
	}
	return fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, text)
}

// Err returns a *RefusedError unless the status is 2xx.
func (a *Answer) Err() error {
	if a.OK() {
		return nil
	}
	e := &RefusedError{Method: a.Request.Method, Path: a.Request.Path, Status: a.Status, Body: a.Body}
	e.Type, e.Reason = reasonOf(a.Body)
	if e.Reason == "" {
		e.Reason = strings.TrimSpace(http.StatusText(a.Status))
	}
	return e
}

// maxReason limits a reason that is not in JSON, such as the page of a proxy.
const maxReason = 400

// reasonOf reads the forms of an error: an object, a text in JSON, a plain text.
func reasonOf(body []byte) (kind, reason string) {
	if !gjson.ValidBytes(body) {
		text := strings.Join(strings.Fields(string(body[:min(len(body), 4*maxReason)])), " ")
		if len(text) > maxReason {
			text = text[:maxReason] + "…"
		}
		return "", strings.ToValidUTF8(text, "�")
	}
	failed := gjson.GetBytes(body, "error")
	if failed.Type == gjson.String {
		return "", failed.Str
	}
	kind, reason = failed.Get("type").String(), failed.Get("reason").String()
	for cause := failed.Get("caused_by"); cause.IsObject(); cause = cause.Get("caused_by") {
		if more := cause.Get("reason").String(); more != "" && !strings.Contains(reason, more) {
			reason += ": " + more
		}
	}
	return kind, reason
}

// Explain returns an error for people about a request: what the cluster said, and how to fix it.
func (c *Cluster) Explain(err error) error {
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok {
		return err
	}
	kind, text, hint := fault.Internal, refused.Error(), ""
	switch {
	case refused.Status == http.StatusUnauthorized:
		kind, text = fault.Denied, fmt.Sprintf("the cluster of search connection %q refuses the user or the password (401)", c.name)
		hint = "set username and password of the connection"
	case refused.Status == http.StatusForbidden && refused.Type == "security_exception":
		kind, hint = fault.Denied, "give the user the right, or use another user for migrations"
	case refused.Type == "cluster_block_exception":
		kind, hint = fault.Unavailable, "the index or the cluster is read-only: free disk space, or remove the block, and run again"
	case refused.Status == http.StatusServiceUnavailable || refused.Status == http.StatusTooManyRequests:
		kind = fault.Unavailable
	}
	e := fault.New("search.send", kind, text)
	if hint != "" {
		e = e.WithHint(hint)
	}
	return &explained{e, refused}
}

// explained is a message for people, with the answer it is about.
type explained struct {
	public  *fault.Error
	refused *RefusedError
}

func (e *explained) Error() string   { return e.public.Error() }
func (e *explained) Unwrap() []error { return []error{e.public, e.refused} }
