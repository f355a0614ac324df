package agents

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/platform/fault"
)

// name returns the path of a file as agents know it: relative to the application, with slashes.
func (d *Desk) name(path string) string { return debugger.Name(d.options.Folder, path) }

// path returns the absolute path of a file that an agent names.
func (d *Desk) path(name string) string {
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.options.Folder, path)
	}
	return filepath.Clean(path)
}

// file returns the absolute path of a file of the application.
func (d *Desk) file(name string) (string, error) {
	path := d.path(name)
	shown := bounded(name, 200)
	if !d.holds(path) {
		if real, err := filepath.EvalSymlinks(path); err == nil && d.holds(real) {
			path = real // the folder is known without symbolic links
		} else {
			return "", fault.New("agents.file", fault.Invalid, fmt.Sprintf("%s is not in the folder of the application", shown)).
				WithHint("name the file relative to that, such as src/users.ts")
		}
	}
	switch info, err := os.Stat(path); {
	case err != nil:
		return "", fault.New("agents.file", fault.NotFound, fmt.Sprintf("there is no file %s", shown)).
			WithHint("name it relative to the application, such as src/users.ts; the tool routes says where handlers are")
	case info.IsDir():
		return "", fault.New("agents.file", fault.Invalid, fmt.Sprintf("%s is a folder", shown)).WithHint("name a file in it")
	}
	return path, nil
}

func (d *Desk) holds(path string) bool {
	relative, err := filepath.Rel(d.options.Folder, path)
	return err == nil && filepath.IsLocal(relative)
}
