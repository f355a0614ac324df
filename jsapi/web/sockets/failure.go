package sockets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// slowError is the error of what took too long.
type slowError struct {
	what  string
	limit time.Duration
}

func (e *slowError) Error() string { return fmt.Sprintf("%s took longer than %v", e.what, e.limit) }

// Timeout reports that it is an error of time, as errors of the network do.
func (e *slowError) Timeout() bool { return true }

// why says why a connection has failed, without the URL, which may be secret.
func why(ctx context.Context, err error) string {
	var slow *slowError
	if errors.As(context.Cause(ctx), &slow) {
		return slow.Error()
	}
	var sending *url.Error
	if errors.As(err, &sending) {
		err = sending.Err
	}
	switch {
	case errors.Is(err, websocket.ErrMessageTooBig):
		return "a message is longer than http.client.max-message-bytes"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the server has ended the connection"
	}
	text := err.Error()
	for _, of := range []string{"failed to WebSocket dial: ", "failed to get reader: ", "failed to read: "} {
		text = strings.TrimPrefix(text, of)
	}
	return text
}

// isFutile reports whether to try again would not help: the address is forbidden.
func isFutile(err error) bool {
	var coded interface{ Code() string }
	return errors.As(err, &coded) && coded.Code() == "EPRIVATE"
}
