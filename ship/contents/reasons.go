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
	whyDump     = "a dump"
)

// The names of files in which tools keep what they log in with.
var credentials = []string{
	".npmrc", ".netrc", "_netrc", ".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf", ".htpasswd", "htpasswd", ".git-credentials",
	".pypirc", ".vault-token",
	"credentials", "aws-credentials", "credentials.json", "credentials.csv", "application_default_credentials.json", "accesskeys.csv", "rootkey.csv",
	"client_secret.json", "service-account.json", "serviceaccount.json", "kubeconfig", "terraform.tfstate", "terraform.tfstate.backup",
}

// Packed files have one more ending.
var packed = []string{".gz", ".zst", ".bz2", ".xz", ".zip", ".lz4"}

// isDump reports whether a file is a copy of a database or of the memory of a process, perhaps packed. A migration may be what a tool has dumped.
func isDump(name, base string) bool {
	unpacked, stem := base, strings.TrimSuffix(base, path.Ext(base))
	if isOneOf(path.Ext(base), packed...) {
		unpacked = stem
	}
	number, isCore := strings.CutPrefix(base, "core.")
	switch {
	case unpacked != base && path.Ext(unpacked) == ".sql", isOneOf(path.Ext(unpacked), ".dump", ".dmp", ".mdmp", ".hprof", ".heapsnapshot",
		".heapdump", ".rdb"):
		return true
	case base == "heapdump", isCore && strings.Trim(number, "0123456789") == "":
		return true
	}
	return !isMigration(name) && (base == "dump.sql" || strings.HasSuffix(base, "-dump.sql") || strings.HasSuffix(base, "_dump.sql"))
}

// secret returns why a file never goes along; empty for one that may. Names tell most of them, and beginnings the rest.
func (w *walk) secret(name string, info fs.FileInfo) string {
	base := strings.ToLower(path.Base(name))
	switch ending := path.Ext(base); {
	case base == ".env", strings.HasPrefix(base, ".env."), ending == ".env", isOneOf(base, credentials...),
		isOneOf(path.Base(path.Dir(name)), ".aws", ".azure", ".kube", ".docker", ".ssh", ".gnupg"):
		return whySecret
	case isDump(name, base):
		return whyDump
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
	case bytes.HasPrefix(head, []byte("PGDMP")), bytes.HasPrefix(head, []byte("JAVA PROFILE 1.0.")), isCore(head),
		!isMigration(name) && isDumpOfSQL(head):
		return whyDump
	case isCredential(head):
		return whySecret
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

// isCore reports whether a file is the memory of a process that has died: ELF of type 4.
func isCore(head []byte) bool {
	return len(head) > 17 && bytes.HasPrefix(head, []byte("\x7fELF")) && head[16]|head[17] == 4 && head[16]&head[17] == 0
}

func isMigration(name string) bool { return strings.HasPrefix(name, "migrations/") }

// isDumpOfSQL reports whether a text begins as pg_dump, mysqldump and mariadb-dump write it.
func isDumpOfSQL(head []byte) bool {
	for _, beginning := range []string{
		"--\n-- PostgreSQL database dump\n", "--\n-- PostgreSQL database cluster dump\n", "-- MySQL dump ",
		"-- MariaDB dump ", "/*M!999999\\- enable the sandbox mode */",
	} {
		if bytes.HasPrefix(head, []byte(beginning)) {
			return true
		}
	}
	return false
}

// isCredential reports whether a text is what clouds are logged into with: the key of AWS, or the key file of a service account.
func isCredential(head []byte) bool {
	text := bytes.TrimSpace(head)
	return bytes.HasPrefix(text, []byte("[")) && bytes.Contains(text, []byte("aws_secret_access_key")) ||
		bytes.HasPrefix(text, []byte("{")) && bytes.Contains(text, []byte(`"service_account"`)) && bytes.Contains(text, []byte(`"private_key"`))
}
