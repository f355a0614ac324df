package release

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// imageConfig is what of an image's configuration is looked at.
type imageConfig struct {
	OS           string
	Architecture string
	Config       struct {
		User       string
		Entrypoint []string
		Env        []string
	}
}

// output runs a command and returns what it prints.
func output(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	out, err := cmd.Output()
	if err != nil {
		stderr := ""
		if failed, ok := err.(*exec.ExitError); ok { //nolint:errorlint // Output returns it as it is
			stderr = string(failed.Stderr)
		}
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, stderr)
	}
	return out
}

// TestImageRuns: skopeo reads the image, umoci unpacks it, and what is unpacked serves the application as the user of the image, with
// nothing else than what is in it.
func TestImageRuns(t *testing.T) {
	t.Parallel()
	skopeo, umoci := needs.Program(t, "skopeo"), needs.Program(t, "umoci")
	folder := t.TempDir()
	users, err := filepath.Abs("../../scripts/examples/users")
	if err != nil {
		t.Fatal(err)
	}
	harness.Run(t, folder, "image", users, "-o", "shop.tar", "--name", "shop:1.0.0")
	archive := filepath.Join(folder, "shop.tar")

	var found imageConfig
	if err := json.Unmarshal(output(t, skopeo, "inspect", "--config", "oci-archive:"+archive), &found); err != nil {
		t.Fatal(err)
	}
	if found.OS != "linux" || found.Architecture != runtime.GOARCH || found.Config.User != "65532:65532" {
		t.Errorf("the image is %+v", found)
	}
	if health := output(t, skopeo, "inspect", "--raw", "--config", "oci-archive:"+archive); !strings.Contains(string(health),
		`"Healthcheck":{"Test":["CMD","/usr/bin/fwrun","health"]`) {
		t.Errorf("there is no health check in %s", health)
	}
	output(t, skopeo, "inspect", "docker-archive:"+archive) // what docker load reads

	layout := filepath.Join(folder, "layout")
	if err := os.Mkdir(layout, 0o755); err != nil {
		t.Fatal(err)
	}
	output(t, "tar", "-C", layout, "-xf", archive)
	output(t, umoci, "unpack", "--rootless", "--image", layout+":1.0.0", filepath.Join(folder, "unpacked"))
	serveUnpacked(t, filepath.Join(folder, "unpacked", "rootfs"), found)
}

// serveUnpacked serves the application of an image: in its root and as its user, if the test may change both.
func serveUnpacked(t *testing.T, root string, image imageConfig) {
	t.Helper()
	own := func(args []string) *exec.Cmd {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env, cmd.Dir = append(slices.Clone(image.Config.Env), "SERVER_PORT=0", "SERVER_ADDRESS=127.0.0.1"), "/app"
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
			return cmd
		}
		t.Log("without root: the program runs outside of the image's root")
		cmd.Path, cmd.Dir = filepath.Join(root, args[0]), root
		cmd.Env = append(cmd.Env, "FWRUN_APPLICATION="+filepath.Join(root, "opt/application"), "FWRUN_HOME="+filepath.Join(root, "app"), "FWRUN_CACHE=")
		return cmd
	}
	if os.Geteuid() == 0 { // what --rootless cannot unpack: the owner
		for path := range strings.FieldsSeq(". app app/data app/config") {
			if err := os.Chown(filepath.Join(root, path), 65532, 65532); err != nil {
				t.Fatal(err)
			}
		}
		reachable(t, root)
	}
	app, err := harness.Launch(own(append(slices.Clone(image.Config.Entrypoint), "--log-format", "json")), filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Kill()
	url := harness.UntilListens(t, app)
	response, err := http.Get(url + "/users")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("GET /users: %s", response.Status)
	}
	for _, command := range [][]string{{"health"}, {"migrate", "status"}, {"routes"}} {
		if out, err := own(append([]string{"/usr/bin/fwrun"}, command...)).CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", command, err, out)
		}
	}
	harness.MustEnd(t, app)
}

// reachable lets every user go through the temporary folders that a root is in.
func reachable(t *testing.T, root string) {
	t.Helper()
	for at := filepath.Dir(root); strings.HasPrefix(at, os.TempDir()) && at != os.TempDir(); at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOtherPlatforms makes an executable and an image with the fwrun for another processor. In its place is the one for this processor, whose
// record says that it was built for the other: what is read of a program is its record and its mark, and to compile all of fwrun once more
// takes minutes.
func TestOtherPlatforms(t *testing.T) {
	t.Parallel()
	skopeo := needs.Program(t, "skopeo")
	folder, here := t.TempDir(), "linux/"+runtime.GOARCH
	other := map[string]string{"amd64": "arm64", "arm64": "amd64"}[runtime.GOARCH]
	if other == "" {
		t.Skip("images are for amd64 and arm64")
	}
	foreign := filepath.Join(folder, "foreign")
	writeForeign(t, foreign, other)
	users, err := filepath.Abs("../../scripts/examples/users")
	if err != nil {
		t.Fatal(err)
	}
	harness.Run(t, folder, "build", users, "-o", "shop", "--target", "linux/"+other, "--with", foreign)
	harness.Run(t, folder, "image", users, "-o", "both.tar", "--platform", here+",linux/"+other, "--with", foreign)
	for _, architecture := range []string{runtime.GOARCH, other} {
		var found imageConfig
		text := output(t, skopeo, "--override-arch", architecture, "inspect", "--config", "oci-archive:"+filepath.Join(folder, "both.tar"))
		if err := json.Unmarshal(text, &found); err != nil || found.Architecture != architecture {
			t.Errorf("for %s: %s, %v", architecture, found.Architecture, err)
		}
	}
	bin := harness.Binary(t)
	wrong := exec.CommandContext(t.Context(), bin, "build", users, "-o", filepath.Join(folder, "x"), "--target", here, "--with", foreign)
	if out, err := wrong.CombinedOutput(); err == nil || !strings.Contains(string(out), "is for linux/"+other+", not for "+here) {
		t.Errorf("%v: %s", err, out)
	}
}

// writeForeign writes the binary, with the name of another processor in what the go command has recorded.
func writeForeign(t *testing.T, file, processor string) {
	t.Helper()
	bin := harness.Binary(t)
	own, err := os.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	foreign := bytes.ReplaceAll(own, []byte("\tGOARCH="+runtime.GOARCH+"\n"), []byte("\tGOARCH="+processor+"\n"))
	if err := os.WriteFile(file, foreign, 0o755); err != nil {
		t.Fatal(err)
	}
}
