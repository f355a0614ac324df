package jetstream_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"
	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjetstream "github.com/nats-io/nats.go/jetstream"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/broker/brokertest"
	"github.com/fwrun/fwrun/queue/jetstream"
	"github.com/fwrun/fwrun/tests/ports"
)

// node is a child's work: a server by a configuration file.
func node(file string) error {
	o, err := natsserver.ProcessConfigFile(file)
	if err != nil {
		return err
	}
	o.NoSigs = true
	hurryElections()
	s, err := natsserver.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	fmt.Fprintln(os.Stdout, "ready")
	select {}
}

// cluster is a number of servers in processes of their own.
type cluster struct {
	t       *testing.T // with which it ends
	url     string
	files   []string
	running []*process
}

const password = "topsecret"

// newCluster starts servers, which answer when it returns.
func newCluster(t *testing.T, size int) *cluster {
	t.Helper()
	first, err := ports.Row(2 * size)
	must(t, err)
	var hosts, routes []string
	for i := range size {
		hosts = append(hosts, fmt.Sprintf("127.0.0.1:%d", first+i))
		routes = append(routes, fmt.Sprintf("nats-route://127.0.0.1:%d", first+size+i))
	}
	c := &cluster{t: t, url: "nats://app:" + password + "@" + strings.Join(hosts, ","), running: make([]*process, size)}
	folder := t.TempDir()
	for i := range size {
		text := fmt.Sprintf("server_name: n%d\nlisten: %s\njetstream { store_dir: %q, max_mem: 64M, max_file: 1G }\n"+
			"authorization { user: app, password: %s }\n",
			i, hosts[i], filepath.Join(folder, strconv.Itoa(i)), password)
		if size > 1 {
			text += fmt.Sprintf("cluster { name: test, listen: 127.0.0.1:%d, routes: [%s] }\n", first+size+i, strings.Join(routes, ", "))
		}
		file := filepath.Join(folder, fmt.Sprintf("%d.conf", i))
		must(t, os.WriteFile(file, []byte(text), 0o600))
		c.files = append(c.files, file)
	}
	return c
}

func (c *cluster) startNode(i int) {
	c.running[i] = begin(c.t, "node", c.files[i])
	c.running[i].line()
}

func (c *cluster) killNode(i int) { c.running[i].kill() }

// Kill kills all servers.
func (c *cluster) Kill(*testing.T) {
	for i := range c.running {
		c.killNode(i)
	}
}

// Start starts all servers, and returns when they have a leader.
func (c *cluster) Start(t *testing.T) {
	for i := range c.running {
		c.startNode(i)
	}
	c.ready(t)
}

// ready returns when the servers answer, and all of them take part, and have all that is in the streams.
func (c *cluster) ready(t *testing.T) {
	t.Helper()
	nc, err := nats.Connect(c.url, nats.MaxReconnects(-1))
	must(t, err)
	defer nc.Close()
	js, err := natsjetstream.New(nc)
	must(t, err)
	config := natsjetstream.StreamConfig{Name: "ready", Subjects: []string{"ready"}, Replicas: len(c.files)}
	for end := time.Now().Add(60 * time.Second); ; <-time.After(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_, err = js.CreateOrUpdateStream(ctx, config)
		if err == nil {
			_, err = js.Publish(ctx, "ready", nil)
		}
		if err == nil {
			err = current(ctx, js)
		}
		cancel()
		if err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// empty removes all streams, which the test before has left.
func (c *cluster) empty(t *testing.T) {
	t.Helper()
	nc, err := nats.Connect(c.url)
	must(t, err)
	defer nc.Close()
	js, err := natsjetstream.New(nc)
	must(t, err)
	streams := js.StreamNames(t.Context())
	for name := range streams.Name() {
		must(t, js.DeleteStream(t.Context(), name))
	}
	must(t, streams.Err())
}

// current returns an error unless all replicas of all streams are up to date.
func current(ctx context.Context, js natsjetstream.JetStream) error {
	streams := js.ListStreams(ctx)
	for info := range streams.Info() {
		if info.Cluster == nil {
			continue // there is one server
		}
		if info.Cluster.Leader == "" {
			return fmt.Errorf("%s has no leader", info.Config.Name)
		}
		for _, r := range info.Cluster.Replicas {
			if !r.Current {
				return fmt.Errorf("%s on %s is behind", info.Config.Name, r.Name)
			}
		}
	}
	return streams.Err()
}

func (c *cluster) connect(t *testing.T, o jetstream.Options) *jetstream.Broker {
	t.Helper()
	var b *jetstream.Broker
	var err error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); <-time.After(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		b, err = jetstream.Connect(ctx, c.url, o)
		cancel()
		if err == nil {
			t.Cleanup(func() { _ = b.Close() })
			return b
		}
	}
	t.Fatal(err)
	return nil
}

func testServers(t *testing.T, size int) {
	c := newCluster(t, size)
	c.Start(t)
	o := jetstream.Options{AckWait: 6 * time.Second}
	brokertest.Run(t, brokertest.Kind{
		Open: func(t *testing.T) broker.Broker { return c.connect(t, o) }, Server: c,
		TakeOver: 20 * time.Second, Reconnect: 30 * time.Second, Largest: 1<<20 - 4096,
	})
	features := tests.Features{GuaranteedOrder: true, GuaranteedOrderWithSingleSubscriber: true, Persistent: true, ForceShort: size > 1}
	t.Run("watermill", func(t *testing.T) {
		tests.TestPubSub(t, features, func(t *testing.T) (message.Publisher, message.Subscriber) {
			return brokertest.PubSubOf(func() broker.Broker { return c.connect(t, o) }, broker.Subscription{Workers: 1})
		}, nil)
	})
}

func TestOneServer(t *testing.T) { testServers(t, 1) }

func TestThreeServers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	testServers(t, 3)
}

// TestServersKilledInTurn: with three servers, messages are published and handled all the time.
func TestServersKilledInTurn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	c := newCluster(t, 3)
	c.Start(t)
	b, other := c.connect(t, jetstream.Options{AckWait: 6 * time.Second}), c.connect(t, jetstream.Options{AckWait: 6 * time.Second})
	must(t, b.Declare(t.Context(), "q"))
	messages, err := other.Subscriber(workers(8)).Subscribe(t.Context(), "q")
	must(t, err)
	var mu sync.Mutex
	accepted, handled := map[string]bool{}, map[string]int{}
	failures := map[string]int{}
	stop := make(chan struct{})
	var publishers, listener sync.WaitGroup
	for range 8 {
		publishers.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond): // so that eight workers keep up
				}
				m := message.NewMessage(watermill.NewUUID(), make([]byte, 1000))
				ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
				m.SetContext(ctx)
				err := b.Publish("q", m)
				cancel()
				mu.Lock()
				if err == nil {
					accepted[m.UUID] = true
				} else {
					failures[err.Error()]++
				}
				mu.Unlock()
			}
		})
	}
	listener.Go(func() {
		for m := range messages {
			mu.Lock()
			handled[m.UUID]++
			mu.Unlock()
			m.Ack()
		}
	})
	progress := func() {
		t.Helper()
		mu.Lock()
		a, h := len(accepted), len(handled)
		mu.Unlock()
		for end := time.Now().Add(60 * time.Second); ; <-time.After(20 * time.Millisecond) {
			mu.Lock()
			going := len(accepted) > a+100 && len(handled) > h+100
			mu.Unlock()
			if going {
				return
			}
			if time.Now().After(end) {
				mu.Lock()
				defer mu.Unlock()
				state, err := b.State(t.Context(), "q")
				t.Fatalf("no progress: %d accepted, %d handled, %+v, %v; failures: %v", len(accepted)-a, len(handled)-h, state, err, failures)
			}
		}
	}
	progress()
	for i := range 3 {
		c.killNode(i)
		begun := time.Now()
		progress()
		t.Logf("going on %v after server %d was killed", time.Since(begun).Round(time.Millisecond), i)
		c.startNode(i)
		c.ready(t)
		progress()
	}
	close(stop)
	publishers.Wait()
	for end := time.Now().Add(60 * time.Second); ; <-time.After(50 * time.Millisecond) {
		lost, twice := 0, 0
		mu.Lock()
		for id := range accepted {
			if handled[id] == 0 {
				lost++
			}
			if handled[id] > 1 {
				twice++
			}
		}
		mu.Unlock()
		if lost == 0 {
			t.Logf("%d accepted, none lost, %d handled twice; failures: %v", len(accepted), twice, failures)
			return
		}
		if time.Now().After(end) {
			state, err := b.State(t.Context(), "q")
			t.Fatalf("%d of %d are lost, %d handled twice; the topic has %+v, %v", lost, len(accepted), twice, state, err)
		}
	}
}

// TestFaultsHideThePassword: of any kind.
func TestFaultsHideThePassword(t *testing.T) {
	c := newCluster(t, 1)
	check := func(url string, kind fault.Kind) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		b, err := jetstream.Connect(ctx, url, jetstream.Options{})
		if err == nil {
			_ = b.Close()
			t.Errorf("%s was accepted", url)
			return
		}
		if fault.KindOf(err) != kind || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, of kind %d", url, err, fault.KindOf(err))
		}
	}
	check(c.url, fault.Unavailable)
	for _, url := range []string{
		"nats://", "nats://u:secret@", "nats://u:se cret@a:1", "nats://u:secret@a:x", "http://u:secret@a",
		"nats://u:secret@a/path", "nats://u:secret@a?x=1", "u:secret@a",
	} {
		check(url, fault.Invalid)
	}
	c.Start(t)
	check(strings.Replace(c.url, password, "wrongsecret", 1), fault.Internal)
	check(strings.Replace(c.url, "app:"+password+"@", "", 1), fault.Internal)
	check(strings.Replace(c.url, "app:"+password+"@", "tokensecret@", 1), fault.Internal)
	b := c.connect(t, jetstream.Options{})
	must(t, b.Declare(t.Context(), "q"))
	err := b.Publish("q", message.NewMessage("", make([]byte, 2<<20)))
	if fault.KindOf(err) != fault.TooLarge {
		t.Error(err)
	}
	c.Kill(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := b.Ping(ctx); fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v, of kind %d", err, fault.KindOf(err))
	}
}
