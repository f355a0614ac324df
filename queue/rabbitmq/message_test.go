package rabbitmq

import (
	"maps"
	"reflect"
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/queue/broker"
)

// TestForm: messages are written as watermill-amqp 3.0.2 writes them, with their id beside: such messages are in queues, and services that use it
// understand them.
func TestForm(t *testing.T) {
	m := message.NewMessage("an-id", []byte("text"))
	m.Metadata["tenant"], m.Metadata["empty"], m.Metadata[broker.DeliveriesHeader] = "blue", "", "7"
	got, err := write("", m)
	want := amqp.Publishing{
		Headers: amqp.Table{"_watermill_message_uuid": "an-id", "tenant": "blue", "empty": ""},
		Body:    []byte("text"), DeliveryMode: 2, MessageId: "an-id",
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, want %#v, %v", got, want, err)
	}
	for id, d := range map[string]amqp.Delivery{
		"an-id": {Headers: want.Headers, Body: want.Body, MessageId: "another"},
		"own":   {Headers: amqp.Table{"tenant": "blue", "empty": "", "x-death": []any{}, "n": int32(1)}, Body: want.Body, MessageId: "own"},
	} {
		back, cancel := read(t.Context(), d)
		cancel()
		headers := map[string]string{"tenant": "blue", "empty": "", broker.DeliveriesHeader: "1"}
		if back.UUID != id || string(back.Payload) != "text" || !maps.Equal(back.Metadata, headers) {
			t.Errorf("%s: got %s %q %q", id, back.UUID, back.Payload, back.Metadata)
		}
	}
}
