package actuator

import (
	"fmt"
	"io"
	"strings"
)

// Thread is something that runs or waits: a worker with the stack of its script, or a goroutine.
type Thread struct {
	ID     int64
	Name   string
	State  string // RUNNABLE, BLOCKED, WAITING or TIMED_WAITING
	Frames []StackFrame
}

// StackFrame is a line of a stack.
type StackFrame struct {
	Class, Method string
	File          string
	Line          int
}

// plainText is what people read in a terminal.
const plainText = "text/plain;charset=UTF-8"

// ThreadDump returns the endpoint that shows what the process is doing at the moment.
func ThreadDump(threads func() []Thread) Endpoint {
	read := func(r *Request) (Answer, error) {
		list := threads()
		if r.Accepted == plainText {
			return Answer{Stream: func(w io.Writer) error { return printThreads(w, list) }}, nil
		}
		written := make([]thread, len(list))
		for i, t := range list {
			written[i] = threadOf(t)
		}
		return OK(map[string]any{"threads": written})
	}
	return Endpoint{ID: "threaddump", Operations: []Operation{{Method: "GET", Produces: append(jsonTypes(), plainText), Do: read}}}
}

// thread is a thread as Java has it.
type thread struct {
	Name         string       `json:"threadName"`
	ID           int64        `json:"threadId"`
	BlockedTime  int64        `json:"blockedTime"`
	BlockedCount int64        `json:"blockedCount"`
	WaitedTime   int64        `json:"waitedTime"`
	WaitedCount  int64        `json:"waitedCount"`
	LockOwnerID  int64        `json:"lockOwnerId"`
	Daemon       bool         `json:"daemon"`
	InNative     bool         `json:"inNative"`
	Suspended    bool         `json:"suspended"`
	State        string       `json:"threadState"`
	Priority     int          `json:"priority"`
	Stack        []stackFrame `json:"stackTrace"`
	Monitors     []any        `json:"lockedMonitors"`
	Synchronizer []any        `json:"lockedSynchronizers"`
}

type stackFrame struct {
	Class  string `json:"className"`
	Method string `json:"methodName"`
	File   string `json:"fileName"`
	Line   int    `json:"lineNumber"`
	Native bool   `json:"nativeMethod"`
}

func threadOf(t Thread) thread {
	const priority = 5 // as most threads of Java have
	one := thread{
		Name: t.Name, ID: t.ID, BlockedTime: -1, WaitedTime: -1, LockOwnerID: -1, Daemon: true, State: t.State, Priority: priority,
		Stack: make([]stackFrame, len(t.Frames)), Monitors: []any{}, Synchronizer: []any{},
	}
	for i, f := range t.Frames {
		one.Stack[i] = stackFrame{f.Class, f.Method, f.File, f.Line, f.File == ""}
	}
	return one
}

func printThreads(w io.Writer, list []Thread) error {
	for _, t := range list {
		if _, err := fmt.Fprintf(w, "%q id=%d %s\n", t.Name, t.ID, t.State); err != nil {
			return err
		}
		for _, f := range t.Frames {
			name := strings.TrimPrefix(f.Class+"."+f.Method, ".")
			place := "native"
			if f.File != "" {
				place = fmt.Sprintf("%s:%d", f.File, f.Line)
			}
			if _, err := fmt.Fprintf(w, "    at %s (%s)\n", name, place); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	return nil
}
