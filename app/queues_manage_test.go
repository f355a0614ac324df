package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/app/agents/local"
	"github.com/fwrun/fwrun/platform/fault"
)

const worker = `import { QueueListener, Service } from "fwrun";
	@Service export class Worker { /** @param {int} n */ @QueueListener("jobs") work(n) {} }`

// queuesApp writes an application, in a folder whose name is short enough for a socket.
func queuesApp(t *testing.T, script string) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "app")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.WriteFile(filepath.Join(folder, "app.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// listening serves an application until the result is called.
func listening(t *testing.T, options app.Options) (running *app.App, stop func()) {
	t.Helper()
	options.Flags = map[string]string{"server.port": "0"}
	running, err := app.Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	listener, _, err := running.Listen()
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- running.Serve(listener) }()
	return running, func() {
		t.Helper()
		if err := errors.Join(running.Close(context.Background()), <-served); err != nil {
			t.Error(err)
		}
	}
}

func openQueues(t *testing.T, folder string) *app.OpenedQueues {
	t.Helper()
	opened, err := app.OpenQueues(t.Context(), app.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	})
	return opened
}

var (
	jobs = app.Queue{Name: "jobs"}
	one  = app.QueueMessage{Content: app.QueueContent{JSON: json.RawMessage("1")}}
)

// TestQueuesThroughReloads lets many ask over the admin socket while the application is replaced, and then stopped.
func TestQueuesThroughReloads(t *testing.T) {
	folder := queuesApp(t, worker)
	running, stop := listening(t, app.Options{Folder: folder})
	opened := openQueues(t, folder)
	if !opened.Running {
		t.Fatal("it was not asked")
	}
	ctx, done := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for ctx.Err() == nil {
				_, err := opened.Send(t.Context(), jobs, one)
				list, listed := opened.List(t.Context())
				if err = errors.Join(err, listed, opened.Pause(t.Context(), jobs), opened.Resume(t.Context(), jobs)); err != nil || len(list.Queues) == 0 {
					t.Error(err, list)
					return
				}
			}
		})
	}
	for i := range 5 {
		if err := os.WriteFile(filepath.Join(folder, "app.js"), []byte(worker+strings.Repeat(" ", i)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := running.Reload(t.Context()); err != nil {
			t.Error(err)
		}
	}
	done()
	all.Wait()
	stop()
	if _, err := opened.List(t.Context()); fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Text(err), "did not answer") {
		t.Error(err)
	}
	if here := openQueues(t, folder); here.Running {
		t.Error("a stopped application was asked")
	}
}

// TestQueuesWaitForEachOther: an embedded broker has one owner, and several commands may be begun at once.
func TestQueuesWaitForEachOther(t *testing.T) {
	folder := queuesApp(t, worker)
	first, err := app.OpenQueues(t.Context(), app.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	_, err = first.Send(t.Context(), jobs, one)
	if err = errors.Join(err, first.Close()); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			opened, err := app.OpenQueues(t.Context(), app.Options{Folder: folder})
			if err != nil {
				t.Error(err)
				return
			}
			_, err = opened.Send(t.Context(), jobs, one)
			if err = errors.Join(err, opened.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	list, err := openQueues(t, folder).List(t.Context())
	if err != nil || len(list.Queues) != 1 || list.Queues[0].Waiting != 5 || list.Running {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestQueuesOfAnAgentsApplication: an application that an agent has started over stdio has a socket, too, and can do without one.
func TestQueuesOfAnAgentsApplication(t *testing.T) {
	folder := queuesApp(t, `import { McpTool, QueueListener, Service } from "fwrun";
		@Service export class Worker {
			/** @param {int} n */ @QueueListener("jobs") work(n) {}
			/** @returns {string} */ @McpTool({ name: "greet", description: "greets" }) greet() { return "hello"; }
		}`)
	for _, socket := range []bool{true, false} {
		options := app.Options{Folder: folder, Flags: map[string]string{"management.socket": strconv.FormatBool(socket)}}
		running, err := local.Open(t.Context(), options, agents.Caller{}, true)
		if err != nil {
			t.Fatal(err)
		}
		in, words := io.Pipe()
		heard, out := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- running.ServeLines(t.Context(), in, out) }()
		if _, err := io.WriteString(words, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(heard).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		opened, err := app.OpenQueues(t.Context(), app.Options{Folder: folder})
		switch {
		case socket && (err != nil || !opened.Running):
			t.Error(opened, err)
		case !socket && (fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "uses the queue store")):
			t.Error(opened, err)
		}
		if opened != nil {
			_ = opened.Close()
		}
		_ = words.Close()
		if err := errors.Join(<-ended, running.Close(context.Background())); err != nil {
			t.Error(err)
		}
	}
}
