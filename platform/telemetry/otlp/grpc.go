package otlp

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// A call of gRPC is an HTTP/2 request. Before a message are a byte, which says whether it is compressed, and its length; the outcome
// is in the trailers.

const frameHead = 5

// frame returns a message as gRPC has it.
func frame(message []byte, compressed bool) []byte {
	b := make([]byte, frameHead, frameHead+len(message))
	if compressed {
		b[0] = 1
	}
	binary.BigEndian.PutUint32(b[1:], uint32(len(message)))
	return append(b, message...)
}

// The codes of gRPC after which OTLP sends a request again.
var busyCodes = map[int]string{
	1: "CANCELLED", 4: "DEADLINE_EXCEEDED", 8: "RESOURCE_EXHAUSTED", 10: "ABORTED", 11: "OUT_OF_RANGE", 14: "UNAVAILABLE", 15: "DATA_LOSS",
}

// settled returns the outcome of a call of gRPC.
func (s *sender) settled(response *http.Response, answer []byte) error {
	outcome := response.Trailer
	if outcome.Get("Grpc-Status") == "" {
		outcome = response.Header // of an answer without a message
	}
	code, err := strconv.Atoi(outcome.Get("Grpc-Status"))
	switch {
	case err != nil:
		return fmt.Errorf("failed to send to %s: the answer is not one of gRPC", s.url.Redacted())
	case code == 0 && len(answer) >= frameHead && answer[0] == 0:
		return s.partial(answer[frameHead:])
	case code == 0:
		return nil
	}
	said, err := url.PathUnescape(outcome.Get("Grpc-Message"))
	if err != nil {
		said = outcome.Get("Grpc-Message")
	}
	if name := busyCodes[code]; name != "" {
		return &busyError{error: fmt.Errorf("failed to send to %s: %s (%s)", s.url.Redacted(), name, said)}
	}
	return fmt.Errorf("failed to send to %s: code %d of gRPC (%s)", s.url.Redacted(), code, said)
}

// partial reads what a collector answers of a request that it took: in the first field, what it does not want, and why.
func (s *sender) partial(answer []byte) error {
	unwanted := &partialError{items: s.items, reason: "empty message"}
	says := false
	fields(answer, func(field protowire.Number, part []byte, _ uint64) {
		if field != 1 {
			return
		}
		fields(part, func(field protowire.Number, text []byte, n uint64) {
			switch field {
			case 1:
				unwanted.rejected = n
				says = says || n > 0
			case 2:
				unwanted.reason = string(text)
				says = true
			}
		})
	})
	if says {
		return unwanted
	}
	return nil
}

// fields calls a function with the fields of a message: each has bytes or a number.
func fields(b []byte, tell func(field protowire.Number, bytes []byte, n uint64)) {
	for len(b) > 0 {
		field, kind, size := protowire.ConsumeTag(b)
		if size < 0 {
			return
		}
		b = b[size:]
		size = protowire.ConsumeFieldValue(field, kind, b)
		if size < 0 {
			return
		}
		switch kind {
		case protowire.BytesType:
			bytes, _ := protowire.ConsumeBytes(b)
			tell(field, bytes, 0)
		case protowire.VarintType:
			n, _ := protowire.ConsumeVarint(b)
			tell(field, nil, n)
		}
		b = b[size:]
	}
}
