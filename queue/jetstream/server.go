package jetstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/fwrun/fwrun/platform/fault"
)

// Sync says when messages are on the disk, and not only with the operating system.
type Sync int

// What a crash of fwrun leaves is the same with both: all messages. They differ in what a power cut leaves.
const (
	SyncInterval Sync = iota // within Store.Interval after Publish
	SyncAlways               // before Publish returns
)

// Store is the folder of an embedded server.
type Store struct {
	Folder   string
	Sync     Sync
	Interval time.Duration // 0 means 1 second
	MaxBytes int64         // of all messages; 0 means as much as the disk has
	MinFree  int64         // how much of the disk is left to others; 0 means 64 MiB, less than 0 nothing
}

const (
	defaultInterval = time.Second
	defaultMinFree  = 64 << 20
	maxPayload      = 8 << 20
	startTimeout    = 30 * time.Second
)

// Server is a NATS server inside of the process, which only Brokers of its own reach.
type Server struct {
	store  Store
	folder *folder
	sync   *syncer
	tally  *tally

	mu     sync.Mutex
	begun  map[string]bool // topics of which what an earlier process had in hand was given back
	failed error           // reported by the server

	life sync.RWMutex // held while the server is started again
	nats *natsserver.Server

	revival revival
}

// Start starts a server on a folder, which is made if it does not exist. Another process must not use it.
func Start(ctx context.Context, store Store, log *slog.Logger) (*Server, error) {
	const op = "jetstream.start"
	if store.Interval == 0 {
		store.Interval = defaultInterval
	}
	if store.MinFree == 0 {
		store.MinFree = defaultMinFree
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	f, err := openFolder(store.Folder)
	if err != nil {
		return nil, err
	}
	s := &Server{store: store, folder: f, begun: map[string]bool{}}
	s.revival.closing = make(chan struct{})
	s.sync = newSyncer(streamsIn(store.Folder), store)
	if err := s.run(ctx, log); err != nil {
		s.Close()
		return nil, fault.New(op, fault.Internal, "the queue store in "+store.Folder+" cannot be opened").Because(err)
	}
	return s, nil
}

func (s *Server) run(ctx context.Context, log *slog.Logger) error {
	report, err := verify(s.store.Folder, true)
	if err != nil {
		return err
	}
	for _, d := range report.Damages {
		log.Error("queue: a file of the queue store was damaged", "topic", d.Topic, "file", d.File, "what", d.What, "bytes", d.Bytes, "lost", d.Lost,
			"kept", report.Kept)
	}
	if s.tally, err = openTally(filepath.Join(s.store.Folder, "deliveries")); err != nil {
		return err
	}
	return s.boot(ctx, log)
}

// boot starts the server itself, and compares what it has with what is in the folder.
func (s *Server) boot(ctx context.Context, log *slog.Logger) error {
	if err := s.startNATS(ctx, log); err != nil {
		return err
	}
	b, err := s.brokerOn(ctx, s.nats, Options{})
	if err != nil {
		return err
	}
	defer func() { _ = b.Close() }()
	return b.reconcile(ctx)
}

func (s *Server) startNATS(ctx context.Context, log *slog.Logger) error {
	limit := s.store.MaxBytes
	if limit == 0 {
		limit = 1 << 60
	}
	server, err := natsserver.NewServer(&natsserver.Options{
		ServerName: "fwrun", DontListen: true, NoSigs: true, JetStream: true, StoreDir: s.store.Folder,
		JetStreamMaxStore: limit, JetStreamMaxMemory: 1 << 20, DisableJetStreamBanner: true,
		MaxPayload: maxPayload, MaxPending: 512 << 20, NoFastProducerStall: true,
		SyncInterval: 2 * time.Minute, // the syncer does it sooner
		MaxConn:      1 << 16,
	})
	if err != nil {
		return err
	}
	s.nats = server
	server.SetLoggerV2(&logger{server: s, log: log}, false, false, false)
	started := make(chan struct{})
	go func() {
		defer close(started)
		server.Start()
	}()
	select {
	case <-started:
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(startTimeout):
		return errors.New("the server does not start")
	}
	s.mu.Lock()
	failed := s.failed
	s.mu.Unlock()
	return failed
}

// Broker returns a Broker on the server. Closing it leaves the server as it is.
func (s *Server) Broker(ctx context.Context, o Options) (*Broker, error) {
	return s.brokerOn(ctx, s, o)
}

func (s *Server) brokerOn(ctx context.Context, on nats.InProcessConnProvider, o Options) (*Broker, error) {
	b := newBroker(o)
	b.server = s
	nc, err := nats.Connect("", append(b.connection(), nats.InProcessServer(on))...)
	if err != nil {
		return nil, b.failed(ctx, "jetstream.connect", err)
	}
	b.nc = nc
	if err := b.start(ctx); err != nil {
		_ = b.Close()
		return nil, err
	}
	return b, nil
}

// Embed starts a server, and returns a Broker whose Close stops it.
func Embed(ctx context.Context, store Store, o Options) (*Broker, error) {
	s, err := Start(ctx, store, o.Log)
	if err != nil {
		return nil, err
	}
	b, err := s.Broker(ctx, o)
	if err != nil {
		s.Close()
		return nil, err
	}
	b.owns = true
	return b, nil
}

// Close stops the server, and returns when all is on the disk.
func (s *Server) Close() {
	s.revival.end()
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	s.sync.close()
	if s.tally != nil {
		s.tally.close()
	}
	s.folder.close()
}

// first calls do once for a topic and a kind of subscription.
func (s *Server) first(topic string, exclusive bool, do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := fmt.Sprint(topic, exclusive)
	if s.begun[key] {
		return nil
	}
	if err := do(); err != nil {
		return err
	}
	s.begun[key] = true
	return nil
}

// outOfSpace reports whether the disk has no room for anything.
func (s *Server) outOfSpace() bool {
	free := freeBytes(s.store.Folder)
	return free >= 0 && free < 2*maxPayload
}

// room returns an error if messages would fill the disk. The server itself does not answer to what it cannot write, and
// does not write any more until it is started again.
func (s *Server) room(messages []*message.Message) error {
	if s.store.MinFree < 0 {
		return nil
	}
	free := freeBytes(s.store.Folder)
	if free < 0 {
		return nil
	}
	for _, m := range messages {
		free -= int64(len(m.Payload))
	}
	if free < s.store.MinFree {
		return full("jetstream.publish").Because(fmt.Errorf("less than %d MiB of the disk of %s are free", s.store.MinFree>>20, s.store.Folder))
	}
	return nil
}
