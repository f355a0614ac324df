package images_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/images"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	core "github.com/fwrun/fwrun/platform/images"
	"github.com/fwrun/fwrun/platform/pollution"
)

// page has `images`, and the image photo.png of 80 × 40 pixels in the folder of its application. `other` is a folder
// beside it that paths may be in, `away` one that they may not be in.
type page struct {
	*realmtest.Page
	folder string
}

func newPage(t testing.TB) *page {
	t.Helper()
	root := t.TempDir()
	folder, other, away := filepath.Join(root, "app"), filepath.Join(root, "other"), filepath.Join(root, "away")
	var photo bytes.Buffer
	if err := png.Encode(&photo, image.NewRGBA(image.Rect(0, 0, 80, 40))); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{folder, other, away} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "photo.png"), photo.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "text.png"), []byte("secret text"), 0o600); err != nil {
		t.Fatal(err)
	}
	module := images.Module(images.Options{Processor: core.New(core.Limits{MaxPixels: 100_000}), Folder: folder, Folders: []string{other}})
	p := &page{realmtest.New(t, http.Module(folders.Folders{Application: folder}, pollution.Refused), module), folder}
	p.SetBean("images", "images", "")
	p.Set("app", folder)
	p.Set("other", other)
	p.Set("away", away)
	p.Set("upload", p.Runtime.NewDynamicObject(&upload{path: filepath.Join(away, "photo.png")}))
	p.Set("nothing", p.Runtime.NewDynamicObject(&upload{}))
	p.Set("gone", p.Runtime.NewDynamicObject(&upload{path: filepath.Join(away, "gone.png")}))
	return p
}

// upload is a file that a client has sent.
type upload struct {
	realm.Properties
	path string
}

func (u *upload) Path() string { return u.path }
func (u *upload) Name() string { return "holiday.png" }

// run evaluates an async expression, and returns its result as JSON.
func (p *page) run(expression string) string {
	return p.Eval("(async () => JSON.stringify(await " + expression + "))()")
}

func (p *page) cases(cases [][2]string) {
	for i := range cases {
		cases[i][0] = "(async () => JSON.stringify(await " + cases[i][0] + "))()"
	}
	p.Cases(cases)
}

func TestProbe(t *testing.T) {
	p := newPage(t)
	const photo = `{"format":"png","width":80,"height":40,"orientation":1}`
	p.Set("content", p.Runtime.NewArrayBuffer(read(t, p.folder, "photo.png")))
	p.cases([][2]string{
		{`images.probe("photo.png")`, photo},
		{`images.probe("./media/../photo.png")`, photo},
		{`images.probe(app + "/photo.png")`, photo},
		{`images.probe(other + "/photo.png")`, photo},
		{`images.probe(upload)`, photo},
		{`images.probe(content)`, photo},
		{`images.probe(new Uint8Array(content))`, photo},
		{`images.probe(new Uint8Array(content).subarray(0, 40))`, "throws ImageError: the image is damaged"},
	})
}

func read(t testing.TB, folder, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestResize(t *testing.T) {
	p := newPage(t)
	p.cases([][2]string{
		{
			`images.resize("photo.png", { width: 40, to: "media/small/a.jpg" }).then(({ size, ...rest }) => [rest, size > 100])`,
			`[{"path":"media/small/a.jpg","width":40,"height":20,"format":"jpeg"},true]`,
		},
		{`images.resize("photo.png", { width: 40, to: other + "/a.PNG" }).then((r) => [r.format, r.path === other + "/a.PNG"])`, `["png",true]`},
		{`images.resize("photo.png", { height: 10, to: "media/1b2c", format: "jpeg" }).then((r) => [r.format, r.width])`, `["jpeg",20]`},
		{`images.resize("photo.png", { height: 10, to: "media/1b2d" }).then((r) => r.format)`, `"png"`},
		{`images.probe("media/small/a.jpg")`, `{"format":"jpeg","width":40,"height":20,"orientation":1}`},
		{
			`images.resize(upload, [{ width: 40 }, { width: 20, height: 20, fit: "cover", to: "media/b.png" }])
			.then(([a, b]) => [a.bytes instanceof Uint8Array, a.bytes.length === a.size, a.path, a.width, b.bytes, b.path, b.width, b.height])`,
			`[true,true,null,40,null,"media/b.png",20,20]`,
		},
		{`images.resize(upload, { width: 40 }).then((r) => images.probe(r.bytes))`, `{"format":"png","width":40,"height":20,"orientation":1}`},
		{`images.resize("photo.png", { width: 160 }).then((r) => r.width)`, "80"},
		{`images.resize("photo.png", { width: 160, enlarge: true, quality: 5, format: "jpeg" }).then((r) => r.width)`, "160"},
		{`images.resize("photo.png", {}).then((r) => r.width)`, "80"},
		{`images.resize("photo.png", {}, { maxPixels: 3200 }).then((r) => r.width)`, "80"},
	})
	entries, err := os.ReadDir(filepath.Join(p.folder, "media"))
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); err != nil || got != "1b2c 1b2d b.png small" {
		t.Errorf("media has %s, %v", got, err)
	}
}

// TestErrors: the message of an ImageError may be shown to anyone, and it has the status of an error of the client.
func TestErrors(t *testing.T) {
	p := newPage(t)
	caught := func(expression string) string {
		return expression + `.catch((e) => [e instanceof ImageError, e instanceof Error, e.name, e.reason, e.message, String(e.cause)])`
	}
	p.cases([][2]string{
		{caught(`images.probe("text.png")`), `[true,true,"ImageError","unsupported","the file is not an image of a supported format: JPEG, PNG, ` +
			`GIF or WebP","Error: the file begins with \"secret text\""]`},
		{caught(`images.resize(new Uint8Array([0xff, 0xd8, 0xff]), {})`), `[true,true,"ImageError","broken","the image is damaged","Error: ` +
			`the file ends within its header, after 3 bytes"]`},
		{caught(`images.resize("photo.png", {}, { maxPixels: 3199 })`), `[true,true,"ImageError","too-large","the image is too large","Error: ` +
			`the image has 80 × 40 pixels, and 3199 are allowed"]`},
		{caught(`images.resize("photo.png", { width: 5000, enlarge: true })`), `[true,true,"ImageError","too-large","the image is too large","Error: ` +
			`the result would have 5000 × 2500 pixels, and 100000 are allowed"]`},
		{`JSON.stringify(new ImageError("m", { reason: "too-large" }))`, `"{\"status\":413,\"reason\":\"too-large\"}"`},
	})
	p.Cases([][2]string{
		{`["unsupported", "too-large", "broken", "timeout"].map((reason) => new ImageError("m", { reason }).status).join()`, "415,413,422,503"},
		{`images.probe("text.png").catch((e) => e instanceof HttpRestException && e.getStatus().getValue())`, "415"},
		{`images.probe("missing.png").catch((e) => e instanceof ImageError)`, "false"},
	})
}

// TestPaths: nothing outside of the folders is read or written.
func TestPaths(t *testing.T) {
	p := newPage(t)
	for link, target := range map[string]string{"out": "../away", "out.png": "../away/photo.png", "in.png": "photo.png"} {
		if err := os.Symlink(target, filepath.Join(p.folder, link)); err != nil {
			t.Skip(err)
		}
	}
	const below = "the path is not below the folder of the application"
	for path, want := range map[string]string{
		`"in.png"`:                     "",
		`"../away/photo.png"`:          below,
		`"media/../../away/a.png"`:     below,
		`away + "/photo.png"`:          below + " or one of images.folders",
		`app + "/../away/photo.png"`:   below + " or one of images.folders",
		`other + "/../away/photo.png"`: below + " or one of images.folders",
		`"out.png"`:                    "path escapes from parent",
		`"out/photo.png"`:              "path escapes from parent",
		`"media/missing.png"`:          "no such file or directory",
		`"a\0.png"`:                    "invalid argument",
		`"."`:                          below,
		`app`:                          below + " or one of images.folders",
	} {
		got := p.Eval(`images.probe(` + path + `).then(() => "", (e) => e.message.split("cannot be opened: ")[1])`)
		if got != want {
			t.Errorf("probe(%s): %s, want %s", path, got, want)
		}
	}
	for path, want := range map[string]string{
		`"../away/a.png"`:     below,
		`away + "/a.png"`:     below + " or one of images.folders",
		`"out/a.png"`:         "path escapes from parent",
		`"out/new/a.png"`:     "path escapes from parent",
		`"photo.png/a.png"`:   "file exists",
		`other + "/../a.png"`: below + " or one of images.folders",
	} {
		got := p.Eval(`images.resize("photo.png", [{ width: 7, to: "first.png" }, { width: 5, to: ` + path + ` }]).then(() => "", (e) ` +
			`=> e.message.split("cannot be written: ")[1])`)
		if got != want {
			t.Errorf("to %s: %s, want %s", path, got, want)
		}
	}
	// A link is replaced, not followed; and what failed has left nothing.
	if got := p.run(`images.resize("photo.png", { width: 7, to: "out.png" }).then(() => images.probe("out.png")).then((r) => r.width)`); got != "7" {
		t.Error(got)
	}
	if got := len(read(t, p.folder, "../away/photo.png")); got != len(read(t, p.folder, "photo.png")) {
		t.Error("the file behind the link was written")
	}
	for _, pattern := range []string{"first.png", ".fwrun-*", "../away/.fwrun-*", "../away/a.png"} {
		if left, _ := filepath.Glob(filepath.Join(p.folder, pattern)); len(left) > 0 {
			t.Errorf("%v is left", left)
		}
	}
}

func TestMistakes(t *testing.T) {
	p := newPage(t)
	p.Cases([][2]string{
		{`new Images()`, "throws TypeError: an Images cannot be made with new; inject it with @Autowired"},
		{`images instanceof Images`, "true"},
		{`Object.getOwnPropertyNames(Images.prototype).join()`, "constructor,probe,resize"},
		{`Images.prototype.probe.call({}, "photo.png")`, "throws TypeError: probe is called on an object that is not an Images"},
		{`images.probe()`, "throws TypeError: probe takes an HttpUploadedFile, a path, or bytes: a Uint8Array or an ArrayBuffer"},
		{`images.probe({})`, "throws TypeError: probe takes an HttpUploadedFile, a path, or bytes: a Uint8Array or an ArrayBuffer"},
		{`images.resize("photo.png")`, "throws TypeError: resize takes options such as { width: 800 }, or an array of them"},
		{`images.resize("photo.png", [])`, "throws TypeError: an array of options must have 1 to 16 elements, not 0"},
		{`images.resize("photo.png", Array(17).fill({}))`, "throws TypeError: an array of options must have 1 to 16 elements, not 17"},
		{`images.resize("photo.png", [800])`, "throws TypeError: an array of options must have objects such as { width: 800 }"},
		{`images.resize("photo.png", { widht: 1 })`, "throws TypeError: Images.resize has no option widht; it has width, height, " +
			"fit, enlarge, format, quality, to"},
		{`images.resize("photo.png", { width: 0 })`, "throws TypeError: `width` must be a whole number from 1 to 65535"},
		{`images.resize("photo.png", { height: 1.5 })`, "throws TypeError: `height` must be a whole number from 1 to 65535"},
		{`images.resize("photo.png", { width: "80" })`, "throws TypeError: `width` must be a whole number from 1 to 65535"},
		{`images.resize("photo.png", { quality: 101 })`, "throws TypeError: `quality` must be a whole number from 1 to 100"},
		{`images.resize("photo.png", { fit: "contain" })`, "throws TypeError: `fit` must be one of \"inside\", \"cover\", \"fill\""},
		{`images.resize("photo.png", { fit: "cover", width: 5 })`, "throws TypeError: the fit \"cover\" needs both `width` and `height`"},
		{`images.resize("photo.png", { format: "webp" })`, "throws TypeError: `format` must be one of \"jpeg\", \"png\""},
		{`images.resize("photo.png", { enlarge: 1 })`, "throws TypeError: `enlarge` must be true or false"},
		{`images.resize("photo.png", { to: "" })`, "throws TypeError: `to` must be a path such as \"media/photo.jpg\""},
		{`images.resize("photo.png", { to: "a.webp" })`, "throws TypeError: `to` must end with .jpg, .jpeg or .png, or have no ending: \"a.webp\""},
		{`images.resize("photo.png", { to: "service.js" })`, "throws TypeError: `to` must end with .jpg, .jpeg or .png, or have no ending: \"service.js\""},
		{`images.resize("photo.png", { to: "a.jpg", format: "png" })`, "throws TypeError: `to` ends with .jpg, and `format` is \"png\""},
		{`images.resize("photo.png", [{ to: "a.jpg" }, { to: "./a.jpg" }])`, "throws TypeError: two images cannot both be written to \"./a.jpg\""},
		{`images.resize("photo.png", {}, 5)`, "throws TypeError: the limits of resize must be an object such as { maxPixels: 12_000_000 }"},
		{`images.resize("photo.png", {}, { maxPixels: 0 })`, "throws TypeError: `maxPixels` must be a whole number from 1"},
		{`images.resize(nothing, {})`, "throws Error: resize: no file was uploaded"},
		{`images.resize(gone, {})`, "throws Error: resize: the uploaded file is gone: it is removed when its request has been " +
			"answered, unless it was moved"},
	})
}
