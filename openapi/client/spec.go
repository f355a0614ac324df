package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// spec is an OpenAPI document, as far as clients depend on it.
type spec struct {
	Version string `json:"openapi"`
	Info    struct {
		Title   string `json:"title"`
		Version string `json:"version"`
	} `json:"info"`
	Servers []struct {
		URL string `json:"url"`
	} `json:"servers"`
	Tags []struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	} `json:"tags"`
	Paths      map[string]path `json:"paths"`
	Components struct {
		Schemas       map[string]*schema   `json:"schemas"`
		Parameters    map[string]parameter `json:"parameters"`
		RequestBodies map[string]body      `json:"requestBodies"`
		Responses     map[string]response  `json:"responses"`
	} `json:"components"`
}

// path has the operations of a path. TRACE is not among them, since fetch does not send it.
type path struct {
	Parameters []parameter `json:"parameters"`
	Get        *operation  `json:"get"`
	Put        *operation  `json:"put"`
	Post       *operation  `json:"post"`
	Delete     *operation  `json:"delete"`
	Options    *operation  `json:"options"`
	Head       *operation  `json:"head"`
	Patch      *operation  `json:"patch"`
}

// byMethod returns the operations that there are.
func (p path) byMethod() map[string]*operation {
	all := map[string]*operation{
		"GET": p.Get, "PUT": p.Put, "POST": p.Post, "DELETE": p.Delete, "OPTIONS": p.Options, "HEAD": p.Head, "PATCH": p.Patch,
	}
	for method, o := range all {
		if o == nil {
			delete(all, method)
		}
	}
	return all
}

type operation struct {
	ID          string              `json:"operationId"`
	Summary     string              `json:"summary"`
	Description string              `json:"description"`
	Deprecated  bool                `json:"deprecated"`
	Tags        []string            `json:"tags"`
	Parameters  []parameter         `json:"parameters"`
	Body        *body               `json:"requestBody"`
	Responses   map[string]response `json:"responses"`
}

type parameter struct {
	Ref         string           `json:"$ref"`
	Name        string           `json:"name"`
	In          string           `json:"in"` // path, query, header or cookie
	Description string           `json:"description"`
	Required    bool             `json:"required"`
	Deprecated  bool             `json:"deprecated"`
	Style       string           `json:"style"`
	Explode     *bool            `json:"explode"`
	Schema      *schema          `json:"schema"`
	Content     map[string]media `json:"content"`
	Rest        bool             `json:"x-fwrun-rest"` // it takes the rest of the path, with its slashes
}

type body struct {
	Ref         string           `json:"$ref"`
	Description string           `json:"description"`
	Required    bool             `json:"required"`
	Content     map[string]media `json:"content"`
}

type response struct {
	Ref     string           `json:"$ref"`
	Content map[string]media `json:"content"`
}

type media struct {
	Schema *schema `json:"schema"`
	Item   *schema `json:"itemSchema"` // of OpenAPI 3.2: the schema of one event or line
}

// schema is a JSON Schema, as far as types depend on it.
type schema struct {
	never bool // the schema false

	Ref         string             `json:"$ref"`
	Type        names              `json:"type"`
	Format      string             `json:"format"`
	Description string             `json:"description"`
	Deprecated  bool               `json:"deprecated"`
	Default     json.RawMessage    `json:"default"`
	Enum        []json.RawMessage  `json:"enum"`
	Const       json.RawMessage    `json:"const"`
	Properties  map[string]*schema `json:"properties"`
	Required    []string           `json:"required"`
	Additional  *schema            `json:"additionalProperties"`
	Items       *schema            `json:"items"`
	Prefix      []*schema          `json:"prefixItems"`
	OneOf       []*schema          `json:"oneOf"`
	AnyOf       []*schema          `json:"anyOf"`
	AllOf       []*schema          `json:"allOf"`

	Discriminator *struct {
		Property string            `json:"propertyName"`
		Mapping  map[string]string `json:"mapping"`
	} `json:"discriminator"`

	ContentMediaType string `json:"contentMediaType"`
	ContentEncoding  string `json:"contentEncoding"`
}

// UnmarshalJSON reads a schema, which may be true or false.
func (s *schema) UnmarshalJSON(text []byte) error {
	switch string(bytes.TrimSpace(text)) {
	case "true":
		return nil
	case "false":
		s.never = true
		return nil
	}
	type plain schema
	return json.Unmarshal(text, (*plain)(s))
}

// isAny reports whether a schema says nothing.
func (s *schema) isAny() bool {
	return s == nil || !s.never && s.Ref == "" && len(s.Type) == 0 && s.Enum == nil && s.Const == nil && s.Properties == nil && s.Additional == nil &&
		s.Items == nil && s.Prefix == nil && s.OneOf == nil && s.AnyOf == nil && s.AllOf == nil && s.ContentMediaType == "" && s.Format == ""
}

// isFile reports whether a schema is that of bytes as they are.
func (s *schema) isFile() bool {
	return s.Format == "binary" || s.ContentMediaType != "" && s.ContentEncoding == ""
}

// names is one text or a list of them.
type names []string

// UnmarshalJSON reads either.
func (n *names) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*n = names{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(n))
}

// find returns what a reference to a component stands for, or the thing itself if it is none. References to references are followed.
func find[T any](kind string, all map[string]T, thing T, ref func(T) string) (T, error) {
	for range 16 {
		to := ref(thing)
		if to == "" {
			return thing, nil
		}
		name, ok := strings.CutPrefix(to, "#/components/"+kind+"/")
		next, there := all[unescape(name)]
		if !ok || !there {
			return thing, fmt.Errorf("the OpenAPI document refers to %s, which is not among its components", to)
		}
		thing = next
	}
	return thing, fmt.Errorf("the OpenAPI document has a circle of references at %s", ref(thing))
}

// unescape decodes a token of a JSON pointer in a URL.
func unescape(token string) string {
	return strings.NewReplacer("~1", "/", "~0", "~", "%3C", "<", "%3E", ">", "%20", " ").Replace(token)
}
