package jetstream

import (
	"strconv"
	"strings"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"

	"github.com/fwrun/fwrun/queue/broker"
)

// The names of what the server keeps. Names of topics do not contain '~'.
const (
	streamPrefix  = "fwrun-"
	subjectPrefix = "fwrun.queue."
	consumerName  = "workers"

	lockStream        = "fwrun_locks"
	lockSubjectPrefix = "fwrun.lock."
)

// token returns a topic's name as one token of a subject, in which dots are not allowed.
func token(topic string) string { return strings.ReplaceAll(topic, ".", "~") }

func streamOf(topic string) string  { return streamPrefix + token(topic) }
func subjectOf(topic string) string { return subjectPrefix + token(topic) }

// idHeader has the UUID of a message, and is what the server removes duplicates by.
const idHeader = nats.MsgIdHdr

// noIDHeader has the UUID if the server is not to remove duplicates.
const noIDHeader = broker.Reserved + "id"

// toNATS returns a message for the server. Headers that the server itself would understand are escaped.
func toNATS(topic string, m *message.Message, deduplicate bool) *nats.Msg {
	n := nats.NewMsg(subjectOf(topic))
	n.Data = m.Payload
	for name, value := range m.Metadata {
		if name != broker.DeliveriesHeader {
			n.Header[escapeName(name)] = []string{escapeValue(value)}
		}
	}
	switch {
	case m.UUID == "":
	case deduplicate:
		n.Header[idHeader] = []string{escapeValue(m.UUID)}
	default:
		n.Header[noIDHeader] = []string{escapeValue(m.UUID)}
	}
	return n
}

// fromNATS returns the message that was published, and which delivery it is.
func fromNATS(n *nats.Msg, deliveries uint64) *message.Message {
	m := message.NewMessage("", n.Data)
	for name, values := range n.Header {
		value := ""
		if len(values) > 0 {
			value = unescape(values[0])
		}
		switch name {
		case idHeader, noIDHeader:
			m.UUID = value
		default:
			if !strings.HasPrefix(name, serverHeaders) {
				m.Metadata[unescape(name)] = value
			}
		}
	}
	m.Metadata[broker.DeliveriesHeader] = strconv.FormatUint(deliveries, 10)
	return m
}

const (
	serverHeaders = "Nats-"
	upperHex      = "0123456789ABCDEF"
)

// escapeName writes what the name of a header cannot contain as %XX.
func escapeName(name string) string {
	if len(name) >= len(serverHeaders) && strings.EqualFold(name[:len(serverHeaders)], serverHeaders) {
		return "%" + upperHex[name[0]>>4:][:1] + upperHex[name[0]&15:][:1] + escape(name[1:], isTokenByte)
	}
	if name == noIDHeader {
		return "%66" + name[1:]
	}
	return escape(name, isTokenByte)
}

// escapeValue writes what the value of a header cannot contain, and spaces at its ends, as %XX.
func escapeValue(value string) string {
	last := len(value) - 1
	return escape(value, func(at int, c byte) bool {
		return c > ' ' && c != '%' && c != 0x7f || c == ' ' && at > 0 && at < last
	})
}

func isTokenByte(_ int, c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.'
}

func escape(text string, plain func(at int, c byte) bool) string {
	escaped := 0
	for i := range len(text) {
		if !plain(i, text[i]) {
			escaped++
		}
	}
	if escaped == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 2*escaped)
	for i := range len(text) {
		c := text[i]
		if plain(i, c) {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(upperHex[c>>4])
		b.WriteByte(upperHex[c&15])
	}
	return b.String()
}

// unescape reads what escape wrote, and leaves everything else as it is.
func unescape(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
