package handover_test

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/handover"
)

// TestAnswers: a listener whose connections nobody ends is that of a process which hangs.
func TestAnswers(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if handover.Answers(short, listener.Addr()) {
		t.Error("a listener that nobody serves answers")
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
	if !handover.Answers(t.Context(), listener.Addr()) {
		t.Error("a listener that is served does not answer")
	}
}
