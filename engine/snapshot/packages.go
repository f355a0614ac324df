package snapshot

import (
	"io/fs"
	"os"
	"time"

	"github.com/fwrun/fwrun/engine/bundle"
)

// Packages are compiled packages: see [bundle.Packages].
type Packages struct {
	Output bundle.Output
	Files  []bundle.PackageFile
	Data   []string
	Facts  []Fact
}

// Encode encodes the packages.
func (p *Packages) Encode() []byte { return encode(func(c *codec) { c.packages(p) }) }

// DecodePackages decodes packages, which use the memory of data. Data that Encode has not written is an error.
func DecodePackages(data []byte) (*Packages, error) {
	var p Packages
	if err := decode(data, func(c *codec) { c.packages(&p) }); err != nil {
		return nil, err
	}
	return &p, nil
}

func (c *codec) packages(p *Packages) {
	c.output(&p.Output)
	list(c, &p.Files, (*codec).packageFile)
	c.strings(&p.Data)
	list(c, &p.Facts, (*codec).fact)
}

func (c *codec) packageFile(f *bundle.PackageFile) {
	c.text(&f.File)
	c.flags(&f.Module, &f.More)
	c.strings(&f.Names)
}

// Stamp is what a look at a file or folder shows without reading it. If it is the same as before, so is the content; a new file changes that of
// its folder.
type Stamp struct {
	modified time.Time
	size     int64
	mode     fs.FileMode
}

// Stamps returns the stamps of what facts are about, in their order.
func Stamps(folder string, facts []Fact) []Stamp {
	stamps := make([]Stamp, len(facts))
	Each(len(facts), func(i int) {
		if info, err := os.Stat(absolute(folder, facts[i].Path)); err == nil {
			stamps[i] = Stamp{info.ModTime(), info.Size(), info.Mode()}
		}
	})
	return stamps
}
