package datatest

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/fwrun/fwrun/tests/databases"
	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tests/ports"
)

// RedisServer is the Redis server of a test. It does not persist anything.
type RedisServer struct {
	URL string // of its socket, or of the cluster

	t      *testing.T
	socket string
	as     databases.Server
	end    func(syscall.Signal)
}

// Redis starts a Redis server that runs until the test ends. It listens on a socket only; options
// are additional ones for the server, such as "--port", "7000".
func Redis(t *testing.T, options ...string) *RedisServer {
	t.Helper()
	program := needs.Program(t, "redis-server")
	dir, err := databases.Folder("redis")
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	must(t, err)
	command := []string{
		program, "--dir", dir, "--unixsocket", dir + "/sock", "--unixsocketperm", "777",
		"--bind", "127.0.0.1", "--port", "0", "--save", "", "--appendonly", "no",
	}
	s := &RedisServer{URL: "redis+unix://" + dir + "/sock", t: t, socket: dir + "/sock", as: databases.Server{
		User: "redis", Ready: "eady to accept connections", Stop: syscall.SIGKILL, Command: append(command, options...),
	}}
	s.Restart()
	return s
}

// RedisCluster starts a Redis cluster of one server. Its URL names the server twice, which makes
// the client a cluster client.
func RedisCluster(t *testing.T) *RedisServer {
	t.Helper()
	port := FreePort(t)
	s := Redis(t, "--port", port, "--cluster-enabled", "yes", "--cluster-port", FreePort(t),
		"--cluster-announce-ip", "127.0.0.1")
	s.URL = "redis://127.0.0.1:" + port + ",127.0.0.1:" + port
	client := s.Client(t)
	must(t, client.ClusterAddSlotsRange(t.Context(), 0, 16383).Err())
	for deadline := time.Now().Add(time.Minute); ; {
		info, err := client.ClusterInfo(t.Context()).Result()
		must(t, err)
		if strings.Contains(info, "cluster_state:ok") {
			return s
		}
		if time.Now().After(deadline) {
			t.Fatal("the cluster is not ready after a minute")
		}
	}
}

// FreePort returns a port of the loopback address on which nothing listens.
func FreePort(t *testing.T) string {
	t.Helper()
	port, err := ports.Free()
	must(t, err)
	return port
}

// Client returns a connection to the server that is not part of the test.
func (s *RedisServer) Client(t *testing.T) *redis.Client {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: s.socket})
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// Pass returns when the given time has passed for the server.
func (s *RedisServer) Pass(d time.Duration) {
	s.t.Helper()
	client := redis.NewClient(&redis.Options{Addr: s.socket, ReadTimeout: -1})
	defer client.Close()
	err := client.Do(s.t.Context(), "blpop", "nobody pushes here", d.Seconds()).Err()
	if !errors.Is(err, redis.Nil) {
		s.t.Fatalf("waiting on the server: %v", err)
	}
}

// Kill ends the server at once, as a crash would.
func (s *RedisServer) Kill() { s.end(syscall.SIGKILL) }

// Restart starts the server again, empty.
func (s *RedisServer) Restart() {
	s.t.Helper()
	s.end = start(s.t, s.as)
}
