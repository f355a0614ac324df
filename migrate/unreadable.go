package migrate

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// readFile reads a file of a folder. A link must lead to a file of the same folder: what a migration does must not depend
// on the machine, and a link in a pull request must not show what else is on it.
func readFile(fsys fs.FS, folder string, file *File) ([]byte, *fault.Diagnostic) {
	problem := func(code, message, hint string) *fault.Diagnostic {
		return &fault.Diagnostic{Code: code, Place: fault.Place{File: file.Shown}, Message: message, Hint: hint}
	}
	target, err := follow(fsys, folder, file.Path)
	if errors.Is(err, errLeaves) {
		return nil, problem("migration-link", fmt.Sprintf("the file is a symbolic link to %s, which leaves the folder %s", target, folder),
			"put the file itself there, or let a relative link lead to a file of the folder")
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, problem("migration-link", fmt.Sprintf("the file is a symbolic link to %s, which does not exist", target),
			"correct the link, or remove it")
	}
	var info fs.FileInfo
	if err == nil {
		info, err = fs.Stat(fsys, file.Path)
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, problem("migration-unreadable", "this is not a file but a "+kindOf(info.Mode()), "give it another name, or remove it")
	}
	var text []byte
	if err == nil {
		text, err = fs.ReadFile(fsys, file.Path)
	}
	if err != nil {
		return nil, problem("migration-unreadable", "the file cannot be read: "+reasonOf(err), permissionHint(err))
	}
	return text, nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "link to a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	default:
		return "device"
	}
}

// reasonOf returns the cause without the operation and the path, which is not the one that people know.
func reasonOf(err error) string {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err.Error()
	}
	return err.Error()
}

func permissionHint(err error) string {
	if errors.Is(err, fs.ErrPermission) {
		return "give the user who runs fwrun the right to read it"
	}
	return ""
}

// unreadableFolder returns the error about a folder that cannot be read, so that it is not known which files are in it.
func unreadableFolder(root, name string, err error) fault.Diagnostic {
	if failed, ok := errors.AsType[*fs.PathError](err); ok && failed.Path != "" {
		name = failed.Path
	}
	d := fault.Diagnostic{
		Code: "migration-unreadable", Place: fault.Place{File: path.Join(root, name)}, Message: "the folder cannot be read: " + reasonOf(err),
		Hint: permissionHint(err),
	}
	if errors.Is(err, errNoFolder) || strings.Contains(err.Error(), "not a directory") {
		d.Message, d.Hint = "this is a file and not a folder", "create a folder of this name, and put the migrations of the connection into it"
	}
	return d
}

// linkedFolder returns the warning about a link to a folder, below which nothing is looked for.
func linkedFolder(shown string) fault.Diagnostic {
	return fault.Diagnostic{
		Severity: fault.Warning, Code: "migration-link", Place: fault.Place{File: shown},
		Message: "this is a symbolic link to a folder; the files in it do not run", Hint: "put the folder itself there",
	}
}
