package multipart

import (
	"crypto/rand"
	"encoding/hex"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName leaves room for what is appended to a name, which may have 255 bytes.
const longestName = 200

// SafeName makes a file name from any text: the part after the last slash or backslash, without control and invisible
// characters, without characters that Windows forbids, without leading dots, not a device, and no longer than 200
// bytes. The result may be empty.
func SafeName(text string) string {
	if at := strings.LastIndexAny(text, `/\`); at >= 0 {
		text = text[at+1:]
	}
	name := strings.Map(safeRune, strings.ToValidUTF8(text, "_"))
	name = shorten(strings.TrimLeft(strings.TrimRight(name, ". "), ". "))
	if isDevice(name) {
		name = "_" + name
	}
	return name
}

func safeRune(c rune) rune {
	switch {
	case unicode.Is(unicode.Cc, c), unicode.Is(unicode.Cf, c), unicode.Is(unicode.Zl, c), unicode.Is(unicode.Zp, c):
		return -1 // this includes characters that change the direction of text
	case strings.ContainsRune(`<>:"|?*`, c):
		return '_'
	case unicode.IsSpace(c):
		return ' '
	}
	return c
}

// shorten shortens a name, and keeps its extension.
func shorten(name string) string {
	if len(name) <= longestName {
		return name
	}
	extension := path.Ext(name)
	if len(extension) > 20 {
		extension = ""
	}
	cut := longestName - len(extension)
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return strings.TrimRight(name[:cut], ". ") + extension
}

// isDevice reports whether Windows reserves the name, whatever its extension.
func isDevice(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	number, isPort := strings.CutPrefix(base, "COM")
	if !isPort {
		number, isPort = strings.CutPrefix(base, "LPT")
	}
	return isPort && utf8.RuneCountInString(number) == 1 && strings.ContainsAny(number, "0123456789¹²³")
}

// randomName returns a name that cannot be guessed: 32 hexadecimal digits.
func randomName() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
