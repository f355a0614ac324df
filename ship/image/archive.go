package image

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// Image says what was written.
type Image struct {
	Digest    string   // of the image, or of the index of several; sha256:…
	Platforms []string // in the order of the variants
	Bytes     int64    // of the compressed layers
}

// Write writes an archive with an image for each variant.
func Write(w io.Writer, variants []Variant, o Options) (written *Image, err error) {
	folder, err := os.MkdirTemp("", "fwrun-image-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	layers, to := filepath.Join(folder, "layers"), filepath.Join(folder, "layout")
	if err := os.Mkdir(layers, 0o700); err != nil {
		return nil, err
	}
	written = &Image{}
	var images []v1.Image
	for _, v := range variants {
		image, err := v.make(layers, o)
		if err != nil {
			return nil, err
		}
		images, written.Platforms = append(images, image), append(written.Platforms, v.Program.Platform)
	}
	if err := written.lay(to, images, o); err != nil {
		return nil, err
	}
	return written, pack(w, to)
}

// lay writes the layout: one image, or an index of several.
func (i *Image) lay(folder string, images []v1.Image, o Options) error {
	path, err := layout.Write(folder, empty.Index)
	if err != nil {
		return err
	}
	for _, image := range images {
		if err := i.weigh(image); err != nil {
			return err
		}
	}
	named := layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": tagOf(o.Name), "io.containerd.image.name": o.Name})
	if len(images) == 1 {
		digest, err := images[0].Digest()
		if err != nil {
			return err
		}
		i.Digest = digest.String()
		err = path.AppendImage(images[0], named, layout.WithPlatform(platformOf(i.Platforms[0])))
		return errors.Join(err, forDocker(path, images[0], o.Name))
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for n, image := range images {
		platform := platformOf(i.Platforms[n])
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: &platform}})
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	i.Digest = digest.String()
	return path.AppendIndex(index, named)
}

// tagOf returns the part behind the colon: what tools find an image by in a layout.
func tagOf(name string) string {
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		return name[i+1:]
	}
	return "latest"
}

func platformOf(text string) v1.Platform {
	os, architecture, _ := strings.Cut(text, "/")
	return v1.Platform{OS: os, Architecture: architecture}
}

func (i *Image) weigh(image v1.Image) error {
	layers, err := image.Layers()
	if err != nil {
		return err
	}
	for _, one := range layers {
		size, err := one.Size()
		if err != nil {
			return err
		}
		i.Bytes += size
	}
	return nil
}

// forDocker adds the manifest that docker load reads in place of the layout's index. It names the same blobs.
func forDocker(path layout.Path, image v1.Image, name string) error {
	config, err := image.ConfigName()
	if err != nil {
		return err
	}
	layers, err := image.Layers()
	if err != nil {
		return err
	}
	one := struct {
		Config   string
		RepoTags []string
		Layers   []string
	}{Config: blob(config), RepoTags: []string{name}}
	for _, l := range layers {
		digest, err := l.Digest()
		if err != nil {
			return err
		}
		one.Layers = append(one.Layers, blob(digest))
	}
	text, err := json.Marshal([]any{one})
	if err != nil {
		return err
	}
	return path.WriteFile("manifest.json", text, 0o644)
}

func blob(h v1.Hash) string { return "blobs/" + h.Algorithm + "/" + h.Hex }

// pack writes a folder as an archive, in the order of names, without times.
func pack(w io.Writer, folder string) error {
	archive := tar.NewWriter(w)
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if entry.IsDir() {
			return archive.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755, ModTime: epoch(), Format: tar.FormatUSTAR})
		}
		return packFile(archive, filepath.Join(folder, filepath.FromSlash(name)), name)
	})
	return errors.Join(err, archive.Close())
}

func packFile(archive *tar.Writer, path, name string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	err = archive.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o644, ModTime: epoch(), Format: tar.FormatUSTAR})
	if err == nil {
		_, err = io.Copy(archive, file)
	}
	return err
}
