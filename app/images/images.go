package images

import (
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/jsapi/folders"
	jsimages "github.com/fwrun/fwrun/jsapi/images"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/images"
)

// Settings limit the bean Images.
type Settings struct {
	limits  images.Limits
	folders []string // absolute
}

// Read reads the section images of an application in a folder. memory is the limit of the process's heap, or 0.
func Read(r *config.Reader, application string, memory uint64) Settings {
	standard := int64(images.DefaultMemory)
	if half := memory / 2; half > 0 && half < images.DefaultMemory {
		standard = int64(half)
	}
	return Settings{
		limits: images.Limits{
			MaxPixels:   r.Int("images.max-pixels"),
			Memory:      r.Size("images.memory", standard),
			Concurrency: r.Int("images.concurrency", images.DefaultConcurrency()),
			Timeout:     r.Duration("images.timeout"),
		},
		folders: folder.Read(r, "images.folders", application),
	}
}

// Part is what a generation of an application makes images with.
type Part struct {
	settings  Settings
	processor *images.Processor
}

// Open takes over the processor of the part before, which may be nil, if its limits are the same, or makes one: the budget is one for
// the process, as long as nobody changes it. There is nothing to close.
func Open(settings Settings, before *Part) *Part {
	if before != nil && before.settings.limits == settings.limits {
		return &Part{settings, before.processor}
	}
	return &Part{settings, images.New(settings.limits)}
}

// Bean returns what the bean Images of an application in a folder is made of.
func (p *Part) Bean(application string, inside *folders.Inside) jsimages.Options {
	return jsimages.Options{Processor: p.processor, Folder: application, Inside: inside, Folders: p.settings.folders}
}
