// Command fwrun serves a folder of JavaScript or TypeScript as an application.
//
// This package is the only one that uses arguments, the environment, the standard streams and the exit code:
// it turns a command line into calls of package app.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/fwrun/fwrun/platform/supervise"
)

func main() {
	carried, err := openCarried(process{command: os.Args, env: os.Environ()})
	if err != nil {
		report(process{err: os.Stderr}, err)
		os.Exit(exitFailed)
	}
	if supervise.Wanted(os.Args[1:], os.Environ(), func() bool { return serves(carried) }) {
		os.Exit(supervise.Run(supervise.Options{Args: os.Args, Env: os.Environ(), Files: standard(), Idle: giveBack}))
	}
	serving, stop, draining := untilSignals()
	terminal := isTerminal(os.Stderr)
	os.Exit(run(serving, process{
		command: os.Args, args: os.Args[1:], env: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr,
		terminal: terminal, shown: isTerminal(os.Stdout), prompt: isTerminal(os.Stdin) && isTerminal(os.Stdout),
		draining: draining, logFile: fileOf(os.Stderr),
		hangups:  func() <-chan struct{} { return hangups(terminal, stop) },
		upgrades: upgrades, carried: carried,
	}))
}

// serves reports whether the command line is one of serve.
func serves(carried *carried) bool {
	p := process{args: os.Args[1:], carried: carried}
	if len(p.args) == 0 {
		return carried != nil
	}
	words, err := p.arrange(newRoot(p))
	return err == nil && words[0] == "serve"
}

// untilSignals returns a context that ends with the first SIGINT or SIGTERM, or with stop, and a context that
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

// hangups returns a channel that receives SIGHUPs, which no longer end the process. Those that arrive while
// one is handled count as one. The SIGHUP of a closed terminal stops the process. If SIGHUP is ignored, as by
// nohup, it stays ignored.
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
