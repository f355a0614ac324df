// Command nfpm writes packages of Linux by configurations of nfpm, each named after its format, and prints the names of the files.
//
//	go run . -o dist deb=deb.json rpm=rpm.json apk=apk.json
//
// It is a module of its own: what nfpm needs is much, and none of it is part of fwrun.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/apk"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/rpm"
)

func main() {
	out := flag.String("o", ".", "the folder for the packages")
	flag.Parse()
	for _, arg := range flag.Args() {
		format, config, _ := strings.Cut(arg, "=")
		name, err := write(config, format, *out)
		if err != nil {
			fmt.Fprintf(os.Stderr, "nfpm: %s: %v\n", format, err)
			os.Exit(1)
		}
		fmt.Println(name)
	}
}

func packager(format string) (nfpm.Packager, error) {
	switch format {
	case "deb":
		return deb.Default, nil
	case "rpm":
		return rpm.DefaultRPM, nil
	case "apk":
		return apk.Default, nil
	}
	return nil, fmt.Errorf("there is no format %q", format)
}

func write(file, format, folder string) (name string, err error) {
	packager, err := packager(format)
	if err != nil {
		return "", err
	}
	config, err := nfpm.ParseFile(file)
	if err != nil {
		return "", err
	}
	info, err := config.Get(format)
	if err != nil {
		return "", err
	}
	if err := nfpm.PrepareForPackager(nfpm.WithDefaults(info), format); err != nil {
		return "", err
	}
	name = packager.ConventionalFileName(info)
	target, err := os.Create(filepath.Join(folder, name))
	if err != nil {
		return "", err
	}
	return name, errors.Join(packager.Package(info, target), target.Close())
}
