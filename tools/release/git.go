package release

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Commit is what a release is made from.
type Commit struct {
	ID   string
	Time time.Time // in UTC
}

// Head returns the commit that is checked out in a folder. It is an error if files differ from it.
func Head(ctx context.Context, folder string) (Commit, error) {
	changed, err := git(ctx, folder, "status", "--porcelain")
	if err != nil {
		return Commit{}, err
	}
	if changed != "" {
		return Commit{}, errors.New("a release is made of a commit, and these files are in none:\n" + changed)
	}
	said, err := git(ctx, folder, "show", "--no-patch", "--format=%H %ct", "HEAD")
	if err != nil {
		return Commit{}, err
	}
	id, stamp, _ := strings.Cut(said, " ")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return Commit{}, fmt.Errorf("git show says %q: %w", said, err)
	}
	return Commit{id, time.Unix(seconds, 0).UTC()}, nil
}

func git(ctx context.Context, folder string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", args...)
	command.Dir = folder
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(args, " "), said(err))
	}
	return strings.TrimRight(string(out), "\n"), nil
}

// said returns an error with what the process has written to its standard error output.
func said(err error) error {
	if failed, ok := errors.AsType[*exec.ExitError](err); ok && len(failed.Stderr) > 0 {
		return fmt.Errorf("%w\n%s", err, failed.Stderr)
	}
	return err
}
