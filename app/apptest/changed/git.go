package changed

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// OpGit is the operation of errors of git.
const OpGit = "changed.git"

// files returns the files of a folder that have changed since the last commit, or since that from which a reference has come apart:
// staged, unstaged and untracked ones, and the old and the new names of renamed ones.
func files(ctx context.Context, folder, ref string) (map[string]bool, error) {
	base, err := baseOf(ctx, folder, ref)
	if err != nil {
		return nil, err
	}
	known := []string{"ls-files", "-z"} // there is no commit yet
	if base != "" {
		known = []string{"diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative", base, "--"}
	}
	found := map[string]bool{}
	for _, args := range [][]string{known, {"ls-files", "-z", "--others", "--exclude-standard"}} {
		list, err := git(ctx, folder, args...)
		if err != nil {
			return nil, err
		}
		for name := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
			found[name] = name != ""
		}
	}
	return found, nil
}

// baseOf returns the commit to compare with; empty if there is none.
func baseOf(ctx context.Context, folder, ref string) (string, error) {
	if ref != "" {
		base, err := git(ctx, folder, "merge-base", "HEAD", ref)
		return strings.TrimSpace(base), err
	}
	if _, err := git(ctx, folder, "rev-parse", "--is-inside-work-tree"); err != nil {
		return "", err
	}
	if _, err := git(ctx, folder, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		return "", nil //nolint:nilerr // a repository without a commit
	}
	return "HEAD", nil
}

// git runs git in a folder, and returns what it prints.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	var out, said bytes.Buffer
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", folder, "-c", "core.fsmonitor=false"}, args...)...)
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	switch {
	case err == nil:
		return out.String(), nil
	case errors.Is(err, exec.ErrNotFound):
		return "", fault.New(OpGit, fault.Invalid, "--changed needs the program git, which is not installed")
	}
	why, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
	if why == "" {
		why = "the histories have no commit in common"
	}
	return "", fault.New(OpGit, fault.Invalid, "git does not say what has changed: "+why).
		WithHint("use --changed in a repository of git, with the name of a commit or a branch if any")
}
