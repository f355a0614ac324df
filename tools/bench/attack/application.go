package attack

import (
	_ "embed" // the application
	"os"
	"path/filepath"
)

//go:embed app/attack.ts
var attackScript []byte

// writeApplication writes the application that is attacked: the memory bombs of the tests, and the script of this package.
func writeApplication(scratch, bombs string) (folder string, err error) {
	text, err := os.ReadFile(bombs)
	if err != nil {
		return "", err
	}
	folder = filepath.Join(scratch, "application")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	for name, text := range map[string][]byte{"bombs.ts": text, "attack.ts": attackScript} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return "", err
		}
	}
	return folder, nil
}
