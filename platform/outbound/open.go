package outbound

import (
	"context"
	"net"
	"sync"
)

// dialer opens a connection, as http.Transport asks for it.
type dialer func(ctx context.Context, network, target string) (net.Conn, error)

// open bounds the connections that are open or being opened. A dial goes on without the request that it was for, when that is given
// up, so there can be more of them than there are requests.
type open struct {
	places    chan struct{} // nil for no limit
	closeIdle func()        // ends what no request uses, dials included
}

// within returns a dialer that waits for a place. There is one when those that no request uses have been closed.
func (o *open) within(dial dialer) dialer {
	if o.places == nil {
		return dial
	}
	return func(ctx context.Context, network, target string) (net.Conn, error) {
		if err := o.enter(ctx); err != nil {
			return nil, err
		}
		conn, err := dial(ctx, network, target)
		if err != nil {
			<-o.places
			return nil, err
		}
		return &counted{conn, sync.OnceFunc(func() { <-o.places })}, nil
	}
}

func (o *open) enter(ctx context.Context) error {
	select {
	case o.places <- struct{}{}:
		return nil
	default:
	}
	o.closeIdle()
	select {
	case o.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// counted is a connection that has a place until it is closed.
type counted struct {
	net.Conn
	leave func()
}

func (c *counted) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
