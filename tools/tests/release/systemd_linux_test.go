package release

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// boot makes a machine of namespaces: systemd as its process 1, and folders of its own wherever something is written. What is under "from"
// is put where it belongs; the folders for temporary files come last, since "from" is in one.
const boot = `set -e
mount --make-rprivate /
mount -t proc proc /proc
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
for folder in /run /etc/systemd/system /srv /opt /var/cache; do mount -t tmpfs tmpfs $folder; done
for file in /etc/passwd /etc/group /dev/console; do mount --bind "$1$file" $file; done
touch /opt/fwrun
mount --bind "$2" /opt/fwrun
cp -r "$1/srv/." /srv
chown -R shop:shop /srv/shop
mkdir -p /run/systemd/system
cp -r "$1/units/." /run/systemd/system
for folder in /var/tmp /tmp; do mount -t tmpfs tmpfs $folder; done
exec env -i container=other PATH="$PATH" /lib/systemd/systemd --system --unit=nothing.target --log-target=console --show-status=no
`

// machine is a systemd that runs in namespaces.
type machine struct {
	init int // its process, as it is known outside
}

// startMachine starts systemd with the files of a folder. The test is skipped where that is not possible.
func startMachine(t *testing.T, from string) machine {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("namespaces with a systemd of their own need root")
	}
	for _, name := range []string{"/lib/systemd/systemd", "/dev/console"} {
		if _, err := os.Stat(name); err != nil {
			t.Skip(err)
		}
	}
	if said, err := exec.Command("unshare", "-m", "-p", "-C", "-f", "mount", "-t", "cgroup2", "none", t.TempDir()).CombinedOutput(); err != nil {
		t.Skipf("there are no namespaces with cgroups: %v\n%s", err, said)
	}
	bin := harness.Binary(t)
	command := exec.Command("unshare", "-m", "-p", "-C", "-f", "--kill-child", "sh", "-c", boot, "boot", from, bin)
	said, err := os.Create(filepath.Join(from, "said"))
	if err != nil {
		t.Fatal(err)
	}
	command.Stdout, command.Stderr = said, said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		_ = said.Close()
		if t.Failed() {
			for _, name := range []string{"said", "dev/console"} {
				text, _ := os.ReadFile(filepath.Join(from, name))
				t.Logf("%s:\n%s", name, text)
			}
		}
	})
	m := machine{}
	harness.Eventually(t, "systemd runs", func() bool {
		list := harness.ServersOf(command.Process.Pid)
		if len(list) != 1 {
			return false
		}
		m.init = list[0]
		_, err := m.systemctl(t, "list-units")
		return err == nil
	})
	return m
}

// systemctl runs a command of systemctl in the machine.
func (m machine) systemctl(t *testing.T, words ...string) (string, error) {
	t.Helper()
	said, err := inSh(t, "/", os.Environ(), append([]string{"nsenter", "-t", strconv.Itoa(m.init), "-m", "-p", "-C", "systemctl"}, words...)...)
	return strings.TrimSpace(said), err
}

// must is systemctl for what has to succeed.
func (m machine) must(t *testing.T, words ...string) string {
	t.Helper()
	said, err := m.systemctl(t, words...)
	if err != nil {
		status, _ := m.systemctl(t, "status", "--no-pager", "--full", "fwrun@shop.service")
		t.Fatalf("systemctl %v: %v\n%s\n%s", words, err, said, status)
	}
	return said
}

// TestUnitsRun: under systemd the units of the packages serve an application by its socket, in its cage; a server that hangs is started
// again, while requests wait; and the health check says how it is.
func TestUnitsRun(t *testing.T) {
	t.Parallel()
	requires(t, "unshare", "nsenter", "systemctl")
	from, address := t.TempDir(), harness.FreeAddress(t).String()
	entries, err := os.ReadDir("../../release/linux/systemd")
	if err != nil || len(entries) != 4 {
		t.Fatalf("there are %d units, %v", len(entries), err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join("../../release/linux/systemd", entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, filepath.Join(from, "units", entry.Name()), strings.ReplaceAll(string(text), "/usr/bin/fwrun", "/opt/fwrun"))
	}
	const alone = "[Unit]\nDefaultDependencies=no\n" // nothing else of the machine is started
	for name, text := range map[string]string{
		"units/nothing.target":                        alone,
		"units/fwrun@shop.service.d/test.conf":        alone + "[Service]\nWatchdogSec=5s\n",
		"units/fwrun@shop.socket.d/test.conf":         alone + "[Socket]\nListenStream=\nListenStream=" + address + "\n",
		"units/fwrun-health@shop.service.d/test.conf": alone,
		"etc/passwd":          "root:x:0:0::/root:/bin/sh\nshop:x:64321:64321::/srv/shop:/usr/sbin/nologin\n",
		"etc/group":           "root:x:0:\nshop:x:64321:\n",
		"dev/console":         "",
		"srv/shop/hello.js":   "import { GetMapping } from \"fwrun\";\nexport const hello = GetMapping(\"/\")(() => \"hello\");\n",
		"srv/shop/data/.here": "",
	} {
		harness.WriteFile(t, filepath.Join(from, name), text)
	}
	for _, name := range []string{"etc/passwd", "etc/group"} {
		if err := os.Chmod(filepath.Join(from, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := startMachine(t, from)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: harness.Patience}
	m.must(t, "start", "fwrun@shop.socket")
	if _, err := harness.Get(client, "http://"+address+"/"); err != nil {
		t.Fatal(err)
	}
	first := m.must(t, "show", "--property=MainPID", "--value", "fwrun@shop.service")
	if user := m.must(t, "show", "--property=User", "--value", "fwrun@shop.service"); user != "shop" {
		t.Errorf("the user is %q", user)
	}
	m.must(t, "start", "fwrun-health@shop.service")
	m.must(t, "start", "fwrun-health@shop.timer")

	m.must(t, "kill", "--kill-whom=main", "--signal="+strconv.Itoa(int(syscall.SIGSTOP)), "fwrun@shop.service")
	harness.Eventually(t, "another server", func() bool {
		_, err := harness.Get(client, "http://"+address+"/")
		return err == nil && m.must(t, "show", "--property=MainPID", "--value", "fwrun@shop.service") != first
	})
	if result := m.must(t, "show", "--property=NRestarts", "--value", "fwrun@shop.service"); result == "0" {
		t.Error("systemd has started nothing again")
	}
	m.must(t, "start", "fwrun-health@shop.service")

	m.must(t, "stop", "fwrun@shop.socket", "fwrun@shop.service")
	if result := m.must(t, "show", "--property=Result", "--value", "fwrun@shop.service"); result != "success" {
		t.Errorf("it was stopped with the result %s", result)
	}
	if _, err := m.systemctl(t, "start", "fwrun-health@shop.service"); err == nil {
		t.Error("a server that does not run is well")
	}
	if said, _ := m.systemctl(t, "is-failed", "fwrun-health@shop.service"); said != "failed" {
		t.Errorf("the health check is %s", said)
	}
}
