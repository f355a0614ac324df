package sqltext

import "strings"

// Defined returns the tables and views that a script creates, changes or renames, in lower case and without their
// schemas, and reports whether it attaches a whole database.
func Defined(d Dialect, script string) (names []string, attaches bool) {
	var words []string
	var dots []bool // after a point
	Names(d, script, func(name string, offset int) bool {
		words = append(words, name)
		dots = append(dots, offset > 0 && script[offset-1] == '.')
		return true
	})
	defines := false
	for i := 0; i < len(words); i++ {
		switch strings.ToUpper(words[i]) {
		case "CREATE", "ALTER", "RENAME":
			defines = true
		case "ATTACH":
			attaches = attaches || i == 0
		case "TABLE", "VIEW", "TO":
			if !defines {
				continue
			}
			for i++; i < len(words) && isBetween(words[i]); i++ {
			}
			for ; i+1 < len(words) && dots[i+1]; i++ {
			}
			if i < len(words) {
				names = append(names, strings.ToLower(words[i]))
			}
		case "SELECT", "INSERT", "UPDATE", "DELETE":
			defines = false
		}
	}
	return names, attaches
}

// isBetween reports whether a word may stand between TABLE and its name.
func isBetween(word string) bool {
	switch strings.ToUpper(word) {
	case "IF", "NOT", "EXISTS", "ONLY":
		return true
	}
	return false
}
