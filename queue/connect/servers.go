package connect

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// Servers are the embedded brokers of a process, which can open a folder only once: while an application is reloaded with
// other settings, the connections before and after use the same one. The zero value is ready to use.
type Servers struct {
	mu   sync.Mutex
	open map[string]*server // by folder
}

// server is an embedded server with the number of brokers on it. How it writes to the disk is as its first user wished.
type server struct {
	*jetstream.Server
	users int
}

// broker returns a Broker on the server of a folder, which is closed with the last of its Brokers, and reports whether it is the first.
func (s *Servers) broker(ctx context.Context, store jetstream.Store, o jetstream.Options) (b broker.Broker, isFirst bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	on, err := s.start(ctx, store, o.Log)
	if err != nil {
		return nil, false, err
	}
	own, err := on.Broker(ctx, o)
	if err != nil {
		s.leave(store.Folder)
		return nil, false, err
	}
	return &guest{Broker: own, leave: func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.leave(store.Folder)
	}}, on.users == 1, nil
}

func (s *Servers) start(ctx context.Context, store jetstream.Store, log *slog.Logger) (*server, error) {
	on := s.open[store.Folder]
	if on == nil {
		started, err := jetstream.Start(ctx, store, log)
		if err != nil {
			return nil, err
		}
		on = &server{Server: started}
		if s.open == nil {
			s.open = map[string]*server{}
		}
		s.open[store.Folder] = on
	}
	on.users++
	return on, nil
}

// leave ends one use of a server. It is called with the lock held.
func (s *Servers) leave(folder string) {
	on := s.open[folder]
	if on.users--; on.users == 0 {
		delete(s.open, folder)
		on.Close()
	}
}

// guest is a Broker on a server that others may use.
type guest struct {
	*jetstream.Broker
	leave func()
	once  sync.Once
}

// Close closes the Broker, and with the last one its server.
func (g *guest) Close() (err error) {
	err = errors.New("the broker was closed already")
	g.once.Do(func() {
		err = g.Broker.Close()
		g.leave()
	})
	return err
}
