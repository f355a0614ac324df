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
	serving, draining := untilSignals()
	os.Exit(run(serving, process{
		args: os.Args[1:], env: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr,
		terminal: isTerminal(os.Stderr), colours: isTerminal(os.Stdout), prompt: isTerminal(os.Stdin) && isTerminal(os.Stdout),
		draining: draining,
	}))
}

// untilSignals returns a context that ends with the first SIGINT or SIGTERM, and one that
// ends with the second. A third one kills the process.
func untilSignals() (first, second context.Context) {
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
	return first, second
}
