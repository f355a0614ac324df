package node_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := pageIn(t, folder)
	p.Set("folder", folder)
	p.Eval(`globalThis.fs = use("node:fs")`)
	p.Cases([][2]string{
		{`fs.writeFileSync("a.txt", "héllo"); fs.readFileSync("a.txt", "utf8")`, "héllo"},
		{`fs.readFileSync(folder + "/a.txt").toString("hex")`, "68c3a96c6c6f"},
		{`fs.appendFileSync("a.txt", "!"); fs.statSync("a.txt").size`, "7"},
		{`fs.statSync("a.txt").isFile() && !fs.statSync("a.txt").isDirectory()`, "true"},
		{`fs.statSync("none", { throwIfNoEntry: false })`, "undefined"},
		{
			`try { fs.readFileSync("none") } catch (e) { e.code + " " + e.syscall + " " + e.message }`,
			"ENOENT open ENOENT: no such file or directory, open 'none'",
		},
		{`fs.promises.readFile("none").catch(e => e.code)`, "ENOENT"},
		{`new Promise(done => fs.readFile("a.txt", "utf8", (err, text) => done(err ?? text)))`, "héllo!"},
		{`fs.mkdirSync("x/y/z", { recursive: true })`, "x"},
		{`fs.writeFileSync("x/y/b.txt", "b"); fs.readdirSync("x", { recursive: true }).join()`, "y,y/b.txt,y/z"},
		{`fs.readdirSync("x/y", { withFileTypes: true }).map(e => e.name + (e.isDirectory() ? "/" : "")).join()`, "b.txt,z/"},
		{`fs.copyFileSync("a.txt", "c.txt"); fs.renameSync("c.txt", "d.txt"); fs.existsSync("d.txt") + "," + fs.existsSync("c.txt")`, "true,false"},
		{`fs.cpSync("x", "copy", { recursive: true }); fs.readFileSync("copy/y/b.txt", "utf8")`, "b"},
		{`try { fs.rmdirSync("x") } catch (e) { e.code }`, "ENOTEMPTY"},
		{`fs.rmSync("x", { recursive: true }); fs.existsSync("x")`, "false"},
		{`try { fs.rmSync(folder, { recursive: true }) } catch (e) { e.code }`, "EACCES"},
		{`const fd = fs.openSync("a.txt", "r+"); const b = Buffer.alloc(2); fs.readSync(fd, b, 0, 2, 3); fs.closeSync(fd); b.toString()`, "ll"},
		{`try { fs.readSync(99, Buffer.alloc(1)) } catch (e) { e.code }`, "EBADF"},
		{`(async () => { const h = await fs.promises.open("h.txt", "w+"); await h.write("abc"); await h.sync(); const s = (await h.stat()).size; ` +
			`await h.close(); return s })()`, "3"},
		{`new Promise((done, fail) => { let out = ""; fs.createReadStream("a.txt", { encoding: "utf8", start: 1, end: 2 }).on("data", ` +
			`t => out += t).on("error", fail).on("close", () => done(out)) })`, "é"},
		{
			`use("stream").promises.pipeline(fs.createReadStream("a.txt"), fs.createWriteStream("w.txt")).then(() => fs.readFileSync("w.txt", "utf8"))`,
			"héllo!",
		},
		{
			`(async () => { const lines = []; const it = use("readline").createInterface({ input: use("stream").Readable.from(["a\nb", "c\r\n` +
				`d"]) })[Symbol.asyncIterator](); for (let n = await it.next(); !n.done; n = await it.next()) lines.push(n.value); return lines.join() })()`,
			"a,bc,d",
		},
		{`fs.mkdtempSync(use("os").tmpdir() + "/t-").startsWith(folder)`, "true"},
		{`fs.accessSync("a.txt")`, "undefined"},
		{`fs.truncateSync("a.txt", 1); fs.readFileSync("a.txt", "utf8")`, "h"},
		{`try { fs.watch("a.txt") } catch (e) { e.code }`, "ERR_NOT_SUPPORTED"},
	})
}

// TestFilesStayInside: no path leads out of the folders that scripts may use.
func TestFilesStayInside(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret.txt")
	for _, err := range []error{
		os.WriteFile(secret, []byte("secret"), 0o600),
		os.Symlink(secret, filepath.Join(folder, "link.txt")),
		os.Symlink(outside, filepath.Join(folder, "folder")),
		os.Symlink("../"+filepath.Base(outside)+"/secret.txt", filepath.Join(folder, "relative.txt")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	p := pageIn(t, folder)
	p.Set("secret", secret)
	p.Eval(`globalThis.fs = use("fs")`)
	for _, path := range []string{
		`secret`, `"/etc/passwd"`, `"../../../../../../etc/passwd"`, `"a/../../etc/passwd"`, `"link.txt"`, `"folder/secret.txt"`, `"relative.txt"`,
		`"/proc/self/environ"`, `new URL("file:///etc/passwd")`, `Buffer.from("/etc/passwd")`, `"folder"`, `"."  + "./x"`,
	} {
		for _, operation := range []string{
			`fs.readFileSync(%)`, `fs.writeFileSync(%, "x")`, `fs.openSync(%)`, `fs.copyFileSync(%, "stolen")`, `fs.cpSync(%, "stolen", { recursive: true })`,
			`fs.linkSync(%, "stolen")`, `fs.truncateSync(%)`, `fs.chmodSync(%, 0o777)`, `fs.realpathSync(%)`, `fs.appendFileSync(%, "x")`,
		} {
			script := strings.ReplaceAll(operation, "%", path)
			got := p.Eval(`try { ` + script + `; "done" } catch (e) { e.code }`)
			if got == "done" && !strings.Contains(operation, "cpSync") && !strings.Contains(operation, "linkSync") {
				t.Errorf("%s leads out", script)
			}
		}
	}
	if text, err := os.ReadFile(secret); err != nil || string(text) != "secret" {
		t.Errorf("the file outside is %q, %v", text, err)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "stolen")); err == nil && strings.Contains(string(text), "secret") {
		// A link to a link is no way out: os.ReadFile here follows it, scripts cannot.
		if got := p.Eval(`try { fs.readFileSync("stolen", "utf8") } catch (e) { e.code }`); got == "secret" {
			t.Error("the secret was copied inside")
		}
	}
	for _, path := range []string{`"a\0b"`, `"link.txt\0.png"`} {
		if got := p.Eval(`try { fs.readFileSync(` + path + `) } catch (e) { e.code }`); got != "ERR_INVALID_ARG_VALUE" {
			t.Errorf("%s: %s", path, got)
		}
	}
}
