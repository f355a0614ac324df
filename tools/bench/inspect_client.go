package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// inspector is a debugger that is attached, and sets no breakpoint.
type inspector struct {
	conn *websocket.Conn
	ends context.CancelFunc
}

// attachTo attaches a debugger to the process that listens for one at a port, and returns how long that took: from the command that enables
// it to the answer that the instrumented application has taken over.
func attachTo(port string) (i *inspector, took time.Duration, err error) {
	var targets []struct{ WebSocketDebuggerURL string }
	response, err := http.Get("http://127.0.0.1:" + port + "/json/list")
	if err != nil {
		return nil, 0, err
	}
	err = json.NewDecoder(response.Body).Decode(&targets)
	_ = response.Body.Close()
	if err != nil || len(targets) != 1 {
		return nil, 0, fmt.Errorf("the debugger has the targets %v: %w", targets, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	//nolint:bodyclose // Dial has closed it, or it is the connection
	conn, _, err := websocket.Dial(ctx, targets[0].WebSocketDebuggerURL, nil)
	if err != nil {
		cancel()
		return nil, 0, err
	}
	conn.SetReadLimit(-1)
	i = &inspector{conn, cancel}
	began := time.Now()
	if err = i.ask("Debugger.enable"); err != nil {
		i.detach()
		return nil, 0, err
	}
	took = time.Since(began)
	go func() { // what it is told has to be read
		for err == nil {
			_, _, err = conn.Read(ctx)
		}
	}()
	return i, took, nil
}

// ask sends a command, and waits for its answer.
func (i *inspector) ask(method string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	if err := i.conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"id":1,"method":%q}`, method)); err != nil {
		return err
	}
	for {
		_, text, err := i.conn.Read(ctx)
		if err != nil {
			return err
		}
		var answer struct {
			ID    int
			Error *struct{ Message string }
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			return err
		}
		switch {
		case answer.ID == 1 && answer.Error != nil:
			return fmt.Errorf("%s: %s", method, answer.Error.Message)
		case answer.ID == 1:
			return nil
		}
	}
}

func (i *inspector) detach() {
	_ = i.conn.CloseNow() // that the connection is broken says the same
	i.ends()
}
