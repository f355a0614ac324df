package contents

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// reasonOfFolder returns why a folder is left out; empty if it goes along.
func reasonOfFolder(name string) string {
	base := path.Base(name)
	switch {
	case name == ".":
		return ""
	case base == "node_modules":
		return "packages are compiled in"
	case strings.HasPrefix(base, "."):
		return "hidden"
	case name == "data":
		return "data stays outside"
	}
	return ""
}

// reasonOf returns why a file is left out that is no secret; empty if it goes along. Its folders are looked at, too, since one that has
// something to include is gone through.
func reasonOf(name string) string {
	for at := path.Dir(name); at != "."; at = path.Dir(at) {
		if why := reasonOfFolder(at); why != "" {
			return why
		}
	}
	base := path.Base(name)
	stem := strings.TrimSuffix(base, path.Ext(base))
	switch {
	case strings.HasPrefix(base, "."):
		return "hidden"
	case strings.HasPrefix(name, "config/") && !isConfiguration(name):
		return "configuration other than YAML stays outside"
	case strings.HasSuffix(stem, ".test"), strings.HasSuffix(stem, ".spec"):
		return "a test"
	case path.Ext(base) == ".log":
		return "a log"
	}
	return ""
}

// isConfiguration reports whether a file is one that fwrun reads its configuration from.
func isConfiguration(name string) bool {
	ending := path.Ext(name)
	return path.Dir(name) == "config" && (ending == ".yml" || ending == ".yaml")
}

// Reasons of what never goes along.
const (
	whySecret   = "a secret"
	whyKey      = "a key"
	whyDatabase = "a database"
)

// secret returns why a file never goes along; empty for one that may. Names tell most of them, and beginnings the rest.
func (w *walk) secret(name string, info fs.FileInfo) string {
	base := strings.ToLower(path.Base(name))
	switch ending := path.Ext(base); {
	case base == ".env", strings.HasPrefix(base, ".env."), ending == ".env", base == ".npmrc", base == ".netrc", base == ".pgpass", base == ".htpasswd":
		return whySecret
	case strings.HasPrefix(base, "id_rsa"), strings.HasPrefix(base, "id_ed25519"), strings.HasPrefix(base, "id_ecdsa"):
		return whyKey
	case isOneOf(ending, ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".ppk", ".p8", ".crt", ".cer"):
		return whyKey
	case isOneOf(ending, ".db", ".sqlite", ".sqlite3", ".db-wal", ".db-shm", ".db-journal", ".sqlite-wal", ".sqlite-shm"):
		return whyDatabase
	}
	return w.secretInside(name, info)
}

func isOneOf(ending string, all ...string) bool {
	for _, one := range all {
		if ending == one {
			return true
		}
	}
	return false
}

// beginning is how much of a file is looked at, in bytes.
const beginning = 4 << 10

func (w *walk) secretInside(name string, info fs.FileInfo) string {
	if info == nil || info.Size() == 0 {
		return ""
	}
	file, err := w.root.Open(filepath.FromSlash(name))
	if err != nil {
		return "" // reading all of it says so
	}
	defer func() { _ = file.Close() }()
	head, _ := io.ReadAll(io.LimitReader(file, beginning))
	switch {
	case bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return whyDatabase
	case isPrivateKey(head):
		return whyKey
	}
	return ""
}

// isPrivateKey reports whether a text begins a line with the first one of a private key.
func isPrivateKey(text []byte) bool {
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("-----BEGIN ")) && bytes.Contains(line, []byte("PRIVATE KEY-----")) {
			return true
		}
	}
	return false
}
