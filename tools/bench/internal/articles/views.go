package articles

import (
	"cmp"
	"slices"
)

// Object is a JSON object.
type Object = map[string]any

// Latest returns a page of the list of all articles, the latest first.
func (c *Content) Latest(limit, offset int) []Object {
	return c.page(limit, offset, func(int) Object { return Object{} }, func(Article) bool { return true })
}

// Feed returns a page of the list of articles by those whom a reader follows.
func (c *Content) Feed(reader, limit, offset int) []Object {
	return c.page(limit, offset, func(id int) Object {
		return Object{"favourited": slices.Contains(c.Favourites, Pair{reader, id})}
	}, func(a Article) bool {
		return slices.Contains(c.Follows, Pair{reader, a.Author})
	})
}

// page lists the articles that are wanted, each with what more says about it.
func (c *Content) page(limit, offset int, more func(id int) Object, wanted func(Article) bool) []Object {
	list := []Object{}
	for i, a := range slices.Backward(c.Articles) {
		if !wanted(a) {
			continue
		}
		if offset--; offset >= 0 {
			continue
		}
		if len(list) == limit {
			break
		}
		list = append(list, c.entry(i+1, more(i+1)))
	}
	return list
}

// entry adds to an object what a list says of an article.
func (c *Content) entry(id int, o Object) Object {
	a := c.Articles[id-1]
	u := c.Users[a.Author-1]
	o["slug"], o["title"], o["description"], o["createdAt"], o["updatedAt"] = a.Slug, a.Title, a.Description, a.Created, a.Updated
	o["favouritesCount"] = count(c.Favourites, func(p Pair) bool { return p.Second == id })
	o["commentsCount"] = count(c.Comments, func(m Comment) bool { return m.Article == id })
	o["tagList"] = c.tagsOf(a)
	o["author"] = Object{"username": u.Name, "bio": orNull(u.Bio), "image": orNull(u.Image)}
	return o
}

func (c *Content) tagsOf(a Article) []string {
	list := []string{}
	for _, tag := range a.Tags {
		list = append(list, c.Tags[tag-1])
	}
	slices.Sort(list)
	return list
}

// Find returns one article as a whole. It panics if there is none.
func (c *Content) Find(slug string) Object {
	i := c.index(slug)
	o := c.entry(i+1, Object{"body": c.Articles[i].Body})
	o["author"].(Object)["followersCount"] = count(c.Follows, func(p Pair) bool { return p.Second == c.Articles[i].Author })
	return o
}

func (c *Content) index(slug string) int {
	return slices.IndexFunc(c.Articles, func(a Article) bool { return a.Slug == slug })
}

// PopularTags returns the ten tags that the 50 latest articles have most often.
func (c *Content) PopularTags() []string {
	times := map[int]int{}
	for _, a := range c.Articles[len(c.Articles)-50:] {
		for _, tag := range a.Tags {
			times[tag]++
		}
	}
	type counted struct {
		name  string
		times int
	}
	var all []counted
	for tag, n := range times {
		all = append(all, counted{c.Tags[tag-1], n})
	}
	slices.SortFunc(all, func(a, b counted) int { return cmp.Or(b.times-a.times, cmp.Compare(a.name, b.name)) })
	var list []string
	for _, tag := range all[:min(10, len(all))] {
		list = append(list, tag.name)
	}
	return list
}

func count[T any](all []T, wanted func(T) bool) int {
	n := 0
	for _, one := range all {
		if wanted(one) {
			n++
		}
	}
	return n
}

// orNull returns nil for the empty text.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
