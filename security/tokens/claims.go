package tokens

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/tidwall/gjson"
)

// claims are those of a token: the registered ones, and all as they were written.
type claims struct {
	text          string
	issuer        string
	subject       string
	audience      jwt.ClaimStrings
	end, from, at *jwt.NumericDate
}

func (c *claims) GetExpirationTime() (*jwt.NumericDate, error) { return c.end, nil }
func (c *claims) GetNotBefore() (*jwt.NumericDate, error)      { return c.from, nil }
func (c *claims) GetIssuedAt() (*jwt.NumericDate, error)       { return c.at, nil }
func (c *claims) GetIssuer() (string, error)                   { return c.issuer, nil }
func (c *claims) GetSubject() (string, error)                  { return c.subject, nil }
func (c *claims) GetAudience() (jwt.ClaimStrings, error)       { return c.audience, nil }

// take reads a claim if it is a registered one.
func (c *claims) take(name string, value gjson.Result) (err error) {
	switch name {
	case "iss":
		c.issuer, err = textOf(name, value)
	case "sub":
		c.subject, err = textOf(name, value)
	case "aud":
		c.audience, err = textsOf(name, value)
	case "exp":
		c.end, err = dateOf(name, value)
	case "nbf":
		c.from, err = dateOf(name, value)
	case "iat":
		c.at, err = dateOf(name, value)
	}
	return err
}

var errNoObject = errors.New("it is not an object")

// eachMember hands over the members of a valid JSON object, whose names have to differ: two readers might see different ones.
func eachMember(text string, do func(name string, value gjson.Result) error) error {
	object := gjson.Parse(text)
	if !object.IsObject() {
		return errNoObject
	}
	var seen names
	var err error
	object.ForEach(func(key, value gjson.Result) bool {
		if !seen.add(key.Str) {
			err = fmt.Errorf("it has %q twice", key.Str)
			return false
		}
		err = do(key.Str, value)
		return err == nil
	})
	return err
}

// names are those of the members of an object that were seen.
type names struct {
	few  [16]string // which most objects have
	n    int
	more map[string]struct{}
}

// add reports whether a name is new.
func (n *names) add(name string) bool {
	if slices.Contains(n.few[:n.n], name) {
		return false
	}
	if n.n < len(n.few) {
		n.few[n.n] = name
		n.n++
		return true
	}
	if _, twice := n.more[name]; twice {
		return false
	}
	if n.more == nil {
		n.more = map[string]struct{}{}
	}
	n.more[name] = struct{}{}
	return true
}

func textOf(name string, value gjson.Result) (string, error) {
	if value.Type != gjson.String {
		return "", fmt.Errorf("%s is not a text", name)
	}
	return value.Str, nil
}

func textsOf(name string, value gjson.Result) ([]string, error) {
	if !value.IsArray() {
		text, err := textOf(name, value)
		return []string{text}, err
	}
	var texts []string
	for _, v := range value.Array() {
		text, err := textOf(name, v)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// latest is when no token ends any more: it keeps times within what can be added to.
const latest = 1 << 40

func dateOf(name string, value gjson.Result) (*jwt.NumericDate, error) {
	if value.Type != gjson.Number || value.Num < 0 || value.Num > latest {
		return nil, fmt.Errorf("%s is not a time in seconds", name)
	}
	seconds, part := math.Modf(value.Num)
	return jwt.NewNumericDate(time.Unix(int64(seconds), int64(part*1e9))), nil
}
