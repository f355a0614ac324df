package part

import "github.com/dop251/goja"

// Carrier writes the objects of a class as bytes, and reads them in any VM.
type Carrier struct {
	Part  string // which it belongs to
	Write func(object *goja.Object) (data []byte, ok bool)
	Read  func(data []byte) (object *goja.Object, ok bool)
}

// AddCarrier lets objects of a class be sent to other VMs. A part calls it when it runs.
func (r *Realm) AddCarrier(c Carrier) { r.carriers = append(r.carriers, c) }

// Carried writes an object of a class that a part can send, and returns the name of the part.
func (r *Realm) Carried(object *goja.Object) (name string, data []byte, ok bool) {
	for _, c := range r.carriers {
		if data, ok := c.Write(object); ok {
			return c.Part, data, true
		}
	}
	return "", nil, false
}

// Unpack reads what Carried wrote, after running the part.
func (r *Realm) Unpack(name string, data []byte) (object *goja.Object, ok bool) {
	if r.Use(name) != nil {
		return nil, false
	}
	for _, c := range r.carriers {
		if c.Part == name {
			return c.Read(data)
		}
	}
	return nil, false
}
