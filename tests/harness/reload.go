package harness

import "regexp"

// reloadLine matches the line that is logged for each change.
var reloadLine = regexp.MustCompile(`"msg":"(not reloaded|reloaded)[^\n]*\n`)

// NextReload waits until the result of one more change is logged, and returns its line.
func (a *App) NextReload() (line string, err error) {
	found, err := UntilLogged(a.Log, a.Exited, a.reloads, reloadLine)
	if err != nil {
		return "", err
	}
	a.reloads = found[1]
	return string(a.Log.Bytes()[found[0]:found[1]]), nil
}
