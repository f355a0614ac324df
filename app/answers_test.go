package app

import (
	"context"
	"net"
	"testing"
	"time"
)

// TestAnswers: a listener whose connections nobody ends is that of a process which hangs.
func TestAnswers(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	a := &App{at: listener.Addr()}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if a.Answers(short) {
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
	if !a.Answers(t.Context()) {
		t.Error("a listener that is served does not answer")
	}
}
