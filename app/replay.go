package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/platform/inproc"
)

// ReplayOptions are what a replay adds to the start of an application.
type ReplayOptions struct {
	Console *slog.Logger                         // receives what scripts print
	Stray   func(ctx context.Context, err error) // receives errors that do not end a call

	Coverage bool // counts what runs
}

// Replayed is how a replay has ended.
type Replayed struct {
	Answer   replay.Answer
	Result   replay.Result
	Failures []HandlerFailure
	Counts   *instrument.Counts // nil if nothing was counted
	Folder   string             // of the application, absolute
}

// Replay builds an application, sends it the request of a file, and answers from the file whatever it asks of its host. No database
// server, no network and no queue is reached. An error in the application is a [fault.List].
func Replay(ctx context.Context, options Options, file *replay.File, o ReplayOptions) (*Replayed, error) {
	player := replay.NewPlayer(file)
	s, err := startSandbox(ctx, options, &testRun{
		TestOptions: TestOptions{Console: o.Console, Stray: o.Stray, Coverage: o.Coverage}, player: player,
	})
	if err != nil {
		return nil, err
	}
	done := &Replayed{Counts: s.Engine().Counts(), Folder: s.Folder()}
	answer, err := s.Send(s.sender(ctx, file.Request.As), requestOf(file))
	done.Result = player.End()
	done.Answer = replay.Answer{Status: answer.Status, Headers: answer.Headers, Body: answer.Body}
	done.Failures = s.TakeFailures()
	const patience = 2 * time.Second // for work that the request has left running
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return done, errors.Join(err, s.Close(ending))
}

// sender returns a context on behalf of the client that has sent the request.
func (s *Sandbox) sender(ctx context.Context, as *replay.Sender) context.Context {
	if as == nil {
		return ctx
	}
	return s.As(ctx, as.Name, as.Roles, as.Scopes)
}

func requestOf(file *replay.File) inproc.Request {
	return inproc.Request{
		Method: file.Request.Method, Target: file.Request.Path, Headers: file.Request.Headers.Pairs(), Body: file.Request.Body.Bytes(),
		Limit: replay.MaxFile,
	}
}

// IsReplay reports whether a file of that name is a recorded request.
func IsReplay(name string) bool { return strings.HasSuffix(name, replay.Suffix) }
