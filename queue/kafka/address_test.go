package kafka_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/kafka"
	"github.com/fwrun/fwrun/tests/ports"
)

// TestURLs: what is not valid is refused, without repeating the password.
func TestURLs(t *testing.T) {
	for _, url := range []string{
		"", "a:9092", "nats://a", "kafka://", "kafka://u:secret@", "kafka://u:secret@a:x", "kafka://u:secret@a,,b", "kafka://u:secret@a/topic",
		"kafka://u:sec%ret@a",
		"kafka://u:secret@a?ssl=true", "kafka://u:secret@a?tls=maybe", "kafka://u:secret@a?sasl=gssapi", "kafka://a?sasl=plain", "kafka://u:secret@a?%zz",
		"kafka://u:secret@a:9092,u:secret@b",
	} {
		b, err := kafka.Connect(t.Context(), url, kafka.Options{})
		if err == nil {
			t.Errorf("%s is taken", url)
			_ = b.Close()
			continue
		}
		if text := err.Error(); fault.KindOf(err) != fault.Invalid || strings.Contains(text, "secret") {
			t.Errorf("%s: %v, of kind %d", url, err, fault.KindOf(err))
		}
	}
}

// TestNobodyAnswers: opening ends with its context, whether the port is closed or the server is silent.
func TestNobodyAnswers(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = silent.Close() }()
	closed, err := ports.Free()
	must(t, err)
	for what, address := range map[string]string{"silent": silent.Addr().String(), "closed": "127.0.0.1:" + closed} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		_, err := kafka.Connect(ctx, "kafka://user:secret@"+address, kafka.Options{})
		cancel()
		if kind := fault.KindOf(err); kind != fault.Unavailable && kind != fault.Timeout || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, of kind %d", what, err, kind)
		}
	}
}

// TestHeader: services that use Watermill's adapter understand the messages, and the other way round.
func TestHeader(t *testing.T) {
	if kafka.IDHeader != "_watermill_message_uuid" {
		t.Errorf("the header is %s", kafka.IDHeader)
	}
}
