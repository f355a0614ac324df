package images

import (
	"context"
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/realm"
	core "github.com/fwrun/fwrun/platform/images"
)

//go:embed images.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("images.js", script)}

// Options configure the bean.
type Options struct {
	Processor *core.Processor // shared by all VMs; one with the default limits if nil
	Folder    string          // of the application: relative paths begin there
	Folders   []string        // other folders that absolute paths may be in
	Inside    *folders.Inside // see [folders.Folders]
}

// Module returns the module with the classes Images and ImageError, and with the bean "images".
func Module(o Options) realm.Module {
	if o.Processor == nil {
		o.Processor = core.New(core.Limits{})
	}
	return realm.Module{
		Exports: []string{"Images", "ImageError"}, Types: []string{"Images"}, OnUse: true,
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) { return install(r, o), nil },
		Beans: []realm.Bean{{
			HostBean: manifest.HostBean{Name: "images", Type: "Images", Primary: true},
			Make:     realm.MakeWith(func(r *Realm, _ string) (engine.Value, error) { return r.bean, nil }),
		}},
	}
}

// Realm is the API of images in one VM.
type Realm struct {
	*realm.Realm
	processor *core.Processor
	folders   folders.Folders
	bean      *goja.Object
	errors    *goja.Object // the class ImageError
	bytes     *goja.Object // the class Uint8Array
}

func install(in *realm.Realm, o Options) *Realm {
	r := &Realm{Realm: in, processor: o.Processor, folders: folders.Folders{
		Application: o.Folder, Others: o.Folders, Key: "images.folders",
		Inside: o.Inside,
	}, errors: in.Shared("ImageError")}
	r.bytes, _ = in.Runtime.Get("Uint8Array").(*goja.Object)
	class := realm.Plain[*Realm](in, "Images", "{} is called on an object that is not an Images")
	class.Method("probe", func(_ *Realm, call goja.FunctionCall) (engine.Value, error) { return r.probe(call), nil })
	class.Method("resize", func(_ *Realm, call goja.FunctionCall) (engine.Value, error) { return r.resize(call), nil })
	r.bean = class.New(r)
	return r
}

// probe implements probe(file).
func (r *Realm) probe(call goja.FunctionCall) goja.Value {
	source := r.source("probe", call.Argument(0))
	return r.VM.Go(func(context.Context) (vm.Result, error) {
		file, err := source.open()
		if err != nil {
			return nil, err
		}
		defer file.close()
		info, err := core.Probe(file, file.size)
		return r.result(err, func() (goja.Value, error) {
			object := r.Runtime.NewObject()
			_ = object.Set("format", string(info.Format))
			_ = object.Set("width", info.Width)
			_ = object.Set("height", info.Height)
			_ = object.Set("orientation", info.Orientation)
			return object, nil
		}), nil
	})
}

// resize implements resize(file, options, limits?), where options are those of one variant, or an array.
func (r *Realm) resize(call goja.FunctionCall) goja.Value {
	source := r.source("resize", call.Argument(0))
	variants, several := r.variants(call.Argument(1))
	job := core.Job{MaxPixels: r.limit(call.Argument(2))}
	for _, v := range variants {
		job.Variants = append(job.Variants, v.Variant)
	}
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		pictures, err := r.work(ctx, source, job)
		if err == nil {
			err = r.write(ctx, variants, pictures)
		}
		return r.result(err, func() (goja.Value, error) {
			list := make([]any, len(pictures))
			for i, p := range pictures {
				one, err := r.resized(variants[i], p)
				if err != nil || !several {
					return one, err
				}
				list[i] = one
			}
			return r.Runtime.NewArray(list...), nil
		}), nil
	})
}

func (r *Realm) work(ctx context.Context, s source, job core.Job) ([]core.Picture, error) {
	file, err := s.open()
	if err != nil {
		return nil, err
	}
	defer file.close()
	return r.processor.Resize(ctx, file, file.size, job)
}

// resized returns what scripts get of one variant.
func (r *Realm) resized(v variant, p core.Picture) (goja.Value, error) {
	object := r.Runtime.NewObject()
	if v.to != "" {
		_ = object.Set("path", v.to)
	} else {
		bytes, err := r.Runtime.New(r.bytes, r.Runtime.ToValue(r.Runtime.NewArrayBuffer(p.Bytes)))
		if err != nil {
			return nil, err
		}
		_ = object.Set("bytes", bytes)
	}
	_ = object.Set("width", p.Width)
	_ = object.Set("height", p.Height)
	_ = object.Set("size", len(p.Bytes))
	_ = object.Set("format", string(p.Format))
	return object, nil
}

// result returns the outcome of work. What is wrong with an image becomes an ImageError.
func (r *Realm) result(err error, value func() (goja.Value, error)) vm.Result {
	return func(*goja.Runtime) (goja.Value, error) {
		if err == nil {
			return value()
		}
		if failed, ok := errors.AsType[*core.Error](err); ok {
			return nil, r.thrown(failed)
		}
		return nil, err
	}
}

// thrown returns an ImageError. Its message may be shown to anyone; its cause is for the log.
func (r *Realm) thrown(failed *core.Error) error {
	details := r.Runtime.NewObject()
	_ = details.Set("reason", string(failed.Reason))
	_ = details.Set("cause", r.VM.ErrorValue(failed.Err))
	object, err := r.Runtime.New(r.errors, r.Runtime.ToValue(failed.Public()), details)
	if err != nil {
		return err
	}
	r.VM.Attach(object, failed)
	return &vm.Thrown{Value: object}
}
