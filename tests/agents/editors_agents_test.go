package agents

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestAgentsFileRuns runs each command that the AGENTS.md of a new application names; those that would go on are asked for their help.
func TestAgentsFileRuns(t *testing.T) {
	folder := t.TempDir()
	harness.Run(t, folder, "new", "shop")
	shop := filepath.Join(folder, "shop")
	text, err := os.ReadFile(filepath.Join(shop, "AGENTS.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("`fwrun ([^`]*)`").FindAllStringSubmatch(string(text), -1)
	if len(commands) < 10 {
		t.Fatalf("only %d commands are named", len(commands))
	}
	for _, match := range commands {
		words := strings.Fields(match[1])
		if match[1] == "." || strings.HasPrefix(match[1], "mcp") {
			words = append(words, "--help")
		}
		harness.Run(t, shop, words...)
	}
	for _, file := range regexp.MustCompile("`([.a-z][\\w.-]*/[\\w./-]*)`").FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join(shop, file[1])); err != nil {
			t.Error(err)
		}
	}
}

// TestAgentsFileDecorators: the application that AGENTS.md shows is right, and answers.
func TestAgentsFileDecorators(t *testing.T) {
	text, err := os.ReadFile("../../app/scaffold/template/both/AGENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```js\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatal("it shows no code")
	}
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "note-controller.js"), string(block[1]))
	harness.WriteFile(t, filepath.Join(folder, "note.js"), "import { NotBlank } from \"fwrun\";\n\n"+
		"export class NewNote {\n  /** @type {string} */\n  @NotBlank text;\n}\n")
	harness.WriteFile(t, filepath.Join(folder, "note-service.js"), `import { Service } from "fwrun";

@Service
export class NoteService {
  findAll(limit) { return [limit]; }
  find(id) { return { id }; }
  create(note) { return note; }
}
`)
	harness.WriteFile(t, filepath.Join(folder, "note.test.js"), `import { app, expect, it } from "fwrun/test";

it("does what AGENTS.md says", async () => {
  expect((await app.get("/notes")).json).toEqual([20]);
  expect((await app.get("/notes?limit=5")).json).toEqual([5]);
  expect((await app.get("/notes/7")).json).toEqual({ id: 7 });
  expect((await app.post("/notes", { json: { text: "a" } })).json).toEqual({ text: "a" });
  expect((await app.post("/notes", { json: {} })).status).toBe(400);
});
`)
	harness.Run(t, folder, "check", ".", "--strict")
	harness.Run(t, folder, "test", ".")
}
