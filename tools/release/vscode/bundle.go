package vscode

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

//go:embed extension
var files embed.FS

// read returns a file of the extension.
func read(name string) []byte {
	data, err := files.ReadFile("extension/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return data
}

// Bundled is the launcher with everything that it imports.
type Bundled struct {
	Script  []byte
	Notices []byte // the licences of what is imported
}

// Bundle bundles the launcher. It asks the registry of npm, with its client.
func Bundle(ctx context.Context) (b Bundled, err error) {
	folder, err := os.MkdirTemp("", "fwrun-vscode-")
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	inside, err := fs.Sub(files, "extension")
	if err != nil {
		return b, err
	}
	if err := os.CopyFS(folder, inside); err != nil {
		return b, err
	}
	install := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = folder
	if said, err := install.CombinedOutput(); err != nil {
		return b, fmt.Errorf("npm ci for the extension of VS Code: %w\n%s", err, said)
	}
	if b.Notices, err = notices(folder); err != nil {
		return b, err
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return b, err
	}
	built := api.Build(api.BuildOptions{
		AbsWorkingDir: folder, EntryPoints: []string{"extension.js"}, Outfile: "bundled.js", Bundle: true, External: []string{"vscode"},
		Platform: api.PlatformNode, Format: api.FormatCommonJS, Target: api.ES2022, LegalComments: api.LegalCommentsEndOfFile,
		MinifyWhitespace: true, MinifySyntax: true, LogLevel: api.LogLevelSilent,
	})
	if len(built.Errors) > 0 {
		return b, fmt.Errorf("esbuild for the extension of VS Code: %s", built.Errors[0].Text)
	}
	b.Script = built.OutputFiles[0].Contents
	return b, nil
}

// notices returns the licences of the packages that are installed in a folder.
func notices(folder string) ([]byte, error) {
	found, err := filepath.Glob(filepath.Join(folder, "node_modules", "*", "[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*"))
	var all bytes.Buffer
	for _, file := range found {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&all, "# %s\n\n%s\n\n", filepath.Base(filepath.Dir(file)), bytes.TrimSpace(text))
	}
	return all.Bytes(), err
}
