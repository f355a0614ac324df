// Command make makes the static pages of the documentation in a folder: see package site. Paths are those of the repository.
//
//	go -C tools run ./site/make [-base /fwrun/] [-o folder]
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/fwrun/fwrun/tools/site"
)

// repository is where the sources are.
const repository = "https://github.com/fwrun/fwrun"

func main() {
	out := flag.String("o", "scripts/examples/site/public", "the folder that is written; a site that is in it is replaced")
	base := flag.String("base", "/", "the path below which the site is served")
	flag.Parse()
	if err := run(*base, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(base, out string) error {
	if err := os.Chdir(".."); err != nil { // out of the folder of its module
		return err
	}
	files, err := site.Build(os.DirFS("."), site.Options{Repository: repository, Base: base})
	if err != nil {
		return err
	}
	if err := site.Write(files, out); err != nil {
		return err
	}
	fmt.Printf("%d files in %s\n", len(files), out)
	return nil
}
