package config

import (
	"io/fs"
	"path"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// CodeLiteral is the code of a secret that is written in a file.
const CodeLiteral = "config-secret"

// LiteralSecrets reports the secrets that a configuration file has as literals, rather than as placeholders such as ${DB_PASSWORD}: by
// their keys, or as passwords of URLs. A file that cannot be read has its mistake reported.
func LiteralSecrets(fsys fs.FS, name string) fault.List {
	f, problem := readFile(fsys, name)
	switch {
	case problem != nil:
		return fault.List{*problem}
	case f == nil:
		return nil
	}
	tree, problems := parseYAML(f)
	if tree == nil {
		return problems
	}
	tree.leaves("", func(key string, n *node) {
		if isLiteralSecret(key, n) {
			problems = append(problems, fault.Diagnostic{
				Code: CodeLiteral, Place: n.origin.Place, Message: key + " is a secret, and is written in the file",
				Hint: "write " + key[strings.LastIndexByte(key, '.')+1:] + ": ${" + strings.ToUpper(lastWord(key)) +
					"}, and set that variable where the application runs",
			})
		}
	})
	return problems
}

// isLiteralSecret reports whether a leaf is a text that is secret by the last word of its key, or a URL with a password. A path of a file is
// none, nor is a text with a placeholder.
func isLiteralSecret(key string, n *node) bool {
	if n.kind != Text || n.text == "" || strings.Contains(n.text, "${") {
		return false
	}
	if userInfo.MatchString(n.text) {
		return true
	}
	list := words(key[strings.LastIndexByte(key, '.')+1:])
	if len(list) == 0 || strings.Contains(n.text, "/") && path.Ext(n.text) != "" {
		return false
	}
	last := list[len(list)-1]
	for _, word := range []string{"password", "passwd", "passphrase", "secret", "token", "credential", "pwd"} {
		if strings.Contains(last, word) {
			return true
		}
	}
	return isSecretWord(last) && len(n.text) >= shortKey // csrf: auto is a choice, key: email a name
}

// shortKey is the length of the shortest text that may be a key.
const shortKey = 16

// lastWord returns what a variable for a key may be called.
func lastWord(key string) string {
	list := words(key)
	return strings.Join(list[max(0, len(list)-2):], "_")
}
