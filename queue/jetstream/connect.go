package jetstream

import (
	"context"
	"crypto/tls"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

const connectTimeout = 5 * time.Second

// Connect returns a Broker on the servers of a URL, such as nats://user:password@a:4222,b:4222 or tls://token@a. It
// checks that one of them answers and has JetStream.
func Connect(ctx context.Context, address string, o Options) (*Broker, error) {
	b := newBroker(o)
	var err error
	b.nc, err = Dial(ctx, address, func(secrets []string) []nats.Option {
		b.secrets = secrets
		return b.connection()
	})
	if err != nil {
		return nil, b.failed(ctx, "jetstream.connect", err)
	}
	if err := b.start(ctx); err != nil {
		_ = b.Close()
		return nil, err
	}
	return b, nil
}

// Dial connects to the servers of such a URL, whatever they have. The options are made of what must not appear in messages, which the
// errors of the connection may contain; that of Dial does not.
func Dial(ctx context.Context, address string, options func(secrets []string) []nats.Option) (*nats.Conn, error) {
	servers, secrets, err := parse(address)
	if err != nil {
		return nil, err
	}
	all := append(options(secrets), nats.Timeout(timeLeft(ctx, connectTimeout)))
	if strings.HasPrefix(address, "tls:") {
		all = append(all, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12}))
	}
	nc, err := nats.Connect(strings.Join(servers, ","), all...)
	if err != nil {
		return nil, broker.Hide(err, secrets...)
	}
	return nc, nil
}

// CheckURL returns an error, which repeats nothing of the URL, unless Dial would know what to connect to.
func CheckURL(address string) error {
	_, _, err := parse(address)
	return err
}

// parse returns the URL of each server, and what must not appear in messages. User and password of the first are those
// of the others that have none.
func parse(address string) (servers, hidden []string, err error) {
	wrong := fault.New("jetstream.connect", fault.Invalid, "the URL of the NATS servers is not valid").
		WithHint("write it such as nats://user:password@host:4222,host2:4222, or with tls: in front")
	scheme, hosts, found := strings.Cut(address, "://")
	if !found || scheme != "nats" && scheme != "tls" {
		return nil, nil, wrong
	}
	var user *url.Userinfo
	for host := range strings.SplitSeq(strings.TrimSuffix(hosts, "/"), ",") {
		_, host, _ = cutScheme(host)
		u, err := url.Parse(scheme + "://" + host)
		if err != nil || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
			return nil, nil, wrong // without the cause, which would repeat the password
		}
		if u.User == nil {
			u.User = user
		}
		user = u.User
		if user != nil {
			password, has := user.Password()
			if !has {
				password = user.Username() // a token
			}
			hidden = append(hidden, password, url.QueryEscape(password), url.PathEscape(password))
		}
		servers = append(servers, u.String())
	}
	return servers, hidden, nil
}

func cutScheme(host string) (scheme, rest string, found bool) {
	if scheme, rest, found = strings.Cut(host, "://"); found {
		return scheme, rest, true
	}
	return "", host, false
}

// connection returns what is the same for all connections. Nothing is kept for later while there is no connection: those
// who publish get an error, or try again themselves.
func (b *Broker) connection() []nats.Option {
	log := b.options.Log
	return []nats.Option{
		nats.Name("fwrun"), nats.MaxReconnects(-1), nats.ReconnectBufSize(-1),
		nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2),
		nats.CustomReconnectDelay(reconnectDelay),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("queue: the NATS server reports", "error", b.hide(err))
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("queue: the connection to the NATS servers is lost", "error", b.hide(err))
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			log.Info("queue: the connection to the NATS servers is made again", "server", nc.ConnectedUrlRedacted())
			b.reconnected()
		}),
	}
}

// reconnectDelay grows from 50 ms to 5 seconds. It applies after all servers were tried.
func reconnectDelay(attempts int) time.Duration {
	d := min(50*time.Millisecond<<min(attempts, 10), 5*time.Second)
	return d/2 + rand.N(d/2)
}

// timeLeft returns how long a call may take: at most d, and no longer than ctx.
func timeLeft(ctx context.Context, d time.Duration) time.Duration {
	if deadline, has := ctx.Deadline(); has {
		d = min(d, time.Until(deadline))
	}
	return max(d, time.Millisecond)
}
