package broadcast

import (
	"cmp"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/data/redisclient"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/jetstream"
	"github.com/fwrun/fwrun/queue/rabbitmq"
)

// Settings say where messages go.
type Settings struct {
	// URL is that of the server; see [Schemes].
	URL string
	// Prefix separates applications on one server: lines share messages if it is the same.
	Prefix string
}

// Options of a line. The zero value is ready to use.
type Options struct {
	Log        *slog.Logger // slog.Default() when nil
	MaxMessage int          // the largest message, in bytes; 4 MiB by default
	Waiting    int          // the most messages that wait for the server; 1,000 by default
	Bytes      int          // the most bytes that wait for the server; 16 MiB by default
}

func (o Options) filled() Options {
	o.Log = cmp.Or(o.Log, slog.Default())
	o.MaxMessage, o.Waiting, o.Bytes = cmp.Or(o.MaxMessage, 4<<20), cmp.Or(o.Waiting, 1000), cmp.Or(o.Bytes, 16<<20)
	return o
}

// kind is a kind of server.
type kind struct {
	example string // of its URL
	check   func(url string) error
	open    opener
}

// kinds are the kinds of servers by the scheme of their URL.
var kinds = map[string]kind{
	"nats":       {"nats://host:4222,host2:4222", jetstream.CheckURL, openNATS},
	"tls":        {"", jetstream.CheckURL, openNATS},
	"redis":      {"redis://host:6379/0", checkRedis, openRedis},
	"rediss":     {"", checkRedis, openRedis},
	"redis+unix": {"", checkRedis, openRedis},
	"amqp":       {"amqp://user@host:5672/vhost", rabbitmq.CheckURL, openRabbitMQ},
	"amqps":      {"", rabbitmq.CheckURL, openRabbitMQ},
}

// theServer is what errors call the server.
const theServer = "the server of broadcasts"

func checkRedis(url string) error { return redisclient.CheckURL(theServer, url) }

// Schemes returns an example of a URL for each kind of server.
func Schemes() []string {
	var list []string
	for _, scheme := range slices.Sorted(maps.Keys(kinds)) {
		if example := kinds[scheme].example; example != "" {
			list = append(list, example)
		}
	}
	return list
}

// Scheme returns the part of the URL that says what kind of server it is.
func (s Settings) Scheme() string {
	scheme, _, _ := strings.Cut(s.URL, ":")
	return strings.ToLower(scheme)
}

// Carries reports whether servers of this kind can pass a message to all who are there at the time.
func (s Settings) Carries() bool {
	_, known := kinds[s.Scheme()]
	return known
}

// Problem says what is wrong with the URL of a server that carries messages, continuing a sentence about it, and how to correct it;
// it returns "" for a valid one.
func (s Settings) Problem() (what, hint string) {
	if !s.Carries() {
		return "is not the URL of a server that passes messages to all processes", "write one such as " + strings.Join(Schemes(), ", ")
	}
	err := kinds[s.Scheme()].check(s.URL)
	if err == nil {
		return "", ""
	}
	if f, is := errors.AsType[*fault.Error](err); is {
		hint = f.Hint
	}
	return "is not valid", hint
}
