package articles

import (
	"fmt"
	"slices"
)

// Now stands for the time of a change, in what is expected of answers and rows.
const Now = "now"

// Create adds an article, and returns it as a client sees it.
func (c *Content) Create(author int, title, description, body string, tags ...string) Object {
	a := Article{
		Slug: fmt.Sprintf("%s-%d", Slug(title), len(c.Articles)+1), Title: title, Description: description, Body: body,
		Author: author, Created: Now, Updated: Now,
	}
	for _, name := range tags {
		if !slices.Contains(c.Tags, name) {
			c.Tags = append(c.Tags, name)
		}
		a.Tags = append(a.Tags, slices.Index(c.Tags, name)+1)
	}
	c.Articles = append(c.Articles, a)
	return c.Find(a.Slug)
}

// Change sets those texts of an article that are not empty, and returns it as a client sees it.
func (c *Content) Change(slug, title, description, body string) Object {
	a := &c.Articles[c.index(slug)]
	for text, changed := range map[*string]string{&a.Title: title, &a.Description: description, &a.Body: body} {
		if changed != "" {
			*text = changed
		}
	}
	a.Updated = Now
	return c.Find(slug)
}

// Favour makes a reader like an article, or no longer, and returns it as that client sees it.
func (c *Content) Favour(reader int, slug string, likes bool) Object {
	p := Pair{reader, c.index(slug) + 1}
	c.Favourites = slices.DeleteFunc(c.Favourites, func(other Pair) bool { return other == p })
	if likes {
		c.Favourites = append(c.Favourites, p)
	}
	o := c.Find(slug)
	o["favourited"] = likes
	return o
}
