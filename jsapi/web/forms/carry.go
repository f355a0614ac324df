package forms

import (
	"encoding/binary"
	"encoding/json"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// carried is what is sent of a blob beside its bytes. A file has a name.
type carried struct {
	Type         string
	Name         *string
	LastModified float64
}

// cloneBlobs lets blobs be copied, and sent to other VMs, by three functions of the script: one that copies a blob, one that
// returns [handle, type, name, lastModified] of it, and one that makes a blob of these.
func (r *realm) cloneBlobs(call goja.FunctionCall) goja.Value {
	r.AddCloner(r.ClonerOf(call.Argument(0)))
	tell, _ := goja.AssertFunction(call.Argument(1))
	build, _ := goja.AssertFunction(call.Argument(2))
	r.AddCarrier(part.Carrier{
		Part:  "blob",
		Write: func(object *goja.Object) ([]byte, bool) { return r.writeBlob(tell, object) },
		Read:  func(data []byte) (*goja.Object, bool) { return r.readBlob(build, data) },
	})
	return goja.Undefined()
}

func (r *realm) writeBlob(tell goja.Callable, object *goja.Object) ([]byte, bool) {
	parts, err := tell(goja.Undefined(), object)
	if err != nil {
		panic(err)
	}
	list, ok := parts.(*goja.Object)
	if !ok {
		return nil, false
	}
	head := carried{Type: list.Get("1").String()}
	if name := list.Get("2"); !goja.IsUndefined(name) {
		head.Name = new(name.String())
		head.LastModified = list.Get("3").ToFloat()
	}
	encoded, err := json.Marshal(head)
	if err != nil {
		return nil, false
	}
	data := append(binary.AppendUvarint(nil, uint64(len(encoded))), encoded...)
	return blobOf(list.Get("0")).Append(data), true
}

func (r *realm) readBlob(build goja.Callable, data []byte) (*goja.Object, bool) {
	length, size := binary.Uvarint(data)
	if size <= 0 || length > uint64(len(data)-size) {
		return nil, false
	}
	var head carried
	if json.Unmarshal(data[size:size+int(length)], &head) != nil {
		return nil, false
	}
	arguments := []goja.Value{r.handle(BlobOf(append([]byte(nil), data[size+int(length):]...))), r.Runtime.ToValue(head.Type)}
	if head.Name != nil {
		arguments = append(arguments, r.Runtime.ToValue(*head.Name), r.Runtime.ToValue(head.LastModified))
	}
	made, err := build(goja.Undefined(), arguments...)
	object, ok := made.(*goja.Object)
	return object, err == nil && ok
}
