package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/app"
)

// TestFollowing: what an agent has had read already is not read again because somebody watches the folder; whatever else changes is.
func TestFollowing(t *testing.T) {
	folder := unpack(t, `
-- app.ts --
import { GetMapping } from "fwrun";
export const hello = GetMapping("/")(() => "hello");
-- notes.md --
one
`)
	running, err := app.Start(t.Context(), app.Options{Folder: folder, Reloads: true, Coding: http.NotFoundHandler(), Logger: silent})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = running.Close(t.Context()) }()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := running.Serving()
	follows := func(name string, want bool) {
		t.Helper()
		if err := running.Following([]string{name})(t.Context()); err != nil {
			t.Fatal(err)
		}
		if now := running.Serving(); (now != before) != want {
			t.Errorf("%s: reloaded is %t", name, !want)
		}
		before = running.Serving()
	}
	follows("app.ts", false)
	follows("notes.md", true)

	write("app.ts", "export const nothing = 1;\n")
	if err := running.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if running.Serving() == before {
		t.Fatal("the change is not read")
	}
	before = running.Serving()
	follows("app.ts", false)
	write("app.ts", "export const nothing = 12;\n")
	follows("app.ts", true)

	write("app.ts", "export const = 1;\n")
	first := running.Refresh(t.Context())
	second := running.Following([]string{"app.ts"})(t.Context())
	if first == nil || second == nil || first.Error() != second.Error() {
		t.Errorf("of a mistake, it says first %v, and then %v", first, second)
	}
}
