package declared

import (
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
)

func TestNames(t *testing.T) {
	for class, want := range map[string]string{"UserService": "userService", "A": "a", "Äpfel": "äpfel", "x": "x"} {
		if got := manifest.BeanName(class); got != want {
			t.Errorf("%s: got %s, want %s", class, got, want)
		}
	}
	for file, want := range map[string]string{
		"users/user-service.js": "UserService", "a.b.ts": "A", "snake_case.mjs": "SnakeCase", "größe.ts": "Größe", "ärger.ts": "Ärger", "-.js": "Default",
	} {
		if got := nameOfFile(file); got != want {
			t.Errorf("%s: got %s, want %s", file, got, want)
		}
	}
}
