package release

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tools/release/vscode"
)

// extension makes the extension of VS Code.
func extension(t *testing.T) []byte {
	t.Helper()
	needs.Program(t, "npm")
	bundled, err := vscode.Bundle(t.Context())
	if err != nil {
		needs.Missing(t, "npm", "cannot install: "+err.Error())
	}
	data, err := vscode.Pack(vscode.Options{
		Version: "1.2.3", Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Bundled: bundled, Licence: []byte("the licence\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestExtension: the extension is the same bytes each time, its manifests are valid and name what is there, and the launcher shows in VS Code what
// fwrun says.
func TestExtension(t *testing.T) {
	data := extension(t)
	if !bytes.Equal(data, extension(t)) {
		t.Error("it has other bytes the second time")
	}
	folder := t.TempDir()
	files := unpacked(t, data, folder)
	checkContentTypes(t, files)
	checkManifest(t, files)
	var about struct {
		Version      string
		Main         string
		Dependencies map[string]string
		Capabilities struct{ UntrustedWorkspaces struct{ Supported *bool } }
		Contributes  struct {
			Configuration struct {
				Properties map[string]struct{ Scope string }
			}
		}
	}
	if err := json.Unmarshal(files["extension/package.json"], &about); err != nil {
		t.Fatal(err)
	}
	trusts := about.Capabilities.UntrustedWorkspaces.Supported
	if about.Version != "1.2.3" || len(about.Dependencies) > 0 || files[path.Join("extension", about.Main)] == nil || trusts == nil || *trusts {
		t.Errorf("package.json says %+v", about)
	}
	if scope := about.Contributes.Configuration.Properties["fwrun.path"].Scope; scope != "machine" {
		t.Errorf("fwrun.path has the scope %q, by which a workspace could say which program is run", scope)
	}
	if notices := string(files["extension/notices.txt"]); !strings.Contains(notices, "# vscode-languageclient") || !strings.Contains(notices, "MIT") {
		t.Errorf("the notices are %.200s", notices)
	}
	launcher, err := os.ReadFile(harness.Repository(t, "tools/release/vscode/extension/extension.js"))
	if err != nil || bytes.Count(launcher, []byte("\n")) > 60 {
		t.Errorf("the launcher has %d lines, %v", bytes.Count(launcher, []byte("\n")), err)
	}
	checkLauncher(t, filepath.Join(folder, "extension"))
}

// unpacked writes an archive into a folder, and returns its files.
func unpacked(t *testing.T, data []byte, folder string) map[string][]byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, entry := range archive.File {
		r, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[entry.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, filepath.Join(folder, filepath.FromSlash(entry.Name)), string(files[entry.Name]))
	}
	return files
}

// checkContentTypes: each file has a media type.
func checkContentTypes(t *testing.T, files map[string][]byte) {
	t.Helper()
	var types struct {
		XMLName xml.Name `xml:"http://schemas.openxmlformats.org/package/2006/content-types Types"`
		Default []struct {
			Extension   string `xml:",attr"`
			ContentType string `xml:",attr"`
		}
	}
	if err := xml.Unmarshal(files["[Content_Types].xml"], &types); err != nil {
		t.Fatal(err)
	}
	known := map[string]string{".xml": "none is needed"}
	for _, d := range types.Default {
		known[d.Extension] = d.ContentType
	}
	for name := range files {
		if known[path.Ext(name)] == "" {
			t.Errorf("%s has no media type", name)
		}
	}
}

// checkManifest: the manifest names the extension as package.json does, and files that there are.
func checkManifest(t *testing.T, files map[string][]byte) {
	t.Helper()
	var manifest struct {
		XMLName  xml.Name `xml:"http://schemas.microsoft.com/developer/vsx-schema/2011 PackageManifest"`
		Metadata struct {
			Identity struct {
				ID        string `xml:"Id,attr"`
				Version   string `xml:",attr"`
				Publisher string `xml:",attr"`
			}
			License    string
			Properties struct {
				Property []struct {
					ID    string `xml:"Id,attr"`
					Value string `xml:",attr"`
				}
			}
		}
		Assets struct {
			Asset []struct {
				Type string `xml:",attr"`
				Path string `xml:",attr"`
			}
		}
	}
	if err := xml.Unmarshal(files["extension.vsixmanifest"], &manifest); err != nil {
		t.Fatal(err)
	}
	if is := manifest.Metadata.Identity; is.ID != "fwrun" || is.Publisher != "fwrun" || is.Version != "1.2.3" {
		t.Errorf("the identity is %+v", is)
	}
	if files[manifest.Metadata.License] == nil || len(manifest.Assets.Asset) < 3 {
		t.Errorf("the manifest says %+v", manifest)
	}
	for _, asset := range manifest.Assets.Asset {
		if files[asset.Path] == nil {
			t.Errorf("there is no %s for %s", asset.Path, asset.Type)
		}
	}
	properties := map[string]string{}
	for _, p := range manifest.Metadata.Properties.Property {
		properties[p.ID] = p.Value
	}
	if properties["Microsoft.VisualStudio.Code.Engine"] != "^1.91.0" {
		t.Errorf("the properties are %v", properties)
	}
}

// checkLauncher runs the extension against a stub of VS Code and the real program.
func checkLauncher(t *testing.T, extension string) {
	t.Helper()
	below := t.TempDir()
	harness.Run(t, below, "new", "--ts", "shop")
	command := exec.CommandContext(t.Context(), needs.Program(t, "node"), "vscode_stub.cjs", extension, harness.Binary(t), filepath.Join(below, "shop"))
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, said.Bytes())
	}
	var saw struct {
		Shown []struct {
			URI      string
			Messages []string
		}
		Errors []string
	}
	if err := json.Unmarshal(out, &saw); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := ""
	for _, one := range saw.Shown {
		found += strings.Join(one.Messages, "\n")
	}
	if !strings.Contains(found, "TaskServize") || !strings.Contains(strings.Join(saw.Errors, "\n"), "set fwrun.path") {
		t.Errorf("saw %+v", saw)
	}
}
