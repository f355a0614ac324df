// Command nfpm writes a package of Linux by a configuration of nfpm, and prints the name of the file.
//
// It is a module of its own: what nfpm needs is much, and none of it is part of fwrun.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/apk"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/rpm"
)

func main() {
	config := flag.String("config", "", "the configuration")
	format := flag.String("format", "", "deb, rpm or apk")
	out := flag.String("o", ".", "the folder for the package")
	flag.Parse()
	name, err := write(*config, *format, *out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "nfpm:", err)
		os.Exit(1)
	}
	fmt.Println(name)
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
