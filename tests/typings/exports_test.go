package typings

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// walked is what a running application says of what it can import and of its globals; testdata/walk/walk.js has the form of each.
type walked struct {
	Exports json.RawMessage `json:"fwrun"`
	Globals json.RawMessage `json:"globals"`
	Tests   json.RawMessage `json:"fwrun/test"`
	Made    json.RawMessage `json:"made"` // what the functions of "fwrun/test" return, by the type that they declare
}

// TestTypingsDeclareTheExports walks what "fwrun" and "fwrun/test" export in a running application, its globals and its beans, and every
// declaration of them, and compares both ways: kinds, numbers of arguments, members of classes and of objects.
func TestTypingsDeclareTheExports(t *testing.T) {
	nodejs.RequireCompiler(t)
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "walk"), os.DirFS("testdata/walk")); err != nil {
		t.Fatal(err)
	}
	said, err := json.Marshal(walk(t, filepath.Join(folder, "walk")))
	if err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(folder, "said.json"), string(said))
	files, err := filepath.Glob("../../typings/*.d.ts")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no typings", err)
	}
	args := []string{
		"testdata/compare.cjs", harness.Absolute(t, "../../typings/node_modules/typescript"), filepath.Join(folder, "said.json"), "testdata/made.ts",
	}
	out, err := exec.CommandContext(t.Context(), "node", append(args, files...)...).CombinedOutput()
	differences, compared, _ := strings.Cut(string(out), "compared ")
	if err != nil || differences != "" {
		t.Errorf("the typings differ from what there is: %v\n%s", err, out)
	}
	if n := 0; err == nil {
		if _, err := fmt.Sscan(compared, &n); err != nil || n < 1200 {
			t.Errorf("only %d things were compared: %s", n, out)
		}
	}
}

// walk runs an application and its tests, and returns what both say.
func walk(t *testing.T, folder string) (said walked) {
	t.Helper()
	_, url := harness.Serve(t, folder)
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if part, err := w.CreateFormFile("file", "a.txt"); err != nil {
		t.Fatal(err)
	} else if _, err = part.Write([]byte("text")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(url+"/walk", w.FormDataContentType(), &form)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err = cmp.Or(err, json.Unmarshal(text, &said)); err != nil {
		t.Fatalf("%v: %.500s", err, text)
	}

	out, err := exec.CommandContext(t.Context(), harness.Binary(t), "test", folder, "--timeout", "1m").CombinedOutput()
	line := regexp.MustCompile(`said (\{.*\})`).FindSubmatch(out)
	if err != nil || line == nil {
		t.Fatalf("the tests said nothing: %v\n%s", err, out)
	}
	if err := json.Unmarshal(line[1], &said); err != nil {
		t.Fatal(err)
	}
	return said
}

// TestTypingsMatchTheProduct writes a program that compiles only if the typings agree with the listing of decorators.
func TestTypingsMatchTheProduct(t *testing.T) {
	var p program
	p.line(`import * as fwrun from "fwrun";`)
	p.line(helperTypes)
	for _, d := range enginebuild.Decorators() {
		p.decorator(d)
	}
	p.check("fwrun.RequestMethod", fmt.Sprintf("Same<fwrun.RequestMethod, %s>", union(manifest.Methods())))
	p.check("fwrun.SqlErrorKind", fmt.Sprintf("Same<fwrun.SqlErrorKind, %s>", union(errorKinds())))

	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "product.ts"), p.text.String())
	harness.WriteFile(t, filepath.Join(folder, "tsconfig.json"), fmt.Sprintf(`{
		"compilerOptions": {
			"target": "ES2022", "lib": ["ES2022"], "module": "Preserve", "strict": true, "strictPropertyInitialization": false,
			"experimentalDecorators": true, "types": [], "paths": {"fwrun": [%q]}
		}
	}`, harness.Absolute(t, "../../typings/fwrun.d.ts")))
	lines := strings.Split(p.text.String(), "\n")
	for _, f := range nodejs.TSC(t, filepath.Join(folder, "tsconfig.json")) {
		at := max(f.Line, 1) - 1
		if strings.HasPrefix(lines[at], "// @ts-expect-error") {
			at++
		}
		t.Errorf("%s\n%s", lines[at], f.Text)
	}
}

// helperTypes compare names. If a type is not true, the error shows the names.
const helperTypes = `
type Within<A, B> = [Exclude<A, B>] extends [never] ? true : { declaredOnly: Exclude<A, B> };
type Same<A, B> = [Exclude<B, A>] extends [never] ? Within<A, B> : { undeclared: Exclude<B, A> };
type Options<D> = D extends (first: any, options?: infer O) => any ? keyof NonNullable<O> : never;`

func errorKinds() []string {
	var names []string
	for kind := data.Other; kind <= data.StaleRow; kind++ {
		names = append(names, kind.String())
	}
	return names
}
