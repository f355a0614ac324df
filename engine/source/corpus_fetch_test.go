package source

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"
)

// corpusPackage is a published package, with a selection of its files.
type corpusPackage struct {
	name, version string
	files         string // regular expression over the path within the package
}

var compiler = corpusPackage{"typescript", "5.9.3", `^lib/typescript\.js$`}

// The packages: TypeScript with decorators on classes, members and parameters (theia,
// loopback, glsp), generic TypeScript (rxjs, zod, effect without semicolons, mobx), the
// classes of Visual Studio Code (monaco-editor), JSDoc classes (three), and what
// compilers make of decorators (typeorm, nestjs, angular, material).
var corpus = []corpusPackage{
	{"@theia/core", "1.75.0", `^src/.*\.ts$`},
	{"@theia/debug", "1.75.0", `^src/.*\.ts$`},
	{"@theia/filesystem", "1.75.0", `^src/.*\.ts$`},
	{"@theia/plugin-ext", "1.75.0", `^src/.*\.(ts|js)$`},
	{"@eclipse-glsp/client", "2.8.0", `^src/.*\.ts$`},
	{"@loopback/boot", "8.0.16", `^src/.*\.ts$`},
	{"@loopback/context", "8.0.15", `^src/.*\.ts$`},
	{"@loopback/openapi-v3", "11.0.16", `^src/.*\.ts$`},
	{"@loopback/repository", "8.0.15", `^src/.*\.ts$`},
	{"@loopback/rest", "15.0.16", `^src/.*\.ts$`},
	{"rxjs", "7.8.2", `^(src|dist/types)/.*\.ts$`},
	{"zod", "4.6.7", `^src/.*\.ts$`},
	{"effect", "4.1.0", `^src/.*\.ts$`},
	{"mobx", "7.1.3", `^src/.*\.ts$`},
	{"monaco-editor", "0.57.0", `^esm/vs/.*\.js$`},
	{"three", "0.187.0", `^(src|examples/jsm)/.*\.js$`},
	{"typeorm", "1.1.1", `^browser/.*\.js$`},
	{"@nestjs/common", "12.5.1", `\.js$`},
	{"@nestjs/core", "12.5.1", `\.js$`},
	{"@angular/core", "22.2.6", `\.(mjs|d\.ts)$`},
	{"@angular/forms", "22.2.6", `\.(mjs|d\.ts)$`},
	{"@angular/router", "22.2.6", `\.(mjs|d\.ts)$`},
	{"@material/web", "2.5.0", `\.js$`},
}

func (p corpusPackage) spec() string { return p.name + "@" + p.version }

// folder returns the folder of the package in the cache; it has the name of npm's archive.
func (p corpusPackage) folder() string {
	return strings.ReplaceAll(strings.TrimPrefix(p.name, "@"), "/", "-") + "-" + p.version
}

// fetchCorpus downloads the packages into the cache, and returns its folder.
func fetchCorpus(t *testing.T) string {
	t.Helper()
	root := os.Getenv("FWRUN_CORPUS")
	if root == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		root = filepath.Join(cache, "fwrun-corpus")
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	var missing []corpusPackage
	for _, p := range append(corpus, compiler) {
		if _, err := os.Stat(filepath.Join(root, p.folder())); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, p)
		}
	}
	if len(missing) > 0 {
		fetchPackages(t, root, missing)
	}
	return root
}

// fetchPackages downloads the archives with npm, and unpacks them. A package gets its final name only when it
// is complete.
func fetchPackages(t *testing.T, root string, list []corpusPackage) {
	t.Helper()
	temp, err := os.MkdirTemp(root, "fetch-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(temp)
	args := []string{"pack", "--silent", "--ignore-scripts", "--pack-destination", temp}
	for _, p := range list {
		args = append(args, p.spec())
	}
	cmd := exec.Command(needs.Program(t, "npm"), args...)
	cmd.Dir = temp
	if out, err := cmd.CombinedOutput(); err != nil {
		needs.Missing(t, "npm", fmt.Sprintf("cannot fetch the corpus: %v\n%s", err, out))
	}
	for _, p := range list {
		folder := filepath.Join(temp, p.folder())
		if err := unpack(folder+".tgz", folder, regexp.MustCompile(p.files)); err != nil {
			t.Fatalf("%s: %v", p.spec(), err)
		}
		if err := os.Rename(folder, filepath.Join(root, p.folder())); err != nil && !errors.Is(err, fs.ErrExist) {
			t.Fatal(err)
		}
	}
}

// unpack writes the files of an npm archive that match the pattern.
func unpack(archive, folder string, pattern *regexp.Regexp) error {
	file, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer file.Close()
	zipped, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	for entries := tar.NewReader(zipped); ; {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(entry.Name, "/")
		if entry.Typeflag != tar.TypeReg || !pattern.MatchString(name) || !filepath.IsLocal(name) {
			continue
		}
		if err := write(filepath.Join(folder, name), entries); err != nil {
			return err
		}
	}
}

func write(path string, from io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	text, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// corpusFiles lists the files of all packages, relative to the cache.
func corpusFiles(t *testing.T, root string) []string {
	t.Helper()
	var paths []string
	for _, p := range corpus {
		found := len(paths)
		err := fs.WalkDir(os.DirFS(root), p.folder(), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(paths) == found {
			t.Errorf("%s has no files that match %s", p.spec(), p.files)
		}
	}
	return paths
}
