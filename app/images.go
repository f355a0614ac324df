package app

import (
	"path/filepath"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/images"
	jsimages "github.com/fwrun/fwrun/jsapi/images"
)

// imageSettings limit the bean Images.
type imageSettings struct {
	limits  images.Limits
	folders []string // absolute
}

// readImages reads the section images. memory is the limit of the process's heap, or 0.
func readImages(r *config.Reader, folder string, memory uint64) imageSettings {
	standard := int64(images.DefaultMemory)
	if half := memory / 2; half > 0 && half < images.DefaultMemory {
		standard = int64(half)
	}
	s := imageSettings{limits: images.Limits{
		MaxPixels:   r.Int("images.max-pixels"),
		Memory:      r.Size("images.memory", standard),
		Concurrency: r.Int("images.concurrency", images.DefaultConcurrency()),
		Timeout:     r.Duration("images.timeout"),
	}}
	s.folders = readFolders(r, "images.folders", folder)
	return s
}

// readFolders reads a list of folders, which must be there, as absolute paths.
func readFolders(r *config.Reader, key, application string) (list []string) {
	for _, name := range r.Strings(key) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(application, name)
		}
		if !r.Incomplete() && !isFolder(name) { // with sources left out, the application will run elsewhere
			r.Reject(key, "names "+name+", which is not a folder", "create it, or name another one")
		}
		list = append(list, filepath.Clean(name))
	}
	return list
}

// shareImages takes over the processor of the generation before if its limits are the same, or makes one: the budget is
// one for the process, as long as nobody changes it.
func (g *generation) shareImages(before *generation) {
	if before != nil && before.settings.images.limits == g.settings.images.limits {
		g.images = before.images
		return
	}
	g.images = images.New(g.settings.images.limits)
}

func (g *generation) imageOptions() jsimages.Options {
	return jsimages.Options{Processor: g.images, Folder: g.folder, Inside: g.settings.inside, Folders: g.settings.images.folders}
}
