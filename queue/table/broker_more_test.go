package table

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/queue/broker"
)

func subscribe(t *testing.T, b *Broker, o broker.Subscription, topic string) <-chan *message.Message {
	t.Helper()
	messages, err := b.Subscriber(o).Subscribe(t.Context(), topic)
	must(t, err)
	return messages
}

func next(t *testing.T, messages <-chan *message.Message) *message.Message {
	t.Helper()
	select {
	case m := <-messages:
		m.Ack()
		return m
	case <-time.After(time.Minute):
		t.Fatal("no message came")
		return nil
	}
}

// testGap receives what was published before and after so many messages of another topic that a claim does not look ahead
// over them. The claims find it without the looks for what other processes have published, which find everything later.
func testGap(t *testing.T, open opener) {
	b := NewBroker(open(t))
	defer func() { must(t, b.Close()) }()
	publish := func(topic string, n int) {
		t.Helper()
		must(t, b.Declare(t.Context(), topic))
		list := make([]*message.Message, n)
		for i := range list {
			list[i] = message.NewMessage(topic, nil)
		}
		must(t, b.Publish(topic, list...))
	}
	publish("q", 20)
	publish("other", recent+100)
	publish("q", 5)
	b.watching = true
	messages := subscribe(t, b, broker.Subscription{Workers: 20}, "q") // of which the first claim takes all before the gap
	for range 25 {
		next(t, messages)
	}
}

func testPublishIn(t *testing.T, open opener) {
	db := open(t)
	b, other := NewBroker(db), NewBroker(open(t))
	defer func() { must(t, b.Close()); must(t, other.Close()) }()
	must(t, b.Declare(t.Context(), "q"))
	publish := func(commit bool, from, to int) {
		t.Helper()
		tx, err := db.Begin(t.Context(), data.TxOptions{})
		must(t, err)
		for i := from; i < to; i++ {
			must(t, b.PublishIn(t.Context(), In(tx), "q", message.NewMessage(fmt.Sprint(i), nil)))
		}
		if commit {
			must(t, tx.Commit(t.Context()))
			b.Wake("q")
		} else {
			must(t, tx.Rollback(t.Context()))
		}
	}
	must(t, b.Publish("q", message.NewMessage("first", nil)))
	messages := subscribe(t, b, broker.Subscription{Workers: 1}, "q")
	next(t, messages)
	publish(false, 0, 3)
	publish(true, 3, 6)
	for i := 3; i < 6; i++ {
		if id := next(t, messages).UUID; id != fmt.Sprint(i) {
			t.Errorf("got %s, want %d", id, i)
		}
	}
	if err := b.PublishIn(t.Context(), nil, "missing", message.NewMessage("1", nil)); err == nil ||
		!strings.Contains(err.Error(), "there is no topic missing") {
		t.Error(err)
	}
	if db.Dialect() != data.SQLite { // a transaction that began first commits last
		tx, err := db.Begin(t.Context(), data.TxOptions{})
		must(t, err)
		must(t, b.PublishIn(t.Context(), In(tx), "q", message.NewMessage("late", nil)))
		must(t, b.Publish("q", message.NewMessage("soon", nil)))
		next(t, messages)
		must(t, tx.Commit(t.Context()))
		b.Wake("q")
		if id := next(t, messages).UUID; id != "late" {
			t.Error(id)
		}
	}
	for len(b.idle()) == 0 { // until no claim is under way, which would find it by chance
		<-time.After(time.Millisecond)
	}
	must(t, other.Publish("q", message.NewMessage("from another process", nil)))
	next(t, messages)
}

// testDeadHolder takes over from an exclusive subscription whose process died with a message in hand.
func testDeadHolder(t *testing.T, open opener) {
	db := open(t)
	b := NewBroker(db)
	defer func() { must(t, b.Close()) }()
	must(t, b.Declare(t.Context(), "q"))
	must(t, b.Publish("q", message.NewMessage("1", nil), message.NewMessage("2", nil)))
	begin := time.Now()
	d := newDialect(db.Dialect())
	_, err := db.Update(t.Context(), d.sql("update fwrun_queue_messages set token = 'dead', lease = {now} "+
		"+ 1500 where deliveries = 0 and head like '%\"1\"%'"), data.Args{})
	must(t, err)
	rows, err := db.Query(t.Context(), "select id from fwrun_queue_topics", data.Args{})
	must(t, err)
	_, err = db.Update(t.Context(), d.sql("insert into fwrun_queue_leases (name, token, lease) values (?, 'dead', {now} + 700)"),
		data.Positional(fmt.Sprint("topic:", rows.Cell(0, 0).Int())))
	must(t, err)
	messages := subscribe(t, b, broker.Subscription{Workers: 4, Exclusive: true}, "q")
	for _, want := range []string{"1", "2"} {
		if id := next(t, messages).UUID; id != want {
			t.Errorf("got %s, want %s", id, want)
		}
	}
	if took := time.Since(begin); took < time.Second {
		t.Errorf("2 was delivered while 1 was in hand, after %s", took)
	}
}

// testLostHolder checks that an exclusive subscription stops delivering when another process has taken over.
func testLostHolder(t *testing.T, open opener) {
	db := open(t)
	b := NewBroker(db)
	b.lease = 600 * time.Millisecond
	defer func() { must(t, b.Close()) }()
	must(t, b.Declare(t.Context(), "q"))
	messages := subscribe(t, b, broker.Subscription{Workers: 1, Exclusive: true}, "q")
	must(t, b.Publish("q", message.NewMessage("1", nil)))
	next(t, messages)
	d := newDialect(db.Dialect())
	_, err := db.Update(t.Context(), d.sql("update fwrun_queue_leases set token = 'another', lease = {now} + 2500 where name like 'topic:%'"),
		data.Args{})
	must(t, err)
	<-time.After(700 * time.Millisecond)
	must(t, b.Publish("q", message.NewMessage("2", nil)))
	select {
	case m := <-messages:
		t.Error("got", m.UUID)
	case <-time.After(500 * time.Millisecond):
	}
	if id := next(t, messages).UUID; id != "2" { // when the other is gone
		t.Error(id)
	}
}

// testRenewed keeps a message in hand for longer than its lease.
func testRenewed(t *testing.T, open opener) {
	b, other := NewBroker(open(t)), NewBroker(open(t))
	b.lease = time.Second
	defer func() { must(t, other.Close()); must(t, b.Close()) }()
	must(t, b.Declare(t.Context(), "q"))
	must(t, b.Publish("q", message.NewMessage("1", nil)))
	ctx, cancel := context.WithCancel(t.Context())
	messages, err := b.Subscriber(broker.Subscription{Workers: 1}).Subscribe(ctx, "q")
	must(t, err)
	m := <-messages
	cancel() // stays valid
	others := subscribe(t, other, broker.Subscription{Workers: 1}, "q")
	select {
	case <-others:
		t.Error("delivered while in hand")
	case <-time.After(1600 * time.Millisecond):
	}
	m.Nack()
	if m := next(t, others); m.Metadata[broker.DeliveriesHeader] != "2" {
		t.Error(m.Metadata)
	}
}

func TestVersionsOfServers(t *testing.T) {
	for text, ok := range map[string]bool{
		"8.0.36": true, "9.1.0": true, "5.7.44-log": false, "10.11.6-MariaDB-1": true, "10.5.23-MariaDB": false, "11.4.2-MariaDB": true,
		"5.5.5-10.3.1-MariaDB": false, "unknown": true,
	} {
		if err := checkVersion("main", text); (err == nil) != ok {
			t.Error(text, err)
		}
	}
}

func TestTopicNames(t *testing.T) {
	b := NewBroker(datatest.Open(t, data.Settings{Name: "main", URL: "sqlite::memory:"}))
	for _, name := range []string{"", "a b", "é", "a/b", strings.Repeat("a", 201)} {
		if err := b.Declare(t.Context(), name); err == nil || !strings.Contains(err.Error(), "a name of a topic has letters") {
			t.Error(name, err)
		}
	}
}
