package scaffold

import (
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Language is the language of a new application.
type Language string

// The languages.
const (
	JavaScript Language = "js"
	TypeScript Language = "ts"
)

// templates are the first files of an application: those of both languages, and of each.
//
//go:embed template
var templates embed.FS

// New makes an application in a folder, which must not exist or must contain only the files of a fresh
// repository. It returns the new files, slash-separated, without the typings.
func New(folder string, language Language) ([]string, error) {
	existing, err := existingFiles(folder)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fault.New("scaffold.new", fault.Denied, "the folder cannot be created").Because(err)
	}
	w := writer{folder: folder}
	for _, part := range []string{"both", string(language)} {
		w.copy(path.Join("template", part), existing)
	}
	if err := w.failed(); err != nil {
		return nil, err
	}
	typed, err := Types(folder, nil, false)
	files := append(w.written, typed.Config)
	slices.Sort(files)
	return files, err
}

// existingFiles lists the files that may be in a folder that becomes an application. Any other file is an error.
func existingFiles(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.New("scaffold.new", fault.Invalid, "an application cannot be created in "+folder).Because(err)
	}
	var existing, others []string
	for _, entry := range entries {
		stem, _, _ := strings.Cut(entry.Name(), ".")
		if entry.Name() == ".git" || slices.Contains([]string{"AGENTS", "LICENSE", "README"}, strings.ToUpper(stem)) {
			existing = append(existing, entry.Name())
		} else {
			others = append(others, entry.Name())
		}
	}
	if len(others) > 0 {
		return nil, fault.New("scaffold.new", fault.Conflict, folder+" is not empty: "+shortList(others)).
			WithHint("choose a folder that does not exist, or that contains only .git, a README, an AGENTS.md and a LICENSE")
	}
	return existing, nil
}

func shortList(names []string) string {
	const shown = 8
	if len(names) > shown {
		names = append(slices.Clone(names[:shown]), "…")
	}
	return strings.Join(names, ", ")
}

// hidden are the names of hidden files in a template: git would apply a .gitignore to it, and go:embed leaves out what begins with a dot.
var hidden = map[string]string{"gitignore": ".gitignore", "vscode/launch.json": ".vscode/launch.json"}

// copy writes the files of a template.
func (w *writer) copy(root string, existing []string) {
	err := fs.WalkDir(templates, root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := templates.ReadFile(name)
		if err != nil {
			return err
		}
		target := strings.TrimPrefix(name, root+"/")
		target = cmp.Or(hidden[target], target)
		if !slices.Contains(existing, target) {
			w.write(target, text)
		}
		return nil
	})
	if err != nil {
		w.err = err
	}
}
