package kafka

import (
	"crypto/tls"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/IBM/sarama"

	"github.com/fwrun/fwrun/platform/fault"
)

// address is what the URL of a connection says.
type address struct {
	servers        []string
	tls            bool
	user, password string
	mechanism      sarama.SASLMechanism // "" without a user
}

const defaultPort = "9092"

// mechanisms are the values of the parameter sasl.
var mechanisms = map[string]sarama.SASLMechanism{
	"": sarama.SASLTypePlaintext, "plain": sarama.SASLTypePlaintext,
	"scram-sha-256": sarama.SASLTypeSCRAMSHA256, "scram-sha-512": sarama.SASLTypeSCRAMSHA512,
}

// parse reads a URL such as kafka://user:password@a:9092,b:9092?tls=true&sasl=scram-sha-512. Errors do not repeat it, since
// it may contain a password.
func parse(text string) (a address, err error) {
	wrong := fault.New("kafka.connect", fault.Invalid, "the URL of the Kafka servers is not valid").
		WithHint("write it such as kafka://user:password@host:9092,host2:9092?tls=true&sasl=scram-sha-512; kafkas: means tls=true")
	scheme, rest, found := strings.Cut(text, "://")
	rest, query, _ := strings.Cut(rest, "?")
	values, failed := url.ParseQuery(query)
	if !found || failed != nil || scheme != "kafka" && scheme != "kafkas" {
		return a, wrong
	}
	for name := range values {
		if name != "tls" && name != "sasl" {
			return a, wrong.WithHint("the parameters are tls and sasl, not " + name)
		}
	}
	switch values.Get("tls") {
	case "", "false":
		a.tls = scheme == "kafkas"
	case "true":
		a.tls = true
	default:
		return a, wrong.WithHint("the parameter tls is true or false")
	}
	hosts := strings.TrimSuffix(rest, "/")
	if at := strings.Index(hosts, "@"); at >= 0 {
		u, err := url.Parse("kafka://" + hosts[:at] + "@host")
		if err != nil || u.User == nil {
			return a, wrong
		}
		a.user = u.User.Username()
		a.password, _ = u.User.Password()
		hosts = hosts[at+1:]
	}
	mechanism, known := mechanisms[strings.ToLower(values.Get("sasl"))]
	switch {
	case !known:
		return a, wrong.WithHint("the parameter sasl is plain, scram-sha-256 or scram-sha-512")
	case a.user != "":
		a.mechanism = mechanism
	case values.Get("sasl") != "":
		return a, wrong.WithHint("the parameter sasl needs a user and a password before the hosts")
	}
	for host := range strings.SplitSeq(hosts, ",") {
		u, err := url.Parse("kafka://" + host)
		if err != nil || u.Hostname() == "" || u.Path != "" || u.Fragment != "" || u.User != nil {
			return a, wrong
		}
		port := u.Port()
		if port == "" {
			port = defaultPort
		}
		a.servers = append(a.servers, net.JoinHostPort(u.Hostname(), port))
	}
	return a, nil
}

// The limits of what the library does, which knows no contexts.
const (
	dialTimeout = 5 * time.Second
	readTimeout = 10 * time.Second
)

// config returns the settings of a client of the library.
func (a address) config() *sarama.Config {
	c := sarama.NewConfig()
	c.ClientID = "fwrun"
	c.Version = sarama.V2_4_0_0
	c.ApiVersionsRequest = false
	c.ChannelBufferSize = 64
	c.Net.DialTimeout, c.Net.ReadTimeout, c.Net.WriteTimeout = dialTimeout, readTimeout, readTimeout
	c.Net.MaxOpenRequests = 32
	c.Metadata.Full = false
	c.Metadata.AllowAutoTopicCreation = false
	c.Metadata.Retry.Max, c.Metadata.Retry.Backoff = 1, 50*time.Millisecond
	c.Admin.Timeout = readTimeout / 2
	c.Consumer.Return.Errors = true
	c.Consumer.IsolationLevel = sarama.ReadCommitted
	c.Consumer.MaxWaitTime = 250 * time.Millisecond // a partition that is assigned waits for that long at most
	c.Consumer.Retry.Backoff = 250 * time.Millisecond
	if a.tls {
		c.Net.TLS.Enable, c.Net.TLS.Config = true, &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if a.mechanism != "" {
		c.Net.SASL.Enable, c.Net.SASL.Mechanism, c.Net.SASL.Version = true, a.mechanism, sarama.SASLHandshakeV1
		c.Net.SASL.User, c.Net.SASL.Password = a.user, a.password
		c.Net.SASL.SCRAMClientGeneratorFunc = func() sarama.SCRAMClient { return &scram{mechanism: a.mechanism} }
	}
	return c
}
