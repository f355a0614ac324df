package parcel

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/platform/fault"
)

// OpenFolder opens an application whose entries are files in a folder, as they are in an image. It holds all of them against their sums.
// Nobody but the owner of the folder may be able to write to it: the files are used where they are.
func OpenFolder(folder string) (*Inside, error) {
	in := &Inside{folder: folder}
	if err := in.readFolder(); err != nil {
		return nil, fault.New(op, fault.Invalid, "the application in "+folder+" cannot be used").Because(err).
			WithHint("make the image again, with the fwrun that is in it")
	}
	return in, nil
}

func (in *Inside) readFolder() error {
	root, err := os.OpenRoot(in.folder)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	text, err := readBounded(root, indexName, maxIndex)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &in.index); err != nil {
		return err
	}
	if in.compiled, err = readBounded(root, compiledName, maxArchive); err != nil {
		return err
	}
	if len(in.Files) > MaxFiles {
		return fmt.Errorf("there are more than %d files", MaxFiles)
	}
	files, err := root.OpenRoot(filepath.FromSlash(filesFolder[:len(filesFolder)-1]))
	if err != nil {
		return err
	}
	defer func() { _ = files.Close() }()
	for _, f := range in.Files {
		if !f.isIn(files) {
			return fmt.Errorf("%s is another file than its index says", f.Path)
		}
	}
	return in.fits()
}

func readBounded(root *os.Root, name string, most int64) ([]byte, error) {
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	content, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("%s is larger than %d MiB", name, most>>20)
	}
	return content, err
}
