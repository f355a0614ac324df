package aspects

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// maxKey is the maximum length of a key. A longer key is replaced by its hash.
const maxKey = 250

// keyOf returns the key of a call. It is made from a template, by the script's function, or from all arguments.
type keyOf func(c *call) (string, error)

func (r *Realm) key(template *manifest.Template, given engine.Value) keyOf {
	if template != nil {
		return func(c *call) (string, error) {
			text, err := r.fill(template, c.args)
			return short(text), err
		}
	}
	if function, ok := goja.AssertFunction(given); ok {
		return func(c *call) (string, error) {
			made, err := function(c.this, c.args...)
			if err != nil {
				return "", err
			}
			text, err := r.wholeKey([]goja.Value{made})
			return short(text), err
		}
	}
	return func(c *call) (string, error) {
		text, err := r.wholeKey(c.args)
		return short(text), err
	}
}

// wholeKey returns a key that differs whenever the arguments differ: 1 is not "1".
func (r *Realm) wholeKey(args []goja.Value) (string, error) {
	if len(args) == 1 {
		switch v := args[0].(type) {
		case goja.String:
			return `"` + v.String(), nil
		case *goja.Object:
		default:
			return v.String(), nil
		}
	}
	var key []byte
	for i, arg := range args {
		var err error
		if key, err = r.packer.Append(key, arg); err != nil {
			return "", fmt.Errorf("argument %d cannot be part of a key: %w", i+1, err)
		}
	}
	return string(key), nil
}

// fill returns the text of a template.
func (r *Realm) fill(t *manifest.Template, args []goja.Value) (string, error) {
	if len(t.Parts) == 1 && t.Parts[0].Param < 0 {
		return t.Parts[0].Literal, nil
	}
	var out strings.Builder
	for _, part := range t.Parts {
		if part.Param < 0 {
			out.WriteString(part.Literal)
			continue
		}
		text, err := r.part(part, args)
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.Text, err)
		}
		out.WriteString(text)
	}
	return out.String(), nil
}

func (r *Realm) part(part manifest.TemplatePart, args []goja.Value) (string, error) {
	value := goja.Undefined()
	if part.Param < len(args) {
		value = args[part.Param]
	}
	for _, step := range part.Path {
		if value == nil || goja.IsUndefined(value) || goja.IsNull(value) {
			return "", fmt.Errorf("cannot read %s of null or undefined", step)
		}
		value = value.ToObject(r.Runtime).Get(step)
	}
	if object, ok := value.(*goja.Object); ok && object.ClassName() != "Date" {
		bytes, err := r.packer.Append(nil, object)
		return string(bytes), err
	}
	if value == nil {
		return "undefined", nil
	}
	return value.String(), nil
}

func short(key string) string {
	if len(key) <= maxKey {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}
