package web

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/jsapi/web/streams"
)

// Answer is a Response of a script, to send to the client.
type Answer struct {
	Status  int
	Headers [][2]string
	Body    goja.Value // an ArrayBuffer or a ReadableStream, or something that Stream knows; undefined if there is none
}

// Answer reads a Response, whose body is used up by that; ok is false for any other value.
func (r *Realm) Answer(value *goja.Object) (answer Answer, ok bool, err error) {
	if !r.Ran("response") {
		return Answer{}, false, nil
	}
	read, _ := goja.AssertFunction(r.Shared("response").(*goja.Object).Get("read"))
	result, err := read(goja.Undefined(), value)
	if err != nil || goja.IsNull(result) {
		return Answer{}, err != nil, err
	}
	fields := result.(*goja.Object)
	answer = Answer{Status: int(fields.Get("0").ToInteger()), Body: fields.Get("2")}
	r.Runtime.ForOf(fields.Get("1"), func(item goja.Value) bool {
		pair := item.(*goja.Object)
		answer.Headers = append(answer.Headers, [2]string{pair.Get("0").String(), latin1(pair.Get("1").String())})
		return true
	})
	return answer, true, nil
}

// Stream is what the engine knows as a stream of bytes.
type Stream = interface {
	Next(ctx context.Context) ([]byte, error)
	Stop()
}

// Stream returns what is behind a ReadableStream of bytes of Go's that no script has read from, and locks it. ok is false for
// any other value.
func (r *Realm) Stream(value goja.Value) (stream Stream, ok bool) {
	if source, ok := streams.SourceOf(value); ok {
		return source, true
	}
	source, data, ok := streams.Take(r.Realm, value)
	switch {
	case !ok:
		return nil, false
	case source == nil:
		return &wholeStream{data}, true
	}
	return source, true
}

// wholeStream is bytes that are there already, as a stream.
type wholeStream struct{ rest []byte }

func (s *wholeStream) Next(context.Context) ([]byte, error) {
	if len(s.rest) == 0 {
		return nil, io.EOF
	}
	data := bytes.Clone(s.rest)
	s.rest = nil
	return data, nil
}

func (*wholeStream) Stop() {}

// Supply makes the ReadableStream of a request's body.
func (r *Realm) Supply(hostType string, subject any) (value goja.Value, ok bool, err error) {
	if hostType != "ReadableStream" {
		return nil, false, nil
	}
	source, ok := subject.(Stream)
	if !ok {
		return nil, true, fmt.Errorf("a %T is not a stream", subject)
	}
	value, err = streams.Open(r.Realm, source, r.uploadError)
	return value, true, err
}

// uploadError returns the script's error for a request's body that broke off. A handler that does not catch it is answered for the error.
func (r *Realm) uploadError(err error) goja.Value {
	object := r.Runtime.NewTypeError("%s", err.Error())
	r.VM.Attach(object, err)
	return part.TrimStack(r.Runtime, object)
}
