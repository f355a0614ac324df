package queue

import (
	"cmp"
	"fmt"
	"strconv"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// boardServer is a server of messages that a test can stop.
type boardServer struct {
	url           string
	kill, restart func()
	send          func(topic string, data []byte)
}

var boardServers = map[string]func(t *testing.T) boardServer{
	"Redis": func(t *testing.T) boardServer {
		s := datatest.Redis(t)
		return boardServer{s.URL, s.Kill, s.Restart, func(topic string, data []byte) {
			if err := s.Client(t).Publish(t.Context(), topic, data).Err(); err != nil {
				t.Fatal(err)
			}
		}}
	},
	"NATS": func(t *testing.T) boardServer {
		free, err := strconv.Atoi(datatest.FreePort(t))
		if err != nil {
			t.Fatal(err)
		}
		var running *server.Server
		b := boardServer{url: fmt.Sprintf("nats://app:topsecret@127.0.0.1:%d", free)}
		folder := t.TempDir()
		b.restart = func() {
			running, err = server.NewServer(&server.Options{
				Host: "127.0.0.1", Port: free, NoSigs: true, NoLog: true, Username: "app", Password: "topsecret", JetStream: true, StoreDir: folder,
			})
			if err != nil {
				t.Fatal(err)
			}
			if running.Start(); !running.ReadyForConnections(harness.Patience) {
				t.Fatal("the NATS server does not start")
			}
		}
		b.kill = func() {
			running.Shutdown()
			running.WaitForShutdown()
		}
		b.restart()
		t.Cleanup(func() { b.kill() })
		b.send = func(topic string, data []byte) {
			nc, err := nats.Connect(b.url)
			if err != nil {
				t.Fatal(err)
			}
			defer nc.Close()
			if err := cmp.Or(nc.Publish(topic, data), nc.Flush()); err != nil {
				t.Fatal(err)
			}
		}
		return b
	},
}
