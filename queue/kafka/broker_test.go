package kafka_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/kafka"
	"github.com/fwrun/fwrun/queue/servertest"
)

func newTopic() string { return "test." + rand.Text()[:10] }

func publish(t testing.TB, b *kafka.Broker, topic string, payloads ...string) {
	t.Helper()
	for _, p := range payloads {
		must(t, b.Publish(topic, message.NewMessage(p, []byte(p))))
	}
}

func numbers(from, to int) (list []string) {
	for i := from; i < to; i++ {
		list = append(list, fmt.Sprint(i))
	}
	return list
}

// tally counts what several subscriptions receive, and acknowledges it.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (c *tally) receive(messages <-chan *message.Message) {
	for m := range messages {
		c.mu.Lock()
		c.counts[string(m.Payload)]++
		c.mu.Unlock()
		m.Ack()
	}
}

func (c *tally) has(n int) func() bool {
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.counts) >= n
	}
}

func (c *tally) twice() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, count := range c.counts {
		if count > 1 {
			n++
		}
	}
	return n
}

// patience is how long a test waits for what has to happen.
const patience = time.Minute

func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	late := time.After(patience)
	for !holds() {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-late:
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

func subscribe(t testing.TB, b *kafka.Broker, topic string, workers int) <-chan *message.Message {
	t.Helper()
	messages, err := b.Subscriber(broker.Subscription{Workers: workers}).Subscribe(t.Context(), topic)
	must(t, err)
	return messages
}

// testMoves: processes that come and go in good order divide the partitions, and nothing comes twice.
func testMoves(t *testing.T, server *servertest.Kafka) {
	b, topic := connect(t, server.URL, kafka.Options{Partitions: 4}), newTopic()
	must(t, b.Declare(t.Context(), topic))
	c := &tally{counts: map[string]int{}}
	const each = 150
	sent := 0
	for i := range 4 {
		one := connect(t, server.URL, kafka.Options{})
		go c.receive(subscribe(t, one, topic, 3))
		publish(t, b, topic, numbers(sent, sent+each)...)
		sent += each
		if i%2 == 1 {
			must(t, one.Close())
		}
	}
	eventually(t, "all arrived", c.has(sent))
	if n := c.twice(); n > 0 {
		t.Errorf("%d messages came twice", n)
	}
	two := connect(t, server.URL, kafka.Options{})
	n, err := two.Purge(t.Context(), topic) // gets the partitions of the others for a moment
	must(t, err)
	if n != 0 {
		t.Errorf("%d messages were left", n)
	}
}

// testDies: of a process that is killed only what it has not acknowledged comes again.
func testDies(t *testing.T, server *servertest.Kafka) {
	b, topic := connect(t, server.URL, kafka.Options{Partitions: 1}), newTopic()
	must(t, b.Declare(t.Context(), topic))
	publish(t, b, topic, "1", "hold 2", "3", "hold 4", "5", "6")
	p := begin(t, server.URL, topic)
	for range 6 {
		p.line()
	}
	eventually(t, "what was acknowledged is written down", func() bool {
		state, err := b.State(t.Context(), topic)
		must(t, err)
		return state.Waiting == 2 && state.InHand == -1 // of another process that is not known
	})
	p.kill()
	publish(t, b, topic, "7")
	messages := subscribe(t, b, topic, 1)
	for _, want := range []string{"hold 2", "hold 4", "7"} {
		m := <-messages
		if string(m.Payload) != want {
			t.Errorf("got %s, want %s", m.Payload, want)
		}
		m.Ack()
	}
}

// testKeys: messages with a key are in one partition, in their order, and so are those without a key of one call. Other calls take
// turns.
func testKeys(t *testing.T, server *servertest.Kafka) {
	b, topic := connect(t, server.URL, kafka.Options{}), newTopic()
	must(t, b.Declare(t.Context(), topic))
	for i := range 60 {
		m := message.NewMessage("", fmt.Appendf(nil, "%02d", i))
		m.Metadata[broker.KeyHeader] = fmt.Sprint(i % 3)
		must(t, b.Publish(topic, m))
	}
	var call []*message.Message
	for i := range 20 {
		call = append(call, message.NewMessage("", fmt.Appendf(nil, "%02d", i)))
	}
	must(t, b.Publish(topic, call...))
	messages := subscribe(t, b, topic, 1)
	got := map[string][]string{}
	for range 80 {
		m := <-messages
		key := m.Metadata[broker.KeyHeader]
		got[key] = append(got[key], string(m.Payload))
		m.Ack()
	}
	used := map[string]bool{}
	for range 40 {
		must(t, b.Publish(topic, message.NewMessage("", nil)))
		m := <-messages
		used[strings.Split(strings.TrimPrefix(m.UUID, topic+"-"), "-")[0]] = true // the id of one without is made of its place
		m.Ack()
	}
	if len(used) < 3 {
		t.Errorf("40 calls have used partitions %v", used)
	}
	for key, list := range got {
		if len(list) != 20 || !slices.IsSorted(list) {
			t.Errorf("messages with key %q: %v", key, list)
		}
	}
}

// testLong: messages whose handling takes long do not hold up others for ever, when their partition is to move.
func testLong(t *testing.T, server *servertest.Kafka) {
	b, topic := connect(t, server.URL, kafka.Options{Partitions: 2}), newTopic()
	b.DrainFor(100 * time.Millisecond)
	must(t, b.Declare(t.Context(), topic))
	messages := subscribe(t, b, topic, 30)
	var held []*message.Message
	for range 8 { // so that both partitions are used
		publish(t, b, topic, "long")
		held = append(held, <-messages)
	}
	c := &tally{counts: map[string]int{}}
	go c.receive(subscribe(t, connect(t, server.URL, kafka.Options{}), topic, 1))
	admin, err := sarama.NewClusterAdmin([]string{strings.TrimPrefix(server.URL, "kafka://")}, sarama.NewConfig())
	must(t, err)
	defer func() { _ = admin.Close() }()
	eventually(t, "both processes are in the group", func() bool {
		groups, err := admin.DescribeConsumerGroups([]string{"fwrun." + topic})
		must(t, err)
		return len(groups[0].Members) == 2 && groups[0].State == "Stable"
	})
	go c.receive(messages)
	publish(t, b, topic, numbers(0, 40)...)
	eventually(t, "the others arrived", c.has(40))
	for _, m := range held {
		if m.Context().Err() != nil {
			t.Error("a message in hand has ended")
		}
		m.Ack()
	}
	if n := c.twice(); n > 0 {
		t.Errorf("%d messages came twice", n)
	}
}

// testPurge: a purge waits until another process has settled what it has in hand, and what is left goes back to that one.
func testPurge(t *testing.T, server *servertest.Kafka) {
	b, other, topic := connect(t, server.URL, kafka.Options{Partitions: 2}), connect(t, server.URL, kafka.Options{}), newTopic()
	must(t, b.Declare(t.Context(), topic))
	messages := subscribe(t, other, topic, 1)
	publish(t, b, topic, numbers(0, 6)...)
	held := <-messages
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if n, err := b.Purge(ctx, topic); fault.KindOf(err) != fault.Timeout {
		t.Errorf("%d messages were removed while one was in hand: %v", n, err)
	}
	if held.Context().Err() != nil {
		t.Error("the message in hand has ended")
	}
	done := make(chan int64)
	go func() {
		n, err := b.Purge(t.Context(), topic)
		if err != nil {
			t.Error(err)
		}
		done <- n
	}()
	held.Ack()
	n := <-done
	publish(t, b, topic, "after")
	for m := range messages {
		m.Ack()
		if string(m.Payload) == "after" {
			break
		}
		n++ // received before the purge began
	}
	if n != 5 {
		t.Errorf("%d messages were removed or received, want 5", n)
	}
}

// testHandled: what was handled is removed from a topic of Declare, and from no other.
func testHandled(t *testing.T, server *servertest.Kafka) {
	config := sarama.NewConfig()
	client, err := sarama.NewClient([]string{strings.TrimPrefix(server.URL, "kafka://")}, config)
	must(t, err)
	defer func() { _ = client.Close() }()
	admin, err := sarama.NewClusterAdminFromClient(client)
	must(t, err)
	b := connect(t, server.URL, kafka.Options{Partitions: 1})
	b.CleanEvery(20 * time.Millisecond)
	own, other := newTopic(), newTopic()
	must(t, admin.CreateTopic(other, &sarama.TopicDetail{NumPartitions: 1, ReplicationFactor: 1}, false))
	var messages <-chan *message.Message
	for _, topic := range []string{other, own} {
		must(t, b.Declare(t.Context(), topic))
		publish(t, b, topic, numbers(0, 10)...)
		messages = subscribe(t, b, topic, 1)
		for range 10 {
			(<-messages).Ack()
		}
		eventually(t, "all were handled", func() bool {
			state, err := b.State(t.Context(), topic)
			must(t, err)
			return state == broker.State{}
		})
	}
	oldest := func(topic string) int64 {
		offset, err := client.GetOffset(topic, 0, sarama.OffsetOldest)
		must(t, err)
		return offset
	}
	eventually(t, "what was handled is removed", func() bool { return oldest(own) == 10 })
	if n := oldest(other); n != 0 {
		t.Errorf("%d messages were removed from a topic that somebody else has made", n)
	}
	publish(t, b, own, "more")
	(<-messages).Ack()
}

// testSASL: users prove who they are in three ways, and others are refused.
func testSASL(t *testing.T, server *servertest.Kafka) {
	config := sarama.NewConfig()
	config.Version = sarama.V2_7_0_0
	admin, err := sarama.NewClusterAdmin([]string{strings.TrimPrefix(server.URL, "kafka://")}, config)
	must(t, err)
	defer func() { _ = admin.Close() }()
	for _, mechanism := range []sarama.ScramMechanismType{sarama.SCRAM_MECHANISM_SHA_256, sarama.SCRAM_MECHANISM_SHA_512} {
		_, err := admin.UpsertUserScramCredentials([]sarama.AlterUserScramCredentialsUpsert{{
			Name: servertest.KafkaUser, Mechanism: mechanism, Iterations: 4096, Salt: []byte("salt of the test"), Password: []byte(servertest.KafkaPassword),
		}})
		must(t, err)
	}
	for _, parameter := range []string{"", "?sasl=scram-sha-256", "?sasl=SCRAM-SHA-512"} {
		url := "kafka://" + servertest.KafkaUser + ":%s@" + server.SASLAddress + parameter
		var b *kafka.Broker
		eventually(t, "the server knows the user", func() (known bool) {
			b, err = kafka.Connect(t.Context(), fmt.Sprintf(url, "pass%20word%2F1"), kafka.Options{})
			return err == nil
		})
		topic := newTopic()
		must(t, b.Declare(t.Context(), topic))
		publish(t, b, topic, "one")
		(<-subscribe(t, b, topic, 1)).Ack()
		must(t, b.Close())
		_, err = kafka.Connect(t.Context(), fmt.Sprintf(url, "another-secret"), kafka.Options{})
		if err == nil || !strings.Contains(err.Error(), "refused access") || strings.Contains(err.Error(), "another-secret") {
			t.Errorf("%s: a wrong password: %v", parameter, err)
		}
	}
}

// testUndeclared: nobody subscribes to a topic that does not exist.
func testUndeclared(t *testing.T, server *servertest.Kafka) {
	b := connect(t, server.URL, kafka.Options{})
	if _, err := b.Subscriber(broker.Subscription{}).Subscribe(t.Context(), newTopic()); fault.KindOf(err) != fault.NotFound {
		t.Errorf("subscribing: %v", err)
	}
	must(t, b.Declare(t.Context(), "test.same_name"))
	if err := b.Declare(t.Context(), "test_same.name"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a name that differs in '.' and '_' only: %v", err)
	}
}

// testKill kills the server while processes publish and receive: nothing that was accepted is lost.
func testKill(t *testing.T, server *servertest.Kafka) {
	kills, before := 1, 1000
	if os.Getenv("FWRUN_STRESS") == "1" {
		kills = 5
	}
	topic := newTopic()
	b := connect(t, server.URL, kafka.Options{})
	must(t, b.Declare(t.Context(), topic))
	c := &tally{counts: map[string]int{}}
	for range 2 {
		go c.receive(subscribe(t, connect(t, server.URL, kafka.Options{}), topic, 8))
	}
	var mu sync.Mutex
	var accepted []string
	stop := make(chan struct{})
	var publishers sync.WaitGroup
	for p := range 8 {
		publishers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				name := fmt.Sprintf("%d-%d", p, i)
				if b.Publish(topic, message.NewMessage(name, []byte(name))) == nil {
					mu.Lock()
					accepted = append(accepted, name)
					mu.Unlock()
				}
			}
		})
	}
	count := func(n int) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(accepted) >= n
		}
	}
	for i := range kills {
		eventually(t, "messages are accepted", count((i+1)*before))
		server.Kill(t)
		server.Start(t)
	}
	eventually(t, "messages are accepted again", count((kills+1)*before))
	close(stop)
	publishers.Wait()
	eventually(t, "all that was accepted arrived", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return !slices.ContainsFunc(accepted, func(name string) bool { return c.counts[name] == 0 })
	})
	t.Logf("%d accepted, %d came, %d twice", len(accepted), len(c.counts), c.twice())
}
