package tcp

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// Options configure the sockets. The zero value opens none.
type Options struct {
	// Dial opens a connection: the network is tcp, tcp4, tcp6 or unix, the target host:port or a path. Without it nothing is opened.
	Dial func(ctx context.Context, network, target string) (net.Conn, error)
	// TLS returns what all connections have in common: the authorities that are trusted, and whether certificates are checked. The
	// result may be nil, and so may TLS.
	TLS     func() *tls.Config
	MaxOpen int // sockets of one VM; 1000 when 0
}

// errNowhere is why a socket is not opened where there is no network.
var errNowhere = errors.New("there is no network here")

func (o Options) filled() Options {
	if o.Dial == nil {
		o.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, errNowhere }
	}
	if o.TLS == nil {
		o.TLS = func() *tls.Config { return nil }
	}
	if o.MaxOpen == 0 {
		o.MaxOpen = 1000
	}
	return o
}

// realm is what the sockets of one VM have in common.
type realm struct {
	*part.Realm
	Options

	open     atomic.Int32
	unlooked atomic.Int64 // bytes that were read since there was a look for room
}

// Functions returns the functions in Go of node:net.
func Functions(o Options) func(r *part.Realm) map[string]part.Native {
	o = o.filled()
	return func(of *part.Realm) map[string]part.Native {
		r := &realm{Realm: of, Options: o}
		return map[string]part.Native{
			"openSocket": r.openSocket, "isIP": r.isIP, "blockList": r.blockList, "rootCertificates": r.rootCertificates,
		}
	}
}

// object returns an object of functions.
func (r *realm) object(of map[string]part.Native) goja.Value {
	object := r.Runtime.NewObject()
	for name, fn := range of {
		_ = object.Set(name, fn)
	}
	return object
}
