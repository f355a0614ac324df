package image

import (
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/types"

	"github.com/fwrun/fwrun/ship/binary"
	"github.com/fwrun/fwrun/ship/parcel"
)

// Where things are in an image.
const (
	Program     = "/usr/bin/fwrun"
	Home        = "/app"             // of configuration and data
	Application = "/opt/application" // its entries; see [parcel.Application.Each]
	User        = 65532              // and its group
)

// Variant is the image for one platform. Application is nil for an image of fwrun alone.
type Variant struct {
	Program     *binary.Program
	Application *parcel.Application
}

// Options are of all variants.
type Options struct {
	Name    string    // such as shop:1.0.0
	Created time.Time // the same input makes the same bytes only with the same time
	Labels  map[string]string
}

// make returns the image of a variant, whose layers are kept in a folder until it is written.
func (v Variant) make(folder string, o Options) (v1.Image, error) {
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	layers := []struct {
		what string
		fill func(*layer) error
	}{{"certificates, user and folders", base}, {"fwrun " + v.Program.Version, v.program}}
	if v.Application != nil {
		layers = append(layers, struct {
			what string
			fill func(*layer) error
		}{"application " + v.Application.Name, v.application})
	}
	for _, one := range layers {
		made, err := newLayer(folder, one.fill)
		if err != nil {
			return nil, err
		}
		image, err = mutate.Append(image, mutate.Addendum{
			Layer: made, MediaType: types.OCILayer,
			History: v1.History{Created: v1.Time{Time: o.Created}, CreatedBy: "fwrun image: " + one.what},
		})
		if err != nil {
			return nil, err
		}
	}
	return v.configured(image, o)
}

// configured gives an image what containers are started with.
func (v Variant) configured(image v1.Image, o Options) (v1.Image, error) {
	file, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, _ = strings.Cut(v.Program.Platform, "/")
	file.Created = v1.Time{Time: o.Created}
	file.Config = v1.Config{
		User: "65532:65532", WorkingDir: Home, StopSignal: "SIGTERM", Labels: o.Labels,
		Env:        []string{"PATH=/usr/bin", "HOME=" + Home, "FWRUN_HOME=" + Home, "FWRUN_CACHE=/tmp/fwrun"},
		Entrypoint: []string{Program},
	}
	if v.Application != nil {
		file.Config.Env = append(file.Config.Env, "FWRUN_APPLICATION="+Application, "FWRUN_SUPERVISE=true", "SERVER_ADDRESS=0.0.0.0")
		file.Config.Entrypoint = append(file.Config.Entrypoint, "serve")
		file.Config.ExposedPorts = map[string]struct{}{"8080/tcp": {}}
		file.Config.Healthcheck = &v1.HealthConfig{
			Test: []string{"CMD", Program, "health"}, Interval: 10 * time.Second, Timeout: 3 * time.Second, StartPeriod: 30 * time.Second, Retries: 3,
		}
	}
	return mutate.ConfigFile(image, file)
}

// program fills the layer with fwrun, which carries nothing.
func (v Variant) program(l *layer) error {
	l.folders("usr", "usr/bin")
	w, err := l.file("usr/bin/fwrun", v.Program.Size, 0o755)
	if err != nil {
		return err
	}
	return v.Program.Mark(w, binary.Extent{})
}

// application fills the layer with the application. Everybody can read it, and nobody can write to it.
func (v Variant) application(l *layer) error {
	l.folders("opt", "opt/application", "opt/application/files")
	return v.Application.Each(func(name string, content []byte) error {
		return l.write("opt/application/"+name, content, 0o444)
	})
}
