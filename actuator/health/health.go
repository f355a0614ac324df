package health

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The statuses that Spring Boot knows. There may be others.
const (
	Up           = "UP"
	Down         = "DOWN"
	OutOfService = "OUT_OF_SERVICE"
	Unknown      = "UNKNOWN"
)

// Health is how a component is.
type Health struct {
	Status  string
	Details Details
	Parts   map[string]Health // of a component that is made of others
}

// Details are named values, in the order in which they were added.
type Details []Detail

// Detail is a named value, which can be written as JSON.
type Detail struct {
	Name  string
	Value any
}

// Of returns a Health with a status and without details.
func Of(status string) Health { return Health{Status: status} }

// With returns the Health with one more detail. A detail of the same name is replaced.
func (h Health) With(name string, value any) Health {
	details := make(Details, 0, len(h.Details)+1)
	for _, d := range h.Details {
		if d.Name != name {
			details = append(details, d)
		}
	}
	h.Details = append(details, Detail{name, value})
	return h
}

// MarshalJSON writes an object.
func (d Details) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, one := range d {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := plainJSON(one.Name)
		if err != nil {
			return nil, err
		}
		value, err := plainJSON(one.Value)
		if err != nil {
			value, _ = plainJSON(err.Error()) // a text can be written
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// plainJSON writes a value without escaping '<'.
func plainJSON(value any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// DetailsOf returns the members of a JSON object, in their order.
func DetailsOf(object []byte) (Details, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return nil, fmt.Errorf("details are not an object: %.40q", object)
	}
	var details Details
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		details = append(details, Detail{name.(string), value}) // names of objects are texts
	}
	return details, nil
}
