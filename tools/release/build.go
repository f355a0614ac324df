package release

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// build compiles fwrun for a platform into a file, with the profile for the compiler. Flags and features that the environment asks of
// the compiler are not used: the bytes depend on the commit, the version of Go and the platform.
func build(ctx context.Context, o Options, p Platform, file string) error {
	set := strings.Join([]string{
		"-s", "-w", "-X main.version=" + o.number(), "-X main.commit=" + o.Commit.ID, "-X main.date=" + o.Commit.Time.Format(time.RFC3339),
	}, " ")
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-pgo=cmd/fwrun/fwrun.pgo", "-ldflags="+set, "-o",
		file, "./cmd/fwrun")
	command.Dir = o.Root
	command.Env = append(slices.Clone(o.Env),
		"CGO_ENABLED=0", "GOOS="+p.OS, "GOARCH="+p.Arch, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=-trimpath", "GOEXPERIMENT=", "GOWORK=off", "GODEBUG=")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go build for %s: %w\n%s", p, err, out)
	}
	return nil
}
