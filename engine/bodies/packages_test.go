package bodies

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"
)

// published are packages whose sources are as ordinary and as odd as JavaScript is: prototypes (bluebird, moment, winston), mixins (backbone,
// mixwith), UMD (lodash, underscore, dayjs), getters (chalk, luxon), proxies (immer, on-change, valtio, vue), and objects that assign to
// themselves (joi, knex, fastify).
var published = []string{
	"@vue/reactivity@3.5.45", "async@3.2.6", "backbone@1.6.1", "bluebird@3.7.2", "chalk@5.6.2", "commander@14.0.3", "dayjs@1.11.23", "debug@4.4.3",
	"eventemitter3@5.0.4", "express@5.3.0", "fastify@5.12.8", "immer@11.2.13", "joi@18.3.2", "knex@3.3.0", "koa@3.3.0", "lodash@4.18.1",
	"luxon@3.7.2", "mixwith@0.1.1", "moment@2.31.0", "on-change@6.0.2", "ramda@0.32.0", "tapable@2.3.4", "underscore@1.13.8", "uuid@14.0.3",
	"validator@13.15.35", "valtio@2.3.2", "winston@3.19.0", "ws@8.23.0",
}

// forOthers are files of these packages that run in browsers only, or under a runner of tests.
var forOthers = []string{"debug/src/browser.js", "moment/ender.js", "mixwith/test/"}

// TestPublishedPackages: nothing is said of packages that everybody uses.
func TestPublishedPackages(t *testing.T) {
	computes(t)
	modules := installPublished(t)
	exports := hostExports(t)
	for _, spec := range published {
		name := spec[:strings.LastIndexByte(spec, '@')]
		list, files := judgeFolder(t, filepath.Join(modules, filepath.FromSlash(name)), exports)
		if files < 3 {
			t.Errorf("%s has %d files", spec, files)
		}
		for _, d := range list {
			isForOthers := false
			for _, other := range forOthers {
				isForOthers = isForOthers || strings.HasPrefix(name+"/"+d.Place.File, other)
			}
			if !isForOthers {
				t.Errorf("%s/%s: %s %s: %s", name, d.Place, d.Code, d.Message, d.Hint)
			}
		}
	}
}

// installPublished installs the packages once into the cache of the user, and returns their folder.
func installPublished(t *testing.T) string {
	t.Helper()
	root := os.Getenv("FWRUN_CORPUS")
	if root == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		root = filepath.Join(cache, "fwrun-corpus")
	}
	folder := filepath.Join(root, "bodies")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("{\"private\": true, \"description\": %q}\n", strings.Join(published, " "))
	manifest := filepath.Join(folder, "complete.json")
	if is, err := os.ReadFile(manifest); err == nil && string(is) == want {
		return filepath.Join(folder, "node_modules")
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte("{\"private\": true}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"}, published...)
	command := exec.CommandContext(t.Context(), needs.Program(t, "npm"), args...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		needs.Missing(t, "npm", fmt.Sprintf("cannot fetch the packages: %v\n%s", err, out))
	}
	if err := os.WriteFile(manifest, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "node_modules")
}
