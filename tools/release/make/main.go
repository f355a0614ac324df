// Command make makes the files of a release in a folder: see package release. Paths are those of the repository.
//
//	go -C tools run ./release/make -version v1.2.3 [-platforms linux/amd64,…] [-o dist]
//	go -C tools run ./release/make -publish    writes the documents as they read once a release is published, and makes nothing
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/fwrun/fwrun/tools/release"
)

func main() {
	version := flag.String("version", "", "the version, such as v1.2.3")
	platforms := flag.String("platforms", "", "for which platforms, such as linux/amd64,darwin/arm64; all of them if it is empty")
	out := flag.String("o", "dist", "the folder that is written; what is in it is removed")
	publish := flag.Bool("publish", false, "write the documents as they read once a release is published")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := os.Chdir("..") // out of the folder of its module
	switch {
	case err != nil:
	case *publish:
		err = release.Publish(".")
	default:
		err = run(ctx, *version, *platforms, *out)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, version, platforms, out string) error {
	list, err := release.ParsePlatforms(platforms)
	if err != nil {
		return err
	}
	head, err := release.Head(ctx, ".")
	if err != nil {
		return err
	}
	return release.Make(ctx, release.Options{
		Root: ".", Env: os.Environ(), Out: out, Version: version, Commit: head, Platforms: list,
		Log: func(text string) { fmt.Fprintln(os.Stderr, text) },
	})
}
