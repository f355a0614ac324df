package table

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/data"
)

const insertMessage = "insert into fwrun_queue_messages (topic, lease, token, deliveries, published, size, head, payload) " +
	"values (?, 0, '', 0, {now}, ?, ?, ?)"

// Publish implements broker.Broker. Of one call either all messages are kept, or none.
func (b *Broker) Publish(topic string, messages ...*message.Message) error {
	const op = "queue.publish"
	if len(messages) == 0 {
		return nil
	}
	ctx := messages[0].Context()
	o, err := b.use(ctx, op)
	if err != nil {
		return err
	}
	id, rows, err := b.rows(ctx, o, op, topic, messages)
	if err != nil {
		return err
	}
	if err := b.publishes.do(ctx, rows...); err != nil {
		return explained(ctx, op, err)
	}
	b.wake(id, true)
	return nil
}

// PublishIn publishes within a transaction on the broker's database: the messages are there when it commits. The topic
// has been declared by this Broker. Call [Broker.Wake] after the commit, or subscriptions find the messages a moment later.
func (b *Broker) PublishIn(ctx context.Context, session Session, topic string, messages ...*message.Message) error {
	const op = "queue.publish"
	o, err := b.use(ctx, op)
	if err != nil || len(messages) == 0 {
		return err
	}
	_, rows, err := b.rows(ctx, o, op, topic, messages)
	if err != nil {
		return err
	}
	return explained(ctx, op, o.dialect.inserts(insertMessage, rows, func(sql string, values []any) error {
		_, err := session.Update(ctx, sql, values)
		return err
	}))
}

// rows returns the values of the rows of messages.
func (b *Broker) rows(ctx context.Context, o *opened, op, topic string, messages []*message.Message) (int64, [][]any, error) {
	id, err := b.topic(ctx, o, op, topic)
	if err != nil {
		return 0, nil, err
	}
	rows := make([][]any, len(messages))
	for i, m := range messages {
		text := head{ID: m.UUID, Metadata: m.Metadata}.text()
		size := len(text) + len(m.Payload)
		if err := checkSize(op, size); err != nil {
			return 0, nil, err
		}
		rows[i] = []any{id, size, text, bytesOfPayload(m.Payload)}
	}
	return id, rows, nil
}

// insert writes the rows of several publishes.
func (b *Broker) insert(ctx context.Context, rows [][]any) error {
	o, err := b.db.get(ctx)
	if err != nil {
		return err
	}
	write := func(on runner) error {
		return o.dialect.inserts(insertMessage, rows, func(sql string, values []any) error {
			_, err := on.Update(ctx, sql, data.Args{Values: values})
			return err
		})
	}
	return again(ctx, func() error {
		if chunk(rows) == len(rows) {
			return write(o) // one statement
		}
		return o.Transaction(ctx, data.TxOptions{}, func(tx *data.Tx) error { return write(tx) })
	})
}
