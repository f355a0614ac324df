package images

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
	core "github.com/fwrun/fwrun/platform/images"
)

// variant is an image to make, and where it is written; nowhere if to is empty.
type variant struct {
	core.Variant
	to string
}

// maxSide and maxQuality are the largest values of options.
const (
	maxSide    = 65_535
	maxQuality = 100
)

// formats has the format of each ending that a file may have.
var formats = map[string]core.Format{".jpg": core.JPEG, ".jpeg": core.JPEG, ".png": core.PNG, "": ""}

// variants reads the options of resize. The result several reports whether they are an array.
func (r *Realm) variants(value goja.Value) (list []variant, several bool) {
	object, ok := value.(*goja.Object)
	if !ok {
		r.fail("resize takes options such as { width: 800 }, or an array of them")
	}
	if object.ClassName() != "Array" {
		return []variant{r.variant(object)}, false
	}
	items := realm.Elements(object)
	if len(items) == 0 || len(items) > core.MaxVariants {
		r.fail("an array of options must have 1 to %d elements, not %d", core.MaxVariants, len(items))
	}
	for _, item := range items {
		one, ok := item.(*goja.Object)
		if !ok {
			r.fail("an array of options must have objects such as { width: 800 }")
		}
		v := r.variant(one)
		if v.to != "" && slices.ContainsFunc(list, func(other variant) bool { return path.Clean(other.to) == path.Clean(v.to) }) {
			r.fail("two images cannot both be written to %q", v.to)
		}
		list = append(list, v)
	}
	return list, true
}

// variant reads the options of one image.
func (r *Realm) variant(o *goja.Object) variant {
	r.known(o, "width", "height", "fit", "enlarge", "format", "quality", "to")
	v := variant{to: r.text(o, "to")}
	v.Width, v.Height = r.integer(o, "width", maxSide), r.integer(o, "height", maxSide)
	v.Quality = r.integer(o, "quality", maxQuality)
	v.Fit = core.Fit(r.oneOf(o, "fit", string(core.Inside), string(core.Cover), string(core.Fill)))
	v.Format = core.Format(r.oneOf(o, "format", string(core.JPEG), string(core.PNG)))
	if enlarge := o.Get("enlarge"); !realm.Absent(enlarge) {
		v.Enlarge, _ = enlarge.Export().(bool)
		if enlarge != r.Runtime.ToValue(true) && enlarge != r.Runtime.ToValue(false) {
			r.fail("`enlarge` must be true or false")
		}
	}
	if (v.Fit == core.Cover || v.Fit == core.Fill) && (v.Width == 0 || v.Height == 0) {
		r.fail("the fit %q needs both `width` and `height`", v.Fit)
	}
	if v.to == "" {
		return v
	}
	ending := strings.ToLower(path.Ext(path.Base(strings.ReplaceAll(v.to, `\`, "/"))))
	format, known := formats[ending]
	switch {
	case !known:
		r.fail("`to` must end with .jpg, .jpeg or .png, or have no ending: %q", v.to)
	case v.Format == "":
		v.Format = format
	case format != "" && format != v.Format:
		r.fail("`to` ends with %s, and `format` is %q", ending, v.Format)
	}
	return v
}

// limit reads the third argument of resize.
func (r *Realm) limit(value goja.Value) int {
	if realm.Absent(value) {
		return 0
	}
	o, ok := value.(*goja.Object)
	if !ok {
		r.fail("the limits of resize must be an object such as { maxPixels: 12_000_000 }")
	}
	r.known(o, "maxPixels")
	return r.integer(o, "maxPixels", 1<<53)
}

// known refuses properties with other names, which would otherwise have no effect.
func (r *Realm) known(o *goja.Object, names ...string) {
	for _, key := range o.Keys() {
		if !slices.Contains(names, key) {
			r.fail("Images.resize has no option %s; it has %s", key, strings.Join(names, ", "))
		}
	}
}

// integer reads a whole number from 1, or returns 0 if the option is missing.
func (r *Realm) integer(o *goja.Object, name string, most int64) int {
	value := o.Get(name)
	if realm.Absent(value) {
		return 0
	}
	n, ok := value.Export().(int64)
	if !ok || n < 1 || n > most {
		if most == 1<<53 {
			r.fail("`%s` must be a whole number from 1", name)
		}
		r.fail("`%s` must be a whole number from 1 to %d", name, most)
	}
	return int(n)
}

func (r *Realm) oneOf(o *goja.Object, name string, choices ...string) string {
	value := o.Get(name)
	if realm.Absent(value) {
		return ""
	}
	if _, ok := value.(goja.String); !ok || !slices.Contains(choices, value.String()) {
		r.fail("`%s` must be one of \"%s\"", name, strings.Join(choices, `", "`))
	}
	return value.String()
}

func (r *Realm) text(o *goja.Object, name string) string {
	value := o.Get(name)
	if realm.Absent(value) {
		return ""
	}
	if _, ok := value.(goja.String); !ok || value.String() == "" {
		r.fail("`%s` must be a path such as \"media/photo.jpg\"", name)
	}
	return value.String()
}

// fail throws a TypeError.
func (r *Realm) fail(format string, args ...any) {
	panic(r.Runtime.NewTypeError("%s", fmt.Sprintf(format, args...)))
}
