package folder

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// ConfigFiles returns all files of an application with those of its configuration, and the name of the folder that these
// are in. A folder elsewhere appears among the application's own by its last name.
func ConfigFiles(all fs.FS, application, config string, packed bool) (files fs.FS, name string) {
	switch {
	case config != "":
		return configElsewhere(all, application, config)
	case packed && !Exists(filepath.Join(application, "config")):
		return all, "." // application.yml beside the executable
	}
	return all, ""
}

// MissingConfig returns the mistake that the configuration which was named is not there: without it there would be no rules, no roles and
// no secrets, without any message.
func MissingConfig(config string) fault.List {
	if config == "" {
		return nil
	}
	if _, err := os.Stat(config); err != nil {
		return fault.List{{
			Code: "config-file", Message: fmt.Sprintf("the configuration %s (--config) cannot be read: %s", config, fault.Text(err)),
			Hint: "name a folder with application.yml, or a file in its place",
		}}
	}
	return nil
}

// configElsewhere returns the files with those of the folder or the file that was chosen.
func configElsewhere(all fs.FS, application, config string) (files fs.FS, name string) {
	elsewhere := filepath.Clean(config)
	if info, err := os.Stat(elsewhere); err == nil && info.Mode().IsRegular() {
		name := filepath.Base(elsewhere)
		return besides{all, oneFile{os.DirFS(filepath.Dir(elsewhere)), name}, chosenFolder}, chosenFolder
	}
	if inside, err := filepath.Rel(application, elsewhere); err == nil && filepath.IsLocal(inside) {
		return all, filepath.ToSlash(inside)
	}
	absolute, err := filepath.Abs(elsewhere)
	if err != nil {
		absolute = elsewhere
	}
	name = filepath.Base(absolute)
	return besides{all, os.DirFS(absolute), name}, name
}

// chosenFolder is where messages say that a chosen file is.
const chosenFolder = "(chosen)"

// oneFile is a folder with one file, which is called application.yml.
type oneFile struct {
	fs.FS
	name string
}

func (f oneFile) Open(path string) (fs.File, error) {
	if path != "application.yml" {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return f.FS.Open(f.name)
}

// besides is a file system with one more folder.
type besides struct {
	fs.FS
	folder fs.FS
	name   string
}

func (b besides) Open(path string) (fs.File, error) {
	if path == b.name {
		return b.folder.Open(".")
	}
	if inside, ok := strings.CutPrefix(path, b.name+"/"); ok {
		return b.folder.Open(inside)
	}
	return b.FS.Open(path)
}
