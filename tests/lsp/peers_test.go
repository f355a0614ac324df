package lsp

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/jars"
	"github.com/fwrun/fwrun/tests/needs"
)

// created returns a new application in TypeScript.
func created(t *testing.T) (folder string) {
	t.Helper()
	below := t.TempDir()
	harness.Run(t, below, "new", "--ts", "shop")
	return filepath.Join(below, "shop")
}

// session runs a program that is an editor, which must end well.
func session(t *testing.T, env []string, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*harness.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, needs.Program(t, name), args...)
	cmd.Env = append(os.Environ(), env...)
	if said, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(said), "done") {
		t.Errorf("%v\n%s", err, said)
	}
}

// TestVSCodeProtocol is a session of the libraries that VS Code is made with.
func TestVSCodeProtocol(t *testing.T) {
	needs.Program(t, "node")
	nodejs.InstallPackages(t, "peers")
	session(t, nil, "node", "peers/session.mjs", harness.Binary(t), created(t))
}

// pygls is the package of Python with a client.
const pygls = "pygls==2.1.1"

// TestPygls is a session of the client for Python.
func TestPygls(t *testing.T) {
	needs.Program(t, "python3")
	folder, err := jars.Folder(strings.ReplaceAll(pygls, "==", "-"), func(into string) error {
		if said, err := exec.Command("python3", "-m", "pip", "install", "-q", "--target", into, pygls).CombinedOutput(); err != nil {
			return fmt.Errorf("pip: %w\n%s", err, said)
		}
		return nil
	})
	if err != nil {
		needs.Missing(t, "pip", "cannot install: "+err.Error())
	}
	session(t, []string{"PYTHONPATH=" + folder}, "python3", "peers/session.py", harness.Binary(t), created(t))
}

// TestNeovim is a session of Neovim without a screen.
func TestNeovim(t *testing.T) {
	home := t.TempDir()
	env := []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home, "XDG_STATE_HOME=" + home}
	env = append(env, "FWRUN="+harness.Binary(t), "FOLDER="+created(t))
	session(t, env, "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile "+harness.Absolute(t, "peers/session.lua"))
}
