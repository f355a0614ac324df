package redisclient_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/data/redisclient"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/tests/needs"
)

func do(t *testing.T, c *redisclient.Client, command ...any) any {
	t.Helper()
	answer, err := c.Do(t.Context(), command...)
	if err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	return answer
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for late := time.After(time.Minute); !holds(); {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-late:
			t.Fatal(what + ": not within a minute")
		}
	}
}

// TestCluster: commands go to the server that has their key, also while a slot moves to another one, and when it has.
func TestCluster(t *testing.T) {
	var ports, ids [2]string
	var nodes [2]*redisclient.Client
	for i := range nodes {
		ports[i] = datatest.FreePort(t)
		bus := datatest.FreePort(t)
		s := datatest.Redis(t, "--port", ports[i], "--cluster-enabled", "yes", "--cluster-port", bus, "--cluster-announce-ip", "127.0.0.1")
		nodes[i] = opens(t, s.URL)
		ids[i], _ = do(t, nodes[i], "CLUSTER", "MYID").(string)
		do(t, nodes[i], "CLUSTER", "ADDSLOTSRANGE", i*8192, i*8192+8191)
		if i == 1 {
			do(t, nodes[0], "CLUSTER", "MEET", "127.0.0.1", ports[1], bus)
		}
	}
	for _, n := range nodes {
		eventually(t, "the cluster is ready", func() bool {
			info := fmt.Sprint(do(t, n, "CLUSTER", "INFO"))
			return strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_known_nodes:2")
		})
	}
	c := opens(t, "redis://127.0.0.1:"+ports[0]+",127.0.0.1:"+ports[1])
	const keys = 200
	var all []redisclient.Command
	for i := range keys {
		do(t, c, "SET", fmt.Sprint("key ", i), i)
		all = append(all, redisclient.Command{"GET", fmt.Sprint("key ", i)})
	}
	check := func() {
		t.Helper()
		answers, err := c.DoAll(t.Context(), all...)
		for i := range keys {
			if err != nil || answers[i] != fmt.Sprint(i) {
				t.Fatalf("key %d is %v, %v", i, answers, err)
			}
		}
	}
	check()
	do(t, c, "SET", "a{tag}", "1")
	do(t, c, "SET", "b{tag}", "2")
	if got := fmt.Sprint(do(t, c, "MGET", "a{tag}", "b{tag}")); got != "[1 2]" {
		t.Errorf("keys with a tag: %s", got)
	}
	script := redisclient.NewScript(`return redis.call('GET', KEYS[1])`)
	if got, err := script(t.Context(), c, []string{"key 7"}); got != "7" || err != nil {
		t.Errorf("a script: %v, %v", got, err)
	}

	slot := do(t, nodes[0], "CLUSTER", "KEYSLOT", "key 7")
	from, to := 0, 1
	if slot.(int64) >= 8192 {
		from, to = 1, 0
	}
	do(t, nodes[to], "CLUSTER", "SETSLOT", slot, "IMPORTING", ids[from])
	do(t, nodes[from], "CLUSTER", "SETSLOT", slot, "MIGRATING", ids[to])
	check()
	do(t, nodes[from], "MIGRATE", "127.0.0.1", ports[to], "key 7", 0, 5000)
	check() // the server that has the slot sends those who ask to the other one
	for _, n := range nodes {
		do(t, n, "CLUSTER", "SETSLOT", slot, "NODE", ids[to])
	}
	check() // it has moved
	check()
	do(t, c, "SET", "key 7", "7")

	s := c.Subscription(t.Context())
	defer s.Close()
	if err := s.Subscribe(t.Context(), "news"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []redisclient.Event{{Kind: "subscribe", Channel: "news"}, {Kind: "message", Channel: "news", Message: "a"}} {
		if got, err := s.Receive(t.Context(), time.Minute); err != nil || got != want {
			t.Fatalf("%v %v, not %v", got, err, want)
		}
		if want.Kind == "subscribe" {
			do(t, nodes[1], "PUBLISH", "news", "a")
		}
	}
}

// TestSentinel: the primary is the one that the Sentinels name, also after it has changed.
func TestSentinel(t *testing.T) {
	var ports [2]string
	for i := range ports {
		ports[i] = datatest.FreePort(t)
	}
	datatest.Redis(t, "--port", ports[0])
	replica := opens(t, datatest.Redis(t, "--port", ports[1], "--replicaof", "127.0.0.1", ports[0]).URL)
	port := datatest.FreePort(t)
	file := filepath.Join(t.TempDir(), "sentinel.conf")
	text := "port " + port + "\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 " + ports[0] + " 1\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	sentinel := exec.Command(needs.Program(t, "redis-server"), file, "--sentinel")
	sentinel.Dir = filepath.Dir(file)
	if err := sentinel.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = sentinel.Process.Kill()
		_ = sentinel.Wait()
	})
	var asks *redisclient.Client
	eventually(t, "the Sentinel answers", func() (ok bool) {
		var err error
		asks, err = redisclient.Open(t.Context(), "the Sentinel", "redis://127.0.0.1:"+port)
		return err == nil
	})
	t.Cleanup(func() { _ = asks.Close() })
	eventually(t, "the Sentinel knows the replica", func() bool {
		list, _ := do(t, asks, "SENTINEL", "REPLICAS", "main").([]any)
		return len(list) == 1 && strings.Contains(fmt.Sprint(list), "master-link-status ok")
	})
	closed := datatest.FreePort(t)
	refuses(t, "redis://127.0.0.1:"+port+"?master=another", fault.Unavailable, "knows no primary")
	c := opens(t, "redis://127.0.0.1:"+closed+",127.0.0.1:"+port+"?master=main")
	do(t, c, "SET", "a", "1")
	eventually(t, "the replica has it", func() bool { return do(t, replica, "GET", "a") == "1" })
	do(t, asks, "SENTINEL", "FAILOVER", "main")
	eventually(t, "the replica is the primary", func() bool {
		role, _ := do(t, replica, "ROLE").([]any)
		return role[0] == "master"
	})
	eventually(t, "what is written is there", func() bool {
		_, err := c.Do(t.Context(), "SET", "a", "2")
		return err == nil && do(t, replica, "GET", "a") == "2"
	})
}

// TestServerReturns: connections that a server has closed are not used: no call fails once it is there again.
func TestServerReturns(t *testing.T) {
	s := datatest.Redis(t)
	c := opens(t, s.URL)
	do(t, c, "SET", "a", "1")
	s.Kill()
	if _, err := c.Do(t.Context(), "GET", "a"); err == nil {
		t.Error("a server that is not there has answered")
	}
	s.Restart()
	do(t, c, "GET", "a")
}

// TestRoom: a call waits for a connection while others use all of them.
func TestRoom(t *testing.T) {
	c := opens(t, datatest.Redis(t).URL+"?pool_size=1&timeout=2s")
	done := make(chan error)
	go func() {
		_, err := c.Do(t.Context(), "BLPOP", "nothing", "30")
		done <- err
	}()
	eventually(t, "there is no connection left", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		_, err := c.Do(ctx, "PING")
		return errors.Is(err, context.DeadlineExceeded)
	})
	if err := <-done; err == nil {
		t.Error("the call has not ended with its time")
	}
	do(t, c, "PING")
}
