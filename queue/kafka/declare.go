package kafka

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/IBM/sarama"

	"github.com/fwrun/fwrun/platform/fault"
)

// ordered ends the names of topics that one process at a time receives in order, as package queue gives them.
const ordered = "..key"

// ownRetention is the retention of topics that Declare makes: about 100 years, in milliseconds, since messages wait until
// they are handled. Nobody else has just this one, so a topic that has it is fwrun's own, and what was handled is
// removed from it. Once a group has been empty for a week, servers forget what it has handled: nothing of that may be there then.
const ownRetention = "3155760000017"

// Declare makes a topic.
func (b *Broker) Declare(ctx context.Context, topic string) error {
	const op = "kafka.declare"
	b.mu.Lock()
	known := b.declared[topic]
	b.mu.Unlock()
	if known {
		return b.usable(ctx, op)
	}
	found, err := b.Topics(ctx, []string{topic})
	if err != nil {
		return err
	}
	if len(found) == 0 {
		if _, err = call(ctx, b, op, func() (none, error) { return none{}, b.create(ctx, topic) }); err != nil {
			return err
		}
	}
	b.mu.Lock()
	b.declared[topic] = true
	b.mu.Unlock()
	return nil
}

type none struct{}

// create makes a topic, and returns when all of its partitions have a leader.
func (b *Broker) create(ctx context.Context, topic string) error {
	name, partitions := b.name(topic), int32(b.options.Partitions)
	if strings.HasSuffix(topic, ordered) {
		partitions = 1
	}
	limit := strconv.Itoa(b.options.MaxBytes)
	config := map[string]*string{"max.message.bytes": &limit}
	if !b.options.KeepHandled {
		retention, all := ownRetention, "-1"
		config["retention.ms"], config["retention.bytes"] = &retention, &all
	}
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		err := b.admin.CreateTopic(name, &sarama.TopicDetail{
			NumPartitions: partitions, ReplicationFactor: int16(b.options.Replicas),
			ConfigEntries: config,
		}, false)
		switch {
		case err == nil, errors.Is(err, sarama.ErrTopicAlreadyExists):
			return b.led(ctx, name)
		case errors.Is(err, sarama.ErrInvalidTopic):
			return fault.New("kafka.declare", fault.Conflict, "the Kafka servers refuse the name "+name+" of a topic").
				WithHint("two names must not differ in '.' and '_' only").Because(err)
		case !passes(err) || !sleep(ctx, pause):
			return err
		}
	}
}

// led waits until all partitions of a topic have a leader that knows it.
func (b *Broker) led(ctx context.Context, name string) error {
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		err := b.client.RefreshMetadata(name)
		if err == nil {
			var partitions []int32
			if partitions, err = b.client.Partitions(name); err == nil {
				_, err = b.ends(name, partitions)
			}
		}
		if err == nil {
			return nil
		}
		if disconnected(err) || !sleep(ctx, pause) {
			return err
		}
	}
}

// isOwn reports whether Declare has made a topic, and nobody wants to keep what was handled.
func (b *Broker) isOwn(name string) bool {
	b.mu.Lock()
	own, known := b.own[name]
	b.mu.Unlock()
	if known {
		return own
	}
	const retention = "retention.ms"
	topic := &sarama.ConfigResource{Type: sarama.TopicResource, Name: name, ConfigNames: []string{retention}}
	found, err := b.admin.DescribeConfigs([]*sarama.ConfigResource{topic}, sarama.DescribeConfigsOptions{})
	if err != nil || len(found) != 1 || found[0].ErrorCode != sarama.ErrNoError {
		return false
	}
	for _, e := range found[0].Configs {
		own = own || e.Name == retention && e.Value == ownRetention
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.own[name] = own
	return own
}
