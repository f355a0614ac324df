package multipart

import (
	"crypto/rand"
	"encoding/hex"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName leaves room for what a file system adds to a name of 255 bytes.
const longestName = 200

// SafeName makes of any text the name of a file in a folder: what stands behind the last slash
// or backslash, without control and invisible characters, without what Windows forbids,
// without leading dots, no device, no longer than 200 bytes. Nothing may be left: "".
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
		return -1 // what turns the direction of text around is among them
	case strings.ContainsRune(`<>:"|?*`, c):
		return '_'
	case unicode.IsSpace(c):
		return ' '
	}
	return c
}

// shorten keeps the extension, if it is one.
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

// isDevice tells the names that Windows keeps for itself, whatever extension they have.
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

// randomName is one that nobody can guess: 32 hexadecimal digits.
func randomName() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
