package redisclient

import (
	"bufio"
	"context"
	"crypto/tls"
	"net"
	"strings"
	"time"
)

// options are what a URL says.
type options struct {
	Addrs      []string // of the server, of some of a cluster, or of Sentinels
	MasterName string   // of the primary, for Sentinels
	Username   string
	Password   string
	DB         int
	TLSConfig  *tls.Config

	PoolSize    int
	DialTimeout time.Duration
	Timeout     time.Duration // of a call, and of the wait for a connection
}

// readSize holds a line of an answer; texts may be longer.
const readSize = 16 << 10

// connect opens a connection without telling the server who it is.
func (o *options) connect(ctx context.Context, address string) (*conn, error) {
	ctx, cancel := context.WithTimeout(ctx, o.DialTimeout)
	defer cancel()
	network := "tcp"
	if strings.HasPrefix(address, "/") {
		network = "unix"
	}
	raw, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if o.TLSConfig != nil {
		config := o.TLSConfig.Clone()
		config.ServerName, _, _ = net.SplitHostPort(address)
		secure := tls.Client(raw, config)
		if err := secure.HandshakeContext(ctx); err != nil {
			_ = raw.Close()
			return nil, err
		}
		raw = secure
	}
	return &conn{Conn: raw, in: bufio.NewReaderSize(raw, readSize), used: time.Now()}, nil
}

// dial opens a connection that can be used.
func (o *options) dial(ctx context.Context, address string) (*conn, error) {
	c, err := o.connect(ctx, address)
	if err != nil {
		return nil, err
	}
	var first []Command
	switch {
	case o.Username != "":
		first = append(first, Command{"AUTH", o.Username, o.Password})
	case o.Password != "":
		first = append(first, Command{"AUTH", o.Password})
	}
	if o.DB != 0 {
		first = append(first, Command{"SELECT", o.DB})
	}
	answers, err := c.do(ctx, o.Timeout, first...)
	if err == nil {
		err = refusal(answers)
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// refusal returns the first of the answers that is an error.
func refusal(answers []any) error {
	for _, one := range answers {
		if refused, is := one.(answered); is {
			return refused
		}
	}
	return nil
}
