package keys

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// JWK is a JSON Web Key. Its texts are by the names of RFC 7517 and 7518: kty, crv, x, …
type JWK struct {
	Texts  map[string]string
	KeyOps []string // key_ops; nil if there are none
	Ext    *bool
	Oth    bool // there are more than two primes
}

// TextMembers are the members of a JSON Web Key that are texts.
func TextMembers() []string {
	return []string{"alg", "crv", "d", "dp", "dq", "e", "k", "kty", "n", "p", "q", "qi", "use", "x", "y"}
}

// mostJWK is the longest JSON of a key, in bytes.
const mostJWK = mostDER

// ParseJSON reads a JSON Web Key from JSON. Members that it does not know are left out.
func ParseJSON(text []byte) (JWK, error) {
	var j JWK
	if len(text) > mostJWK {
		return j, errTooLong
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")), &members); err != nil || members == nil {
		return j, errors.New("it is not the JSON of an object")
	}
	j.Texts = map[string]string{}
	for _, name := range TextMembers() {
		raw, has := members[name]
		if !has {
			continue
		}
		var value string
		if err := json.Unmarshal(raw, &value); err != nil || string(raw) == "null" {
			return j, fmt.Errorf("%s is not a text", name)
		}
		j.Texts[name] = value
	}
	return j, j.others(members)
}

// others reads the members that are not texts.
func (j *JWK) others(members map[string]json.RawMessage) error {
	if raw, has := members["key_ops"]; has {
		if err := json.Unmarshal(raw, &j.KeyOps); err != nil || j.KeyOps == nil {
			return errors.New("key_ops is not a list of texts")
		}
	}
	if raw, has := members["ext"]; has {
		if err := json.Unmarshal(raw, &j.Ext); err != nil || j.Ext == nil {
			return errors.New("ext is not a boolean")
		}
	}
	_, j.Oth = members["oth"]
	return nil
}

// JSON writes a JSON Web Key as JSON.
func (j JWK) JSON() ([]byte, error) {
	members := map[string]any{}
	for name, value := range j.Texts {
		members[name] = value
	}
	if j.KeyOps != nil {
		members["key_ops"] = j.KeyOps
	}
	if j.Ext != nil {
		members["ext"] = *j.Ext
	}
	return json.Marshal(members)
}

// Bytes returns a member that is written in base64url without padding.
func (j JWK) Bytes(name string) ([]byte, error) {
	text, has := j.Texts[name]
	if !has {
		return nil, fmt.Errorf("%s is missing", name)
	}
	if len(text) > 2*mostDER || strings.ContainsAny(text, "\r\n") {
		return nil, fmt.Errorf("%s is not base64url", name)
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%s is not base64url", name)
	}
	return data, nil
}

// exactly returns a member of so many bytes.
func (j JWK) exactly(name string, length int) ([]byte, error) {
	data, err := j.Bytes(name)
	if err == nil && len(data) != length {
		err = fmt.Errorf("%s has %d bytes, not %d", name, length, len(data))
	}
	return data, err
}

// Has reports whether a text is there.
func (j JWK) Has(name string) bool {
	_, has := j.Texts[name]
	return has
}

// Secret returns a JSON Web Key of bytes.
func Secret(key []byte) JWK { return jwk("oct", map[string][]byte{"k": key}) }

func jwk(kty string, members map[string][]byte) JWK {
	j := JWK{Texts: map[string]string{"kty": kty}}
	for name, value := range members {
		j.Texts[name] = base64.RawURLEncoding.EncodeToString(value)
	}
	return j
}
