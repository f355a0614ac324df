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
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, process{
		args: os.Args[1:], env: os.Environ(), out: os.Stdout, err: os.Stderr,
		terminal: isTerminal(os.Stderr),
	}))
}
