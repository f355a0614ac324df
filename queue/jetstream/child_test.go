package jetstream_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// childEnv has what a child process is to do, and on which folder.
const childEnv = "FWRUN_JETSTREAM_CHILD"

// TestMain runs the tests, or what a test wants from a process that it will kill.
func TestMain(m *testing.M) {
	work, folder, isChild := strings.Cut(os.Getenv(childEnv), " ")
	if !isChild {
		os.Exit(m.Run())
	}
	if err := child(work, folder); err != nil {
		fmt.Fprintln(os.Stdout, "error", err)
		os.Exit(1)
	}
}

func child(work, folder string) error {
	switch work {
	case "node":
		return node(folder)
	case "exclusive":
		b, err := jetstream.Connect(context.Background(), folder, jetstream.Options{AckWait: shortWait})
		if err != nil {
			return err
		}
		return receive(b, broker.Subscription{Workers: 1, Exclusive: true}, func(m *message.Message) { m.Ack() })
	}
	store := jetstream.Store{Folder: folder}
	if work == "always" {
		store.Sync = jetstream.SyncAlways
	}
	b, err := jetstream.Embed(context.Background(), store, jetstream.Options{})
	if err != nil {
		return err
	}
	if err := b.Declare(context.Background(), "q"); err != nil {
		return err
	}
	switch work {
	case "always", "interval":
		return publishForever(b)
	case "hold":
		return receive(b, workers(3), func(*message.Message) {})
	case "poison":
		return receive(b, workers(4), func(m *message.Message) {
			if string(m.Payload) == "poison" {
				if self, err := os.FindProcess(os.Getpid()); err == nil {
					_ = self.Kill()
				}
				select {}
			}
			m.Ack()
		})
	case "idle":
		fmt.Fprintln(os.Stdout, "ready")
		select {}
	}
	return fmt.Errorf("what is %s", work)
}

func publishForever(b broker.Broker) error {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for {
				m := message.NewMessage(watermill.NewUUID(), make([]byte, 1000))
				if err := b.Publish("q", m); err != nil {
					fmt.Fprintln(os.Stdout, "error", err)
					return
				}
				fmt.Fprintln(os.Stdout, m.UUID)
			}
		})
	}
	group.Wait()
	return nil
}

func receive(b broker.Broker, o broker.Subscription, do func(*message.Message)) error {
	messages, err := b.Subscriber(o).Subscribe(context.Background(), "q")
	if err != nil {
		return err
	}
	for m := range messages {
		fmt.Fprintln(os.Stdout, string(m.Payload), m.Metadata[broker.DeliveriesHeader])
		do(m)
	}
	return nil
}

// process is a child.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines chan string
	done  chan struct{}
}

func begin(t *testing.T, work, folder string) *process {
	t.Helper()
	p := &process{t, exec.Command(os.Args[0]), make(chan string, 1<<20), make(chan struct{})}
	p.cmd.Env = append(os.Environ(), childEnv+"="+work+" "+folder)
	out, err := p.cmd.StdoutPipe()
	must(t, err)
	p.cmd.Stderr = os.Stderr
	must(t, p.cmd.Start())
	go func() {
		defer close(p.done)
		defer close(p.lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			p.lines <- scanner.Text()
		}
		_ = p.cmd.Wait()
	}()
	t.Cleanup(p.kill)
	return p
}

// line returns the next line that the child printed.
func (p *process) line() string {
	p.t.Helper()
	select {
	case line, open := <-p.lines:
		if !open {
			p.t.Fatal("the child has ended")
		}
		if strings.HasPrefix(line, "error") {
			p.t.Fatal(line)
		}
		return line
	case <-time.After(20 * time.Second):
		p.t.Fatal("the child prints nothing")
	}
	return ""
}

// kill ends the child at once, and returns when all it printed has been read.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// drain receives all messages of the topic q, and returns how often each id came.
func drain(t *testing.T, b broker.Broker) map[string]int {
	t.Helper()
	must(t, b.Declare(t.Context(), "q"))
	messages, err := b.Subscriber(broker.Subscription{Workers: 32}).Subscribe(t.Context(), "q")
	must(t, err)
	counts := map[string]int{}
	for end := time.Now().Add(5 * time.Second); ; {
		select {
		case m := <-messages:
			counts[m.UUID]++
			m.Ack()
		case <-time.After(300 * time.Millisecond):
			state, err := b.State(t.Context(), "q")
			must(t, err)
			if state.Waiting == 0 && state.InHand == 0 {
				return counts
			}
			if time.Now().After(end) {
				t.Fatalf("%d messages were delivered, there are still %+v", len(counts), state)
			}
		}
	}
}

func timeout(t testing.TB, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}
