package main

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf8"
)

// invalid is a mistake of the client's.
type invalid string

func (i invalid) Error() string { return string(i) }

type newArticle struct {
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Body        string   `json:"body"`
	TagList     []string `json:"tagList"`
}

// articleChange leaves as it is what is nil.
type articleChange struct {
	Title       *string `json:"title"`
	Description *string `json:"description"`
	Body        *string `json:"body"`
}

type credentials struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

type validated interface{ check() error }

// read reads a body and checks it.
func read[T validated](r *http.Request) (value T, err error) {
	if err := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20)).Decode(&value); err != nil {
		return value, invalid(err.Error())
	}
	return value, value.check()
}

var tagName = regexp.MustCompile(`^[a-z0-9-]{1,24}$`)

func (a newArticle) check() error {
	if !text(a.Title, 120) || !text(a.Description, 300) || !text(a.Body, 20_000) {
		return invalid("title, description and body must not be blank or too long")
	}
	if len(a.TagList) > 8 {
		return invalid("there may be 8 tags")
	}
	seen := map[string]bool{}
	for _, tag := range a.TagList {
		if seen[tag] || !tagName.MatchString(tag) {
			return invalid("tags must be small letters, digits and dashes, and differ from each other")
		}
		seen[tag] = true
	}
	return nil
}

func (c articleChange) check() error {
	ok := func(s *string, most int) bool { return s == nil || text(*s, most) }
	if !ok(c.Title, 120) || !ok(c.Description, 300) || !ok(c.Body, 20_000) {
		return invalid("title, description and body must not be blank or too long")
	}
	return nil
}

func (c credentials) check() error {
	if !text(c.Username, 40) || len(c.Password) < 8 || len(c.Password) > 200 {
		return invalid("a name and a password are needed")
	}
	return nil
}

func text(s string, most int) bool {
	return strings.TrimSpace(s) != "" && utf8.RuneCountInString(s) <= most
}
