package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/handover"
)

// succession is what a server has to do with the processes before and after it, and with systemd.
type succession struct {
	process  process
	heir     *handover.Heir
	running  *app.App
	at       net.Addr        // of the listener
	upgrades <-chan struct{} // receives SIGUSR2
	types    *typesBeside    // nil if nobody asks TypeScript
}

// asked starts to receive requests for another program.
func (p process) asked() <-chan struct{} {
	if p.upgrades == nil {
		return nil
	}
	return p.upgrades()
}

// ready reports to systemd, or the process that has started the server, that it accepts connections.
func (s succession) ready() {
	s.running.Ready()
	if !s.heir.Linked() {
		s.tell("READY=1")
	}
}

// explain logs why the server was started if that was not by hand.
func (s succession) explain() {
	if start := s.heir.Start(); start.Because != "" {
		log := s.running.Log()
		attrs := []any{"because", start.Because, "restarts", start.Restarts, "pause", start.After}
		if start.Because == handover.BecauseUpgrade {
			log.Info("the server was replaced", attrs...)
		} else {
			log.Warn("the server was started again", attrs...)
		}
	}
}

// leave ends the application, whose place another process takes.
func (s succession) leave(ctx context.Context) error {
	because := context.Cause(s.heir.Leaves())
	s.running.Log().Info("another process has taken over: finishing the requests in flight", "because", because.Error())
	if departure, is := errors.AsType[handover.Departure](because); is && departure.Calm {
		return s.running.HandOver(s.process.draining, ctx.Done())
	}
	return s.running.Close(s.process.draining)
}

// reload reloads the application. systemd knows meanwhile.
func (s succession) reload(ctx context.Context, rebuild func(context.Context) error, because slog.Attr) {
	s.tell(handover.Reloading())
	s.process.collector.rebuilds()
	defer s.process.collector.serves()
	if reload(ctx, s.process, s.running, rebuild, because) {
		s.types.ask(ctx)
	}
	go collectAfter(s.running.Settle)
	s.tell("READY=1")
}

// watchdog begins to report that the server answers: to systemd, as often as that wants to know, or to the supervisor, when it asks. It goes
// on until stop is called.
func (s succession) watchdog() (stop func()) {
	ctx, stop := context.WithCancel(s.heir.Leaves())
	within := handover.Watchdog(s.process.env)
	var beats <-chan time.Time
	if within > 0 {
		beats = time.Tick(max(within/2, time.Millisecond))
	}
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-s.heir.Asked():
				if handover.Answers(ctx, s.at) {
					s.heir.Answer()
				}
			case <-beats:
				if s.answersWithin(ctx, within) {
					s.tell("WATCHDOG=1")
				}
			}
		}
	}()
	return stop
}

func (s succession) answersWithin(ctx context.Context, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return handover.Answers(ctx, s.at)
}

// tell reports to systemd the state of the service, perhaps by the supervisor.
func (s succession) tell(state string) {
	notify := func(state string) error { return handover.Notify(s.process.env, state) }
	if s.heir.Start().Supervised {
		notify = s.heir.Tell
	}
	if err := notify(state); err != nil {
		s.running.Log().Warn("systemd could not be told about the state of the service", "state", state, "error", err)
	}
}

// upgrade starts the program that is in this one's place now, in the background. If it does not start, the server goes on.
func (s succession) upgrade(ctx context.Context) {
	next := handover.Program{Args: s.process.command, Env: handover.Successor(s.process.env), Files: standard()}
	go func() {
		log := s.running.Log()
		pid, err := s.heir.Replace(ctx, next)
		switch {
		case errors.Is(err, handover.ErrSupervised):
			log.Warn("SIGUSR2 is for the supervisor, which then replaces the server", "supervisor", s.heir.Supervisor())
		case errors.Is(err, handover.ErrReplacing):
			log.Warn("the server is being replaced already")
		case err != nil:
			log.Error("the server was not replaced, and serves on", "error", err)
		default:
			s.tell(fmt.Sprintf("MAINPID=%d", pid))
			s.heir.Leave()
		}
	}()
}

// standard returns the standard input, output and error, for processes that take the place of this one.
func standard() []*os.File { return []*os.File{os.Stdin, os.Stdout, os.Stderr} }
