package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// measureSupervise kills the server of a supervisor again and again, under load, and measures when the next one answers.
func measureSupervise(args []string) error {
	flags := flag.NewFlagSet("supervise", flag.ContinueOnError)
	kills := flags.Int("kills", 20, "how often the server is killed")
	apart := flags.Duration("apart", 3*time.Second, "time between two kills")
	clients := flags.Int("clients", 8, "clients that send one request after the other, each over a new connection")
	binary := flags.String("binary", "", "the fwrun to measure; that of this tree when not set")
	asMarkdown := flags.Bool("markdown", false, "print a table for tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	if *binary, err = fwrunIn(folder, *binary); err != nil {
		return err
	}
	s, err := serveWith(*binary, filepath.Join("scripts", "examples", "hello"), []string{"--supervise"}, "FWRUN_CACHE="+folder)
	if err != nil {
		return err
	}
	s.url += "/hello/world"
	took, l, err := killOften(s, *kills, *apart, *clients)
	if err != nil {
		return errors.Join(err, s.stop())
	}
	own, err := proc.Resident(s.command.Process.Pid, proc.Own)
	if err := errors.Join(err, s.stop()); err != nil {
		return err
	}
	return printGrids(os.Stdout, []grid{{
		"A server that is killed under load",
		fmt.Sprintf("%d times kill -9, %v apart, %d clients: median (least to most).", *kills, *apart, *clients),
		[][]string{
			{"", "kill to answer, ms", "answers", "failed in flight", "refused", "own memory of the supervisor, MB"},
			{
				us, spreadOf(took).String(), strconv.FormatInt(l.answered.Load(), 10), strconv.FormatInt(l.failed.Load(), 10),
				strconv.FormatInt(l.refused.Load(), 10), fmt.Sprintf("%.1f", own),
			},
		},
	}}, *asMarkdown)
}

// flood is a load of requests, and what became of them.
type flood struct{ answered, failed, refused atomic.Int64 }

// killOften returns the times from each kill to the next answer, in milliseconds.
func killOften(s *server, kills int, apart time.Duration, clients int) (took []float64, l *flood, err error) {
	l = &flood{}
	stop := make(chan struct{})
	var group sync.WaitGroup
	defer group.Wait()
	defer close(stop)
	for range clients {
		group.Go(func() { l.send(s.url, stop) })
	}
	client := singleUse()
	if err := getOne(client, s.url); err != nil {
		return nil, l, err
	}
	for range kills {
		time.Sleep(apart)
		pid, err := onlyChild(s.command.Process.Pid)
		if err != nil {
			return nil, l, err
		}
		began := time.Now()
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			return nil, l, err
		}
		for {
			err := getOne(client, s.url) // the first one may have been in flight
			if err == nil {
				break
			}
			if time.Since(began) > startLimit {
				return nil, l, err
			}
			time.Sleep(time.Millisecond)
		}
		took = append(took, milliseconds(time.Since(began)))
	}
	return took, l, nil
}

// singleUse returns a client that opens a connection for each request, and resets it in the end: otherwise the system would have no
// ports left after some ten thousand of them.
func singleUse() *http.Client {
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if tcp, is := conn.(*net.TCPConn); is {
			_ = tcp.SetLinger(0)
		}
		return conn, err
	}
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: dial}, Timeout: startLimit}
}

func (l *flood) send(url string, stop <-chan struct{}) {
	client := singleUse()
	for {
		select {
		case <-stop:
			return
		default:
		}
		switch err := getOne(client, url); {
		case err == nil:
			l.answered.Add(1)
		case errors.Is(err, syscall.ECONNREFUSED):
			l.refused.Add(1)
		default:
			l.failed.Add(1)
		}
	}
}

// onlyChild returns the process that another one has started.
func onlyChild(pid int) (int, error) {
	all := proc.Children(pid)
	if len(all) != 1 {
		return 0, fmt.Errorf("the supervisor has %d servers", len(all))
	}
	return all[0], nil
}
