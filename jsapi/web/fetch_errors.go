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

// cause returns a script Error for a network error. It has the error code that scripts for Node expect.
func (r *Realm) cause(err error) goja.Value {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	object := r.VM.ErrorValue(errors.New(err.Error())) // a script knows which server it asks: it may see what clients may not
	if o, ok := object.(*goja.Object); ok {
		r.VM.Attach(o, err)
		if code := errorCode(err); code != "" {
			_ = o.Set("code", code)
		}
	}
	return object
}

// timeoutError is the error of a request that exceeded its time limit.
type timeoutError struct{ limit time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("the request took longer than %v", e.limit) }

// inTime returns the error of a request, or a timeoutError if its time was up.
func inTime(ctx context.Context, err error) error {
	if late, ok := errors.AsType[*timeoutError](context.Cause(ctx)); ok {
		return late
	}
	return err
}

// sizeError is the error of a response that exceeds the size limit.
type sizeError struct{ limit int64 }

func (e *sizeError) Error() string {
	return fmt.Sprintf("the response body is larger than %d bytes", e.limit)
}

// Code returns the code for the cause of the script's error.
func (e *sizeError) Code() string { return "ETOOLARGE" }

// coded is an error with a code.
type coded interface{ Code() string }

// errorCode returns Node's code of a network error, or "" for other errors.
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

// certificateCode returns Node's code for what is wrong with a server's certificate.
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

// ErrorCode returns the code that scripts find in the cause of an error of fetch; "" if there is none.
func ErrorCode(err error) string { return errorCode(err) }
