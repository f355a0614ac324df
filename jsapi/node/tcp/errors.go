package tcp

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"strconv"
	"syscall"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/trace"
)

// codes are the codes of Node of errors that the system reports.
var codes = []struct {
	err  error
	code string
}{
	{errFull, "EMFILE"},
	{errMemory, "ENOBUFS"},
	{syscall.ECONNREFUSED, "ECONNREFUSED"},
	{syscall.ECONNRESET, "ECONNRESET"},
	{syscall.ECONNABORTED, "ECONNABORTED"},
	{syscall.EPIPE, "EPIPE"},
	{net.ErrClosed, "EPIPE"},
	{syscall.EHOSTUNREACH, "EHOSTUNREACH"},
	{syscall.ENETUNREACH, "ENETUNREACH"},
	{syscall.EADDRNOTAVAIL, "EADDRNOTAVAIL"},
	{syscall.EACCES, "EACCES"},
	{syscall.ENOENT, "ENOENT"},
	{syscall.EMFILE, "EMFILE"},
	{io.EOF, "ECONNRESET"},
	{io.ErrUnexpectedEOF, "ECONNRESET"},
	{context.DeadlineExceeded, "ETIMEDOUT"},
	{context.Canceled, "ECANCELED"},
}

// codeOf returns Node's code of an error.
func codeOf(err error) string {
	var own interface{ Code() string }
	var unknown *net.DNSError
	var late net.Error
	switch {
	case errors.As(err, &own):
		return own.Code()
	case errors.As(err, &unknown) && (unknown.IsTimeout || unknown.IsTemporary):
		return "EAI_AGAIN"
	case errors.As(err, &unknown):
		return "ENOTFOUND"
	}
	for _, one := range codes {
		if errors.Is(err, one.err) {
			return one.code
		}
	}
	switch {
	case errors.As(err, &late) && late.Timeout():
		return "ETIMEDOUT"
	case errors.As(err, new(tls.AlertError)), errors.As(err, new(tls.RecordHeaderError)):
		return "EPROTO"
	}
	return ""
}

// failure returns an error as the script makes its own of: the code, the text, and which call of the system has failed.
func (r *realm) failure(err error, call string) goja.Value {
	code, known := codeOf(err), false
	for _, one := range codes {
		known = known || one.code == code
	}
	if code == "ENOTFOUND" || code == "EAI_AGAIN" {
		call, known = "getaddrinfo", true
	}
	// The text of a system's error is the script's: Node's names the code and the address.
	var own interface{ Code() string }
	if known && (errors.Is(err, errFull) || errors.Is(err, errMemory) || errors.As(err, &own)) {
		known = false
	}
	return r.Runtime.ToValue(map[string]any{"code": code, "text": err.Error(), "syscall": call, "plain": known})
}

// describe sets what a span says of a connection.
func describe(span *trace.Span, network, target string) {
	span.Set(slog.String("network.transport", "tcp"))
	if host, port, err := net.SplitHostPort(target); err == nil && network != "unix" {
		number, _ := strconv.Atoi(port)
		span.Set(slog.String("server.address", host), slog.Int("server.port", number))
	}
}
