package web

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"syscall"
	"time"

	"github.com/dop251/goja"
)

// cause makes a script Error of what went wrong on the network. Its code is one that
// scripts for Node look for.
func (r *realm) cause(err error) goja.Value {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	object := r.v.ErrorValue(err)
	if o, ok := object.(*goja.Object); ok {
		if code := errorCode(err); code != "" {
			_ = o.Set("code", code)
		}
	}
	return object
}

// timeoutError says that a request took longer than it may.
type timeoutError struct{ limit time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("the request took longer than %v", e.limit) }

// inTime is the error of a request, or that its time was over.
func inTime(ctx context.Context, err error) error {
	if late, ok := errors.AsType[*timeoutError](context.Cause(ctx)); ok {
		return late
	}
	return err
}

// sizeError says that a response is larger than it may be.
type sizeError struct{ limit int64 }

func (e *sizeError) Error() string {
	return fmt.Sprintf("the response body is larger than %d bytes", e.limit)
}

// Code is for the cause of the script's error.
func (e *sizeError) Code() string { return "ETOOLARGE" }

// coded is an error that has a code of its own.
type coded interface{ Code() string }

// errorCode names a network error as Node does; empty for others.
func errorCode(err error) string {
	var dns *net.DNSError
	var timeout net.Error
	var own coded
	switch {
	case errors.As(err, &own):
		return own.Code()
	case errors.Is(err, syscall.ECONNREFUSED):
		return "ECONNREFUSED"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "ECONNRESET"
	case errors.Is(err, syscall.EHOSTUNREACH):
		return "EHOSTUNREACH"
	case errors.As(err, &dns):
		return "ENOTFOUND"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "ETIMEDOUT"
	}
	return certificateCode(err)
}

// certificateCode names what is wrong with a server's certificate, as Node does.
func certificateCode(err error) string {
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, new(x509.HostnameError)):
		return "ERR_TLS_CERT_ALTNAME_INVALID"
	case errors.As(err, new(x509.UnknownAuthorityError)):
		return "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "CERT_HAS_EXPIRED"
	}
	return ""
}
