package files_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/files"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
)

// newPage has `files`, and the folder inbox with two files, a folder and symbolic links. `other` is a folder that paths may be in, `away` one
// that they may not be in.
func newPage(t *testing.T) (page *realmtest.Page, folder string) {
	t.Helper()
	root := t.TempDir()
	folder, other, away := filepath.Join(root, "app"), filepath.Join(root, "other"), filepath.Join(root, "away")
	for _, name := range []string{"app/inbox/deep/c", "app/inbox/b", "app/inbox/a", "other/o", "away/secret"} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, time.UnixMilli(1_700_000_000_000)); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"inbox/link": "a", "inbox/up": "../../away", "out": "../away"} {
		if err := os.Symlink(target, filepath.Join(folder, link)); err != nil {
			t.Skip(err)
		}
	}
	page = realmtest.New(t, files.Module(folders.Folders{Application: folder, Others: []string{other}, Key: "files.folders"}))
	page.SetBean("files", "files", "")
	page.Set("app", folder)
	page.Set("other", other)
	page.Set("away", away)
	return page, folder
}

func TestList(t *testing.T) {
	p, _ := newPage(t)
	names := func(folder string) string {
		return `files.list(` + folder + `).then((l) => l.map((f) => f.name).join(), (e) => String(e))`
	}
	const below = "the path is not below the folder of the application"
	p.Cases([][2]string{
		{names(`"inbox"`), "a,b"},
		{names(`"./inbox/../inbox/deep/"`), "c"},
		{names(`app + "/inbox"`), "a,b"},
		{names(`other`), "o"},
		{names(`other + "/."`), "o"},
		{names(`"."`), ""},
		{names(`away`), `Error: list: the folder "` + p.Eval("away") + `" cannot be read: ` + below + " or one of files.folders"},
		{names(`"missing"`), ""},
		{names(`"inbox/missing/deep"`), ""},
		{names(`"inbox/a"`), `Error: list: the folder "inbox/a" cannot be read: not a directory`},
		{names(`"out"`), `Error: list: the folder "out" cannot be read: path escapes from parent`},
		{names(`"inbox/up"`), `Error: list: the folder "inbox/up" cannot be read: path escapes from parent`},
		{names(`"../away"`), `Error: list: the folder "../away" cannot be read: ` + below},
		{`files.list("inbox").then(([a]) => [a.size, a.modified instanceof Date, a.modified.getTime()].join())`, "11,true,1700000000000"},
		{`files.list()`, `throws TypeError: list takes a path, such as "inbox"`},
		{`new Files()`, "throws TypeError: a Files cannot be made with new; inject it with @Autowired"},
	})
}

func TestDelete(t *testing.T) {
	p, folder := newPage(t)
	remove := func(path string) string { return `files.delete(` + path + `).then(String, String)` }
	p.Cases([][2]string{
		{remove(`"inbox/a"`), "true"},
		{remove(`"inbox/a"`), "false"},
		{remove(`"missing/a"`), "false"},
		{remove(`other + "/o"`), "true"},
		{remove(`"inbox/deep"`), `Error: delete: the file "inbox/deep" cannot be deleted: it is a folder`},
		{remove(`"out/secret"`), `Error: delete: the file "out/secret" cannot be deleted: path escapes from parent`},
		{remove(`"inbox/up/secret"`), `Error: delete: the file "inbox/up/secret" cannot be deleted: path escapes from parent`},
		{remove(`"inbox/../../away/secret"`), `Error: delete: the file "inbox/../../away/secret" cannot be deleted: ` +
			`the path is not below the folder of the application`},
		{remove(`"out"`), "true"}, // the link
		{`files.delete(5)`, `throws TypeError: delete takes a path, such as "inbox/1b2c"`},
	})
	for _, kept := range []string{"../away/secret", "inbox/b", "inbox/deep/c"} {
		if _, err := os.Stat(filepath.Join(folder, kept)); err != nil {
			t.Error(err)
		}
	}
}
