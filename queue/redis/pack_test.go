package redis

import (
	"maps"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/queue/broker"
)

// long returns a text of n bytes.
func long(n int) string { return strings.Repeat("v", n) }

// packed are headers, and the bytes that watermill-redisstream 1.4.5 has written of them: such entries are in streams.
var packed = []struct {
	headers map[string]string
	bytes   string
}{
	{nil, ""},
	{map[string]string{"tenant": "blue"}, "\x81\xa6tenant\xa4blue"},
	{map[string]string{"": ""}, "\x81\xa0\xa0"},
	{map[string]string{"n": "größe\x00\xff"}, "\x81\xa1n\xa9größe\x00\xff"},
	{map[string]string{"n": long(31)}, "\x81\xa1n\xbf" + long(31)},
	{map[string]string{"n": long(32)}, "\x81\xa1n\xd9\x20" + long(32)},
	{map[string]string{"n": long(255)}, "\x81\xa1n\xd9\xff" + long(255)},
	{map[string]string{"n": long(256)}, "\x81\xa1n\xda\x01\x00" + long(256)},
	{map[string]string{"n": long(65536)}, "\x81\xa1n\xdb\x00\x01\x00\x00" + long(65536)},
}

func TestHeadersArePacked(t *testing.T) {
	for _, c := range packed {
		if got := string(packHeaders(c.headers)); got != c.bytes {
			t.Errorf("%.40q are packed as %.40q, want %.40q", c.headers, got, c.bytes)
		}
		if got, valid := unpackHeaders(c.bytes); !valid || !maps.Equal(got, c.headers) {
			t.Errorf("%.40q is read as %.40q", c.bytes, got)
		}
	}
}

// TestManyHeaders: the order in a map is anybody's, so the bytes differ; what is before them is what the adapter has written.
func TestManyHeaders(t *testing.T) {
	for n, begin := range map[int]string{15: "\x8f", 16: "\xde\x00\x10", 65536: "\xdf\x00\x01\x00\x00"} {
		headers := map[string]string{}
		for i := range n {
			headers[strings.Repeat("a", i%300)+string(rune(0x10000+i))] = long(i % 40)
		}
		b := string(packHeaders(headers))
		if !strings.HasPrefix(b, begin) {
			t.Errorf("%d headers begin with %.8q, want %q", n, b, begin)
		}
		if got, valid := unpackHeaders(b); !valid || !maps.Equal(got, headers) {
			t.Errorf("%d headers are read as %d", n, len(got))
		}
	}
}

// TestHeadersOfOthers: texts may be bytes or nothing; what is no map of texts is refused.
func TestHeadersOfOthers(t *testing.T) {
	for bytes, value := range map[string]string{
		"\x81\xc4\x01n\xc4\x01v": "v", "\x81\xa1n\xc0": "", "\x81\xd9\x01n\xc6\x00\x00\x00\x01v": "v",
	} {
		if got, valid := unpackHeaders(bytes); !valid || !maps.Equal(got, map[string]string{"n": value}) {
			t.Errorf("%q is read as %q", bytes, got)
		}
	}
	for _, bytes := range []string{
		"{}", "\x81", "\x81\xa1n", "\x81\xa1n\xa5v", "\x81\xa1n\x01", "\xdf\xff\xff\xff\xff", "\x81\xdb\xff\xff\xff\xffn", "\xde\x00",
	} {
		if got, valid := unpackHeaders(bytes); valid {
			t.Errorf("%q is read as %q", bytes, got)
		}
	}
}

// TestEntries: what the adapter, fwrun and other programs write becomes a message.
func TestEntries(t *testing.T) {
	for name, c := range map[string]struct {
		fields        map[string]any
		uuid, payload string
		headers       map[string]string
	}{
		"adapter": {
			map[string]any{"_watermill_message_uuid": "an-id", "metadata": "\x81\xa6tenant\xa4blue", "payload": "text"},
			"an-id", "text",
			map[string]string{"tenant": "blue"},
		},
		"without headers": {map[string]any{"_watermill_message_uuid": "an-id", "metadata": "", "payload": ""}, "an-id", "", nil},
		"another program": {map[string]any{"tenant": "blue", "payload": "text"}, "1-0", "text", map[string]string{"tenant": "blue"}},
		"another form": {
			map[string]any{"_watermill_message_uuid": "an-id", "metadata": "{}", "payload": "text"},
			"1-0", "text",
			map[string]string{"_watermill_message_uuid": "an-id", "metadata": "{}"},
		},
	} {
		m, cancel := (&entry{id: "1-0", deliveries: 1, fields: c.fields}).message(t.Context())
		cancel()
		delete(m.Metadata, broker.DeliveriesHeader)
		if m.UUID != c.uuid || string(m.Payload) != c.payload || !maps.Equal(m.Metadata, c.headers) {
			t.Errorf("%s: got %s %q %q", name, m.UUID, m.Payload, m.Metadata)
		}
	}
}
