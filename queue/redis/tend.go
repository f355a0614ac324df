package redis

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// beat says that the process lives, for the time of a lease. Renewing a key is possible also when the server's memory is full.
func (b *Broker) beat(ctx context.Context) error {
	there, err := b.server.PExpire(ctx, b.alive(b.process), b.options.Lease).Result()
	if err == nil && !there {
		err = b.server.Set(ctx, b.alive(b.process), "1", b.options.Lease).Err()
	}
	return err
}

// tend keeps the process alive for others, looks for processes that are not, and lets subscriptions look for what they
// were not told of. It ends with the Broker.
func (b *Broker) tend() {
	absent := map[consumer]bool{} // whose process was not there the last time
	wait := b.options.Lease / 4
	for {
		sleep(b.stopped, wait)
		if b.stopped.Err() != nil {
			return
		}
		ctx, cancel := context.WithTimeout(b.stopped, b.options.Lease/4)
		err := b.beat(ctx)
		if err == nil && b.closing.Err() == nil {
			absent, err = b.inspect(ctx, absent)
		}
		cancel()
		wait = b.options.Lease / 4
		if err != nil { // what could not be asked is not known to be absent
			absent, wait = nil, min(wait, 250*time.Millisecond)
		}
		for _, d := range b.of("") {
			d.look(false)
		}
	}
}

// consumer is a consumer of a topic.
type consumer struct{ topic, name string }

// inspect looks at the consumers of all topics of this process. Those whose process is absent for the second time are removed.
// One look does not do: a server that was away starts with keys whose time is over.
func (b *Broker) inspect(ctx context.Context, before map[consumer]bool) (map[consumer]bool, error) {
	var list []consumer
	for topic := range b.topics() {
		infos, err := b.server.XInfoConsumers(ctx, b.stream(topic), group).Result()
		if err != nil && !redis.HasErrorPrefix(err, "ERR no such key") && !noGroup(err) {
			return nil, err
		}
		for _, info := range infos {
			if info.Name != returned && !strings.HasPrefix(info.Name, b.process+"/") {
				list = append(list, consumer{topic, info.Name})
			}
		}
	}
	alive := make([]*redis.IntCmd, len(list))
	if len(list) > 0 {
		_, err := b.server.Pipelined(ctx, func(p redis.Pipeliner) error {
			for i, c := range list {
				process, _, _ := strings.Cut(c.name, "/")
				alive[i] = p.Exists(ctx, b.alive(process))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	absent := map[consumer]bool{}
	for i, c := range list {
		switch {
		case alive[i].Val() > 0:
		case !before[c]:
			absent[c] = true
		default:
			b.options.Log.WarnContext(ctx, "queue: a process has ended without giving back its messages; they are delivered again", "topic", c.topic)
			if err := b.leave(ctx, c.topic, c.name, ""); err != nil {
				return nil, err
			}
		}
	}
	return absent, nil
}

func (b *Broker) topics() map[string]bool {
	topics := map[string]bool{}
	for _, d := range b.of("") {
		topics[d.topic] = true
	}
	return topics
}

// silence is how long the server may say nothing before it is asked whether it is there.
const silence = 20 * time.Second

// watch wakes subscriptions when the server says that there is something for them. It ends with the Broker.
func (b *Broker) watch() {
	pause := firstPause
	for first := true; b.stopped.Err() == nil; first = false {
		begin := time.Now()
		b.listen(!first)
		if time.Since(begin) > time.Second {
			pause = firstPause
		}
		sleep(b.stopped, pause)
		pause = min(2*pause, lastPause)
	}
}

// listen listens until the connection is lost.
func (b *Broker) listen(again bool) {
	ctx := b.stopped
	sub := b.server.Subscribe(ctx, b.channel())
	defer context.AfterFunc(ctx, func() { _ = sub.Close() })() // a read does not end with its context
	defer func() { _ = sub.Close() }()
	asked := false
	for {
		got, err := sub.ReceiveTimeout(ctx, silence)
		if isTimeout(err) && !asked {
			asked = true
			err = sub.Ping(ctx)
			if err == nil {
				continue
			}
		}
		if err != nil {
			if ctx.Err() == nil {
				b.options.Log.WarnContext(ctx, "queue: the connection to Redis is lost", "error", b.client.Failure(ctx, "queue.listen", err))
			}
			return
		}
		asked = false
		switch got := got.(type) {
		case *redis.Subscription: // what came before was not heard
			for _, d := range b.of("") {
				d.look(again)
			}
			if again {
				b.options.Log.InfoContext(ctx, "queue: the connection to Redis is made again")
			}
		case *redis.Message:
			for _, d := range b.of(got.Payload) {
				d.look(false)
			}
		}
	}
}

func isTimeout(err error) bool {
	failed, is := errors.AsType[net.Error](err)
	return is && failed.Timeout()
}
