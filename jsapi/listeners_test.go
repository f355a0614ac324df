package jsapi_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// queue is a connection that keeps the last message.
type queue struct{ last chan messages.Outgoing }

func (q queue) Send(_ context.Context, list []messages.Outgoing) ([]string, error) {
	q.last <- list[0]
	return []string{"id"}, nil
}

func (queue) Outbox() string { return "" }

func (queue) SendIn(context.Context, sql.Session, []messages.Outgoing) ([]string, func(), error) {
	return nil, nil, errors.ErrUnsupported
}

// TestListenersInAnApplication: a listener gets messages as objects of "fwrun", answers with others, and its exceptions say what becomes
// of a message.
func TestListenersInAnApplication(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	script := `
		import { Autowired, JsonProperty, QueueListener, QueueMessage, QueueRejectException, QueueRetryException, QueueTemplate, Service } from "fwrun";
		export class Job { jobId: int; @JsonProperty("n") name = "x"; }
		class Bad extends QueueRejectException {}
		@Service export class Worker {
			@Autowired queues: QueueTemplate;
			@QueueListener("media-jobs") async work(job: Job, message: QueueMessage) {
				if (job.jobId === 1) throw new Bad("no media");
				if (job.jobId === 2) throw new QueueRetryException("busy", "5m");
				await this.queues.send("done", job, { headers: { from: message.getId(), last: message.isLastAttempt() } });
			}
		}`
	if err := os.WriteFile(filepath.Join(folder, "a.ts"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	q := queue{make(chan messages.Outgoing, 1)}
	api, err := jsapi.New(jsapi.Options{Queues: []messages.Connection{{Name: "primary", Primary: true, Sender: q}}})
	if err != nil {
		t.Fatal(err)
	}
	app, err := engine.Boot(t.Context(), engine.Options{
		Folder: folder, API: api, Expand: archivetest.Expand(nil), Queues: []string{"primary"}, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close(t.Context())
	run := func(body string) error {
		return app.RunListener(t.Context(), time.Minute, 0,
			[]engine.Delivery{{ID: "m1", Queue: "media-jobs", Body: []byte(body), Attempt: 1, MaxAttempts: 2}})
	}
	if rejected, ok := errors.AsType[*engine.RejectedError](run(`{"jobId": 1}`)); !ok || rejected.Reason != "no media" {
		t.Errorf("got %v", rejected)
	}
	if retry, ok := errors.AsType[*engine.RetryError](run(`{"jobId": 2}`)); !ok || retry.Reason != "busy" || retry.After != 5*time.Minute {
		t.Errorf("got %v", retry)
	}
	if rejected, ok := errors.AsType[*engine.RejectedError](run(`{}`)); !ok || rejected.Reason != "the payload does not fit: jobId: is required" {
		t.Errorf("got %v", rejected)
	}
	if err := run(`{"jobId": 3}`); err != nil {
		t.Fatal(err)
	}
	sent := <-q.last
	if string(sent.Body) != `{"jobId":3,"n":"x"}` || sent.Headers["from"] != "m1" || sent.Headers["last"] != "false" {
		t.Errorf("sent %s with %v", sent.Body, sent.Headers)
	}
}
