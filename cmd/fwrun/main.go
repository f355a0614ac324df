// Command fwrun serves a folder of JavaScript or TypeScript as an application.
//
// This package is the only place that touches arguments, the environment, the standard
// streams and the exit code: words on a command line become calls on package app.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	serving, stop, draining := untilSignals()
	terminal := isTerminal(os.Stderr)
	os.Exit(run(serving, process{
		args: os.Args[1:], env: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr,
		terminal: terminal, colours: isTerminal(os.Stdout), prompt: isTerminal(os.Stdin) && isTerminal(os.Stdout),
		draining: draining,
		hangups:  func() <-chan struct{} { return hangups(terminal, stop) },
	}))
}

// untilSignals returns a context that ends with the first SIGINT or SIGTERM, or with stop, and one that
// ends with the second. A third one kills the process.
func untilSignals() (first context.Context, stop context.CancelFunc, second context.Context) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	first, endFirst := context.WithCancel(context.Background())
	second, endSecond := context.WithCancel(context.Background())
	go func() {
		<-signals
		endFirst()
		<-signals
		endSecond()
		signal.Stop(signals)
	}()
	return first, endFirst, second
}

// hangups tells of SIGHUPs, which end the process no more. Those that come while one is dealt with are one. The SIGHUP of
// a terminal that was closed means what it says: it stops. One that is ignored, as by nohup, stays so.
func hangups(terminal bool, stop context.CancelFunc) <-chan struct{} {
	wanted := make(chan struct{}, 1)
	if signal.Ignored(syscall.SIGHUP) {
		return wanted
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		for range signals {
			if terminal && !isTerminal(os.Stderr) {
				stop()
				continue
			}
			select {
			case wanted <- struct{}{}:
			default:
			}
		}
	}()
	return wanted
}
