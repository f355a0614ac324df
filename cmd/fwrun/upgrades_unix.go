//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// upgrades returns a channel that receives SIGUSR2s, which no longer end the process.
func upgrades() <-chan struct{} {
	wanted, signals := make(chan struct{}), make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR2)
	go func() {
		for range signals {
			wanted <- struct{}{}
		}
	}()
	return wanted
}
