package manifests

import (
	"bytes"
	"encoding/json"
	"text/template"
)

const (
	about    = "Serves a folder of JavaScript or TypeScript as an application"
	homepage = "https://github.com/fwrun/fwrun"
	licence  = "Apache-2.0"
)

// Archive is one of a release.
type Archive struct {
	URL    string
	SHA256 string // in hexadecimal
	Folder string // that the files in it are in
}

// Release has the archives by platform, as Go names it: "linux/amd64". Those that are missing are left out.
type Release struct {
	Version  string // without v
	Archives map[string]Archive
}

const formula = `# Made by tools/release/manifests: do not edit.
class Fwrun < Formula
  desc "{{.About}}"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "{{.Licence}}"
{{range .Systems}}
  {{.Block}} do
{{- range .Processors}}
    {{.Block}} do
      url "{{.URL}}"
      sha256 "{{.SHA256}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "fwrun"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/fwrun.bash" => "fwrun"
    zsh_completion.install "completions/_fwrun"
    fish_completion.install "completions/fwrun.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/fwrun version")
    system bin/"fwrun", "new", "shop"
    system bin/"fwrun", "check", "shop"
  end
end
`

// system is a block of the formula.
type system struct {
	Block      string
	Processors []processor
}

type processor struct {
	Block string
	Archive
}

// Homebrew returns the formula.
func Homebrew(r Release) ([]byte, error) {
	var systems []system
	for _, s := range [][2]string{{"darwin", "on_macos"}, {"linux", "on_linux"}} {
		one := system{Block: s[1]}
		for _, p := range [][2]string{{"amd64", "on_intel"}, {"arm64", "on_arm"}} {
			if archive, is := r.Archives[s[0]+"/"+p[0]]; is {
				one.Processors = append(one.Processors, processor{p[1], archive})
			}
		}
		if len(one.Processors) > 0 {
			systems = append(systems, one)
		}
	}
	text, err := template.New("formula").Parse(formula)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = text.Execute(&b, map[string]any{"About": about, "Homepage": homepage, "Version": r.Version, "Licence": licence, "Systems": systems})
	return b.Bytes(), err
}

// scoopArchive is an architecture of a manifest.
type scoopArchive struct {
	URL        string `json:"url"`
	Hash       string `json:"hash,omitempty"`
	ExtractDir string `json:"extract_dir"`
}

// Scoop returns the manifest. With it Scoop finds later versions itself, and their sums in SHA256SUMS.
func Scoop(r Release) ([]byte, error) {
	known, later := map[string]scoopArchive{}, map[string]scoopArchive{}
	for ours, theirs := range map[string]string{"amd64": "64bit", "arm64": "arm64"} {
		archive, is := r.Archives["windows/"+ours]
		if !is {
			continue
		}
		known[theirs] = scoopArchive{archive.URL, archive.SHA256, archive.Folder}
		folder := "fwrun_$version_windows_" + ours
		later[theirs] = scoopArchive{URL: homepage + "/releases/download/v$version/" + folder + ".zip", ExtractDir: folder}
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": r.Version, "description": about, "homepage": homepage, "license": licence, "bin": "fwrun.exe", "architecture": known,
		"checkver":   map[string]string{"github": homepage},
		"autoupdate": map[string]any{"architecture": later, "hash": map[string]string{"url": "$baseurl/SHA256SUMS"}},
	}, "", "    ")
	return append(text, '\n'), err
}
