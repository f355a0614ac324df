package migrate

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// mostLinks is how many links follow each other at most.
const mostLinks = 40

var (
	errLeaves = errors.New("the link leaves the folder")
	errCircle = errors.New("its links form a circle")
)

// follow checks that the links of a path, if it has any, lead to something within the folder. It returns where the first one
// leads, as it is written.
func follow(fsys fs.FS, folder, name string) (target string, err error) {
	at, rest := folder, strings.Split(strings.TrimPrefix(name, folder+"/"), "/")
	for links := 0; len(rest) > 0; {
		next := path.Join(at, rest[0])
		rest = rest[1:]
		if next != folder && !strings.HasPrefix(next, folder+"/") {
			return target, errLeaves
		}
		info, err := fs.Lstat(fsys, next)
		if err != nil {
			return target, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		to, err := fs.ReadLink(fsys, next)
		if err != nil {
			return target, err
		}
		if target == "" {
			target = to
		}
		if links++; links > mostLinks {
			return target, errCircle
		}
		if path.IsAbs(to) {
			return target, errLeaves
		}
		rest = append(strings.Split(to, "/"), rest...)
	}
	return target, nil
}
