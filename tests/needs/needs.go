package needs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// debian names the packages of Debian that have the programs.
var debian = map[string]string{
	"bash-completion":    "bash-completion",
	"busybox":            "busybox",
	"caddy":              "caddy",
	"chromium":           "chromium fonts-liberation",
	"curl":               "curl",
	"epmd":               "rabbitmq-server",
	"fish":               "fish",
	"genhtml":            "lcov",
	"git":                "git",
	"groff":              "groff man-db",
	"initdb":             "postgresql",
	"java":               "default-jdk-headless",
	"javac":              "default-jdk-headless",
	"lcov":               "lcov",
	"mandoc":             "mandoc",
	"mariadb-install-db": "mariadb-server",
	"mariadbd":           "mariadb-server",
	"mvn":                "maven",
	"nginx":              "nginx",
	"node":               "nodejs npm",
	"npm":                "nodejs npm",
	"nvim":               "neovim",
	"openssl":            "openssl",
	"pip":                "python3-pip",
	"postgres":           "postgresql",
	"prometheus":         "prometheus",
	"promtool":           "prometheus",
	"python3":            "python3-pip",
	"rabbitmq-server":    "rabbitmq-server",
	"redis-server":       "redis-server",
	"rpm":                "rpm",
	"ruby":               "ruby",
	"shasum":             "perl",
	"shellcheck":         "shellcheck",
	"skopeo":             "skopeo",
	"strip":              "binutils",
	"systemd-analyze":    "systemd",
	"umoci":              "umoci",
	"wget":               "wget",
	"xmllint":            "libxml2-utils",
	"zsh":                "zsh",
}

// places has patterns of files that are not in the PATH of everybody.
var places = []string{"/usr/lib/rabbitmq/bin/", "/usr/lib/postgresql/*/bin/", "/usr/sbin/", "/sbin/"}

// Find returns the path of a program. Those of RabbitMQ in the PATH change the user, so its own folder comes first.
func Find(name string) (path string, ok bool) {
	if name == "bash-completion" { // a script that shells read
		const script = "/usr/share/bash-completion/bash_completion"
		_, err := os.Stat(script)
		return script, err == nil
	}
	if found := programs(places[0] + name); len(found) > 0 {
		return found[0], true
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, true
	}
	for _, place := range places[1:] {
		if found := programs(place + name); len(found) > 0 {
			return found[len(found)-1], true
		}
	}
	return "", false
}

// programs returns the files that match a pattern and that this user may run.
func programs(pattern string) []string {
	found, _ := filepath.Glob(pattern)
	return slices.DeleteFunc(found, func(path string) bool {
		_, err := exec.LookPath(path)
		return err != nil
	})
}

// Program returns the path of a program, and skips the test where it is not installed.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, ok := Find(name)
	if !ok {
		Missing(t, name, "is not installed")
	}
	return path
}

// Required reports whether nothing may be missing.
func Required() bool { return os.Getenv("FWRUN_REQUIRE") == "1" }

const mark = "left out for want of "

// Missing skips a test for want of a program, and says why.
func Missing(t testing.TB, program, why string) {
	t.Helper()
	if Required() {
		t.Fatalf("%s %s, and FWRUN_REQUIRE=1 requires it", program, why)
	}
	t.Skip(Why(program, why))
}

// Why is what a test that is skipped says.
func Why(program, why string) string { return mark + program + ": it " + why }

// Named returns the program in what a skipped test has said.
func Named(said string) (program string, ok bool) {
	_, rest, ok := strings.Cut(said, mark)
	if !ok {
		return "", false
	}
	program, _, _ = strings.Cut(rest, ":")
	return program, true
}

// Install returns the line that installs programs on Debian; empty if it has none of them.
func Install(programs []string) string {
	var packages []string
	for _, program := range programs {
		for one := range strings.FieldsSeq(debian[program]) {
			if !slices.Contains(packages, one) {
				packages = append(packages, one)
			}
		}
	}
	if len(packages) == 0 {
		return ""
	}
	slices.Sort(packages)
	return fmt.Sprint("apt-get install --no-install-recommends ", strings.Join(packages, " "))
}

// Absent returns the programs of the list that this machine lacks.
func Absent() (programs []string) {
	for name := range debian {
		if _, ok := Find(name); !ok {
			programs = append(programs, name)
		}
	}
	slices.Sort(programs)
	return programs
}
