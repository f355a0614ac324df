package folder

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/fwrun/fwrun/platform/config"
)

// Within returns the path of a file that the configuration of an application names: relative names begin in its folder.
func Within(application, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(application, file)
}

// Read reads a list of folders, which must be there, as absolute paths.
func Read(r *config.Reader, key, application string) (list []string) {
	for _, name := range r.Strings(key) {
		name = Within(application, name)
		if !r.Incomplete() && !Exists(name) { // with sources left out, the application will run elsewhere
			r.Reject(key, "names "+name+", which is not a folder", "create it, or name another one")
		}
		list = append(list, filepath.Clean(name))
	}
	return list
}

// Reason returns what is wrong with a file, without its name.
func Reason(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}
