package ship

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/ship/binary"
	"github.com/fwrun/fwrun/ship/image"
)

const opImage = "image"

// ImageOptions say what image is made. Output is required.
type ImageOptions struct {
	Output    string // the archive; an existing one is replaced
	Name      string // such as shop:1.0.0; empty for the name of the application, with :latest
	Platforms []string
	With      []string // files of fwrun for other platforms than the running one's
	Created   time.Time
}

// Image makes an archive with the image of an application, for each platform, or of fwrun alone if there is no application.
func Image(p *Prepared, o ImageOptions) (*image.Image, error) {
	programs, end, err := linuxPrograms(o)
	defer end()
	if err != nil {
		return nil, err
	}
	name := o.Name
	if name == "" {
		name = nameOf(p)
	}
	var variants []image.Variant
	for _, program := range programs {
		v := image.Variant{Program: program}
		if p != nil {
			a := p.application(program)
			v.Application = &a
		}
		variants = append(variants, v)
	}
	return writeImage(variants, o.Output, image.Options{Name: name, Created: o.Created})
}

// nameOf returns a name that is valid for an image.
func nameOf(p *Prepared) string {
	if p == nil {
		return "fwrun:latest"
	}
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", r) {
			return r
		}
		return '-'
	}, strings.ToLower(p.Name))
	if name = strings.Trim(name, "-"); name == "" {
		name = "application"
	}
	return name + ":latest"
}

// linuxPrograms opens a program for each platform. All are closed by end.
func linuxPrograms(o ImageOptions) (programs []*binary.Program, end func(), err error) {
	var ends []func()
	end = func() {
		for _, one := range ends {
			one()
		}
	}
	platforms := o.Platforms
	if len(platforms) == 0 {
		platforms = []string{"linux/" + runtime.GOARCH}
	}
	if err := checkPlatforms(platforms); err != nil {
		return nil, end, err
	}
	for _, platform := range platforms {
		with, err := programFor(platform, o.With)
		if err != nil {
			return nil, end, err
		}
		program, done, err := Choose(platform, with)
		if err != nil {
			return nil, end, err
		}
		programs, ends = append(programs, program), append(ends, done)
		if !program.Static {
			return nil, end, fault.New(opImage, fault.Invalid, "the fwrun for "+platform+" needs a C library, which the image has not").
				WithHint("build fwrun with CGO_ENABLED=0, as releases are")
		}
	}
	return programs, end, nil
}

// checkPlatforms refuses platforms before a file is opened.
func checkPlatforms(platforms []string) error {
	for n, platform := range platforms {
		switch {
		case !strings.HasPrefix(platform, "linux/"):
			return fault.New(opImage, fault.Invalid, fmt.Sprintf("there are images for Linux only, not for %s", platform)).
				WithHint("write --platform linux/amd64 or linux/arm64")
		case slices.Contains(platforms[:n], platform):
			return fault.New(opImage, fault.Invalid, platform+" is named twice")
		}
	}
	return nil
}

// programFor returns the file of the program for a platform; empty for the running one.
func programFor(platform string, with []string) (string, error) {
	for _, name := range with {
		program, end, err := openProgram(name)
		if err != nil {
			return "", err
		}
		end()
		if program.Platform == platform {
			return name, nil
		}
	}
	return "", nil
}

// writeImage writes the archive under another name, and renames it when it is whole.
func writeImage(variants []image.Variant, path string, o image.Options) (written *image.Image, err error) {
	temporary := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text())
	out, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil {
		written, err = image.Write(out, variants, o)
		err = errors.Join(err, out.Close())
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		_ = os.Remove(temporary)
		return nil, fault.New(opImage, fault.Unavailable, "the image "+path+" cannot be written").Because(err)
	}
	return written, nil
}
