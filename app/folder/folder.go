package folder

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/platform/fault"
)

// Find returns the absolute path of a folder, without symbolic links. The error is of kind NotFound if there is none, and of kind
// Invalid if it is a file.
func Find(name string) (string, error) {
	folder, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fault.New(fault.OpFolder, fault.NotFound, fmt.Sprintf("there is no folder %q", name)).
			WithHint("name the folder of an application, such as scripts/examples/users")
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", fault.New(fault.OpFolder, fault.Invalid, fmt.Sprintf("%q is a file", name)).
			WithHint("name its folder: fwrun " + filepath.Dir(name))
	}
	return filepath.EvalSymlinks(folder)
}

// Exists reports whether there is a folder.
func Exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
