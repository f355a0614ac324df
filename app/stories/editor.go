package stories

import (
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// editor makes links that open places in an editor.
type editor struct {
	folder  string // of the application
	pattern string // empty for no links
}

// editors are the links of editors that are known by name. Those of one family have the same form.
var editors = map[string]string{
	"vscode":          "vscode://file{path}:{line}:{column}",
	"vscode-insiders": "vscode-insiders://file{path}:{line}:{column}",
	"vscodium":        "vscodium://file{path}:{line}:{column}",
	"cursor":          "cursor://file{path}:{line}:{column}",
	"windsurf":        "windsurf://file{path}:{line}:{column}",
	"zed":             "zed://file{path}:{line}:{column}",
	"idea":            "idea://open?file={path}&line={line}&column={column}",
	"webstorm":        "webstorm://open?file={path}&line={line}&column={column}",
	"sublime":         "subl://open?url=file://{path}&line={line}&column={column}",
	"none":            "",
}

// readEditor reads which editor is opened by the links of the console.
func readEditor(r *config.Reader, folder string) editor {
	const key = "devtools.editor"
	name := r.String(key)
	pattern, known := editors[name]
	if !known {
		pattern = name
		if !isEditorLink(name) {
			r.Reject(key, "is neither the name of an editor nor a link",
				"vscode, vscodium, cursor, windsurf, zed, idea, webstorm, sublime or none, or a link such as myeditor://open?file={path}&line={line}")
		}
	}
	return editor{folder, pattern}
}

// isEditorLink reports whether a text is a link that a page may offer: to a program, and not to a script.
func isEditorLink(text string) bool {
	parsed, err := url.Parse(strings.NewReplacer("{path}", "/p", "{line}", "1", "{column}", "1").Replace(text))
	if err != nil || !strings.Contains(text, "{path}") || !strings.Contains(text, "://") {
		return false
	}
	switch strings.ToLower(parsed.Scheme) {
	case "", "javascript", "data", "vbscript", "blob", "file":
		return false
	}
	return true
}

// link returns the link to a place; "" if there are none.
func (e editor) link(place fault.Place) string {
	if e.pattern == "" || place.File == "" {
		return ""
	}
	file := filepath.ToSlash(filepath.Join(e.folder, filepath.FromSlash(place.File)))
	if !strings.HasPrefix(file, "/") {
		file = "/" + file
	}
	return strings.NewReplacer(
		"{path}", (&url.URL{Path: file}).EscapedPath(), "{line}", strconv.Itoa(max(1, place.Line)), "{column}", strconv.Itoa(max(1, place.Col)),
	).Replace(e.pattern)
}
