package broadcast_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/redis/go-redis/v9"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/queue/broadcast"
	"github.com/fwrun/fwrun/queue/servertest"
	"github.com/fwrun/fwrun/tests/ports"
)

// patience limits every wait.
const patience = 30 * time.Second

// peer is a real server that a test can stop and start.
type peer struct {
	url     string
	kill    func()
	restart func()
	send    func(topic string, data []byte) // by somebody else
}

// peers are the kinds of servers.
var peers = map[string]func(t *testing.T) peer{"NATS": natsPeer, "Redis": redisPeer, "RabbitMQ": rabbitPeer}

// natsPeer starts a NATS server without JetStream.
func natsPeer(t *testing.T) peer {
	t.Helper()
	free, err := ports.Row(1)
	must(t, err)
	p := peer{url: fmt.Sprintf("nats://app:topsecret@127.0.0.1:%d", free)}
	var running *server.Server
	p.restart = func() {
		running, err = server.NewServer(&server.Options{Host: "127.0.0.1", Port: free, NoSigs: true, NoLog: true, Username: "app", Password: "topsecret"})
		must(t, err)
		running.Start()
		if !running.ReadyForConnections(patience) {
			t.Fatal("the NATS server does not start")
		}
	}
	p.kill = func() {
		running.Shutdown()
		running.WaitForShutdown()
	}
	p.restart()
	t.Cleanup(func() { p.kill() })
	p.send = func(topic string, data []byte) {
		nc, err := nats.Connect(p.url)
		must(t, err)
		defer nc.Close()
		must(t, nc.Publish(topic, data))
		must(t, nc.Flush())
	}
	return p
}

func redisPeer(t *testing.T) peer {
	t.Helper()
	s := datatest.Redis(t)
	return peer{url: s.URL, kill: s.Kill, restart: s.Restart, send: func(topic string, data []byte) {
		o := s.Client(t)
		must(t, o.Publish(t.Context(), topic, data).Err())
	}}
}

func rabbitPeer(t *testing.T) peer {
	t.Helper()
	r := servertest.NewRabbitMQ(t)
	return peer{
		url: r.URL, kill: func() { r.Kill(t) }, restart: func() { r.Start(t) },
		send: func(topic string, data []byte) {
			conn, err := amqp.Dial(r.URL)
			must(t, err)
			defer func() { _ = conn.Close() }()
			ch, err := conn.Channel()
			must(t, err)
			must(t, ch.Confirm(false))
			sent, err := ch.PublishWithDeferredConfirmWithContext(t.Context(), "fwrun.broadcast", topic, false, false, amqp.Publishing{Body: data})
			must(t, err)
			sent.Wait()
		},
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// record is a log, and what a relay has received.
type record struct {
	mu  sync.Mutex
	log bytes.Buffer
	got []string
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.Write(p)
}

func (r *record) receive(message []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, string(message))
}

func (r *record) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.got...)
}

func (r *record) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.String()
}

// has reports whether a message was received.
func (r *record) has(message string) bool { return r.times(message) > 0 }

func (r *record) times(message string) (n int) {
	for _, one := range r.all() {
		if one == message {
			n++
		}
	}
	return n
}

// logged returns how many lines of the log have a text.
func (r *record) logged(text string) int { return strings.Count(r.text(), text) }

// process is a line as one process has it, and a relay on it.
type process struct {
	*broadcast.Relay
	*record
	line *broadcast.Line
}

// begin opens a line, which is closed when the test ends.
func begin(t *testing.T, url string, o broadcast.Options) *process {
	t.Helper()
	p := &process{record: &record{}}
	o.Log = slog.New(slog.NewTextHandler(p.record, nil))
	p.line = broadcast.New(broadcast.Settings{URL: url, Prefix: "test"}, o)
	p.Relay = p.line.Relay()
	t.Cleanup(func() { must(t, p.line.Close()) })
	return p
}

// until waits for a condition, and asks for it again and again.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for late := time.Now().Add(2 * patience); !is(); <-time.After(10 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("after %v: %s", 2*patience, what)
		}
	}
}

// meet waits until what one process sends arrives at another.
func meet(t *testing.T, from, to *process, name string) {
	t.Helper()
	until(t, "the processes have not met", func() bool {
		hello := "meet " + rand.Text()
		from.Publish(name, []byte(hello))
		for range 20 {
			if to.has(hello) {
				return true
			}
			<-time.After(5 * time.Millisecond)
		}
		return false
	})
}

// stopProcess lets a Redis server do nothing until the function that it returns is called.
func stopProcess(t *testing.T, c *redis.Client) (goOn func()) {
	t.Helper()
	info, err := c.Info(t.Context(), "server").Result()
	must(t, err)
	_, rest, _ := strings.Cut(info, "process_id:")
	var pid int
	_, err = fmt.Sscan(rest, &pid)
	must(t, err)
	must(t, syscall.Kill(pid, syscall.SIGSTOP))
	on := sync.OnceFunc(func() { must(t, syscall.Kill(pid, syscall.SIGCONT)) })
	t.Cleanup(on)
	return on
}
