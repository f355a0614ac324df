package release

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// packaged are files that every package of Linux has.
var packaged = []string{
	"/usr/bin/fwrun", "/usr/share/man/man1/fwrun.1.gz", "/usr/share/man/man1/fwrun-serve.1.gz", "/usr/share/bash-completion/completions/fwrun",
	"/usr/share/fish/vendor_completions.d/fwrun.fish", "/usr/share/doc/fwrun/copyright", "/etc/fwrun",
}

// unitsOf are those of packages for systems with systemd.
var unitsOf = []string{
	"/usr/lib/systemd/system/fwrun@.service", "/usr/lib/systemd/system/fwrun@.socket",
	"/usr/lib/systemd/system/fwrun-health@.service", "/usr/lib/systemd/system/fwrun-health@.timer",
}

// packageFile returns the package with an ending.
func packageFile(t *testing.T, ending string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(releaseFolder(t), "*."+ending))
	if err != nil || len(found) != 1 {
		t.Fatalf("the packages are %v, %v", found, err)
	}
	return found[0]
}

// requires skips a test where a program is not installed.
func requires(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		needs.Program(t, name)
	}
}

// lists checks that a listing has names, each at the end of a line or before " -> ".
func lists(t *testing.T, listing string, names ...string) {
	t.Helper()
	for _, name := range names {
		if !regexp.MustCompile(`(?m)(^|\s)\.?`+regexp.QuoteMeta(name)+`/?$`).MatchString(listing) &&
			!strings.Contains(listing, "\n"+strings.TrimPrefix(name, "/")+"\n") {
			t.Errorf("the package does not have %s:\n%s", name, listing)
		}
	}
}

// TestDeb: dpkg installs the package into a root of its own, the program runs, and dpkg removes it again.
func TestDeb(t *testing.T) {
	t.Parallel()
	requires(t, "dpkg-deb", "dpkg")
	file, env := packageFile(t, "deb"), append(os.Environ(), "LC_ALL=C")
	lists(t, must(t, ".", env, "dpkg-deb", "--contents", file), append(packaged, unitsOf...)...)
	fields := must(t, ".", env, "dpkg-deb", "--field", file, "Package", "Version", "Architecture", "Maintainer", "Description")
	for _, want := range []string{
		"Package: fwrun\n", "Version: 0.9.0-1\n", "Architecture: " + runtime.GOARCH + "\n", "Maintainer: ",
		"Description: Serves a folder",
	} {
		if !strings.Contains(fields, want) {
			t.Errorf("the fields do not have %q:\n%s", want, fields)
		}
	}
	root := t.TempDir()
	if os.Geteuid() != 0 { // dpkg installs as root only
		must(t, ".", env, "dpkg-deb", "--extract", file, root)
		runPackaged(t, root)
		return
	}
	for _, folder := range []string{"updates", "info"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	harness.WriteFile(t, filepath.Join(root, "var/lib/dpkg/status"), "")
	must(t, ".", env, "dpkg", "--root="+root, "--install", file)
	runPackaged(t, root)
	must(t, ".", env, "dpkg", "--root="+root, "--remove", "fwrun")
	if _, err := os.Stat(filepath.Join(root, "usr/bin/fwrun")); err == nil {
		t.Error("the program is there after the package was removed")
	}
}

// runPackaged creates, checks and tests an application with the program below a folder.
func runPackaged(t *testing.T, root string) {
	t.Helper()
	folder, program := t.TempDir(), filepath.Join(root, "usr/bin/fwrun")
	for _, words := range [][]string{{"new", "shop"}, {"check", "shop"}, {"test", "shop"}} {
		must(t, folder, os.Environ(), append([]string{program}, words...)...)
	}
}

// TestRPM: rpm finds the sums right, and lists what is in the package.
func TestRPM(t *testing.T) {
	t.Parallel()
	requires(t, "rpm")
	file, env := packageFile(t, "rpm"), append(os.Environ(), "LC_ALL=C", "HOME="+t.TempDir())
	lists(t, must(t, ".", env, "rpm", "--query", "--list", "--package", file), append(packaged, unitsOf...)...)
	if said := must(t, ".", env, "rpm", "--checksig", "--nosignature", file); !strings.Contains(said, "digests OK") {
		t.Errorf("rpm says %q", said)
	}
	if said := must(t, ".", env, "rpm", "--query", "--package", "--queryformat", "%{NAME} %{VERSION} %{RELEASE} %{LICENSE} %{BUILDHOST}",
		file); said != "fwrun 0.9.0 1 Apache-2.0 localhost" {
		t.Errorf("the package is %q", said)
	}
}

// TestAPK: the package is what Alpine's documents say: tar archives one after the other, the second with what is said of the files in the third.
func TestAPK(t *testing.T) {
	t.Parallel()
	requires(t, "tar")
	file := packageFile(t, "apk")
	listing := must(t, ".", os.Environ(), "tar", "--ignore-zeros", "-tzf", file)
	lists(t, "\n"+listing, packaged[:len(packaged)-1]...)
	if strings.Contains(listing, "systemd") {
		t.Errorf("there are units of systemd, which Alpine does not have:\n%s", listing)
	}
	about := must(t, ".", os.Environ(), "tar", "--ignore-zeros", "-xzOf", file, ".PKGINFO")
	for _, want := range []string{"pkgname = fwrun\n", "pkgver = 0.9.0-r1\n", "license = Apache-2.0\n"} {
		if !strings.Contains(about, want) {
			t.Errorf(".PKGINFO does not have %q:\n%s", want, about)
		}
	}
	folder := t.TempDir()
	must(t, folder, os.Environ(), "tar", "--ignore-zeros", "-xzf", file, "usr/bin/fwrun")
	runPackaged(t, folder)
}

// TestManualIsPacked: man finds the page of a command in the package.
func TestManualIsPacked(t *testing.T) {
	t.Parallel()
	requires(t, "dpkg-deb", "man", "groff")
	root := t.TempDir()
	must(t, ".", os.Environ(), "dpkg-deb", "--extract", packageFile(t, "deb"), root)
	command := exec.CommandContext(t.Context(), "man", "--warnings", "-M", filepath.Join(root, "usr/share/man"), "fwrun-migrate-plan")
	command.Env = append(os.Environ(), "MANPAGER=cat", "MANWIDTH=80", "LC_ALL=C.UTF-8")
	var complaints bytes.Buffer
	command.Stderr = &complaints
	page, err := command.Output()
	if err != nil || complaints.Len() > 0 || !strings.Contains(string(page), "fwrun-migrate-plan - Show what would run") {
		t.Errorf("man ends with %v, says %s and shows:\n%s", err, complaints.String(), page)
	}
}
