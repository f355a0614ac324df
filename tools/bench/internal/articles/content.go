package articles

import (
	"fmt"
	"slices"
	"time"
)

// Content is everything that the application knows. The id of a row is its index in its list, plus 1.
type Content struct {
	Users      []User
	Articles   []Article
	Tags       []string
	Comments   []Comment
	Favourites []Pair // of a user and an article
	Follows    []Pair // of a follower and who is followed
}

// User is somebody who reads and writes.
type User struct {
	Name, Email, Hash string
	Bio, Image        string // "" is null
}

// Article is a text with its author.
type Article struct {
	Slug, Title, Description, Body string
	Author                         int // the id of a user
	Created, Updated               string
	Tags                           []int // ids
}

// Comment is what a user has said about an article.
type Comment struct {
	Article, Author int // ids
	Body, Created   string
}

// Pair is a row of a table that connects two others, by ids.
type Pair struct{ First, Second int }

// The size of the content.
const (
	users    = 50
	articles = 500
)

// Password is that of all users.
const Password = "correct horse battery"

// passwordHash is the argon2id of Password.
const passwordHash = "$argon2id$v=19$m=19456,t=2,p=1$b2YgdGhlIGJlbmNobWFyaw$LiP6rvmfrr8dShzoriiF6k/qxC3vR7JZmpfdN16MlzI"

// first is when the first article was written.
var first = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// New makes the content.
func New() *Content {
	c := &Content{Tags: slices.Clone(tagNames)}
	words := newWriter()
	for i := range users {
		c.Users = append(c.Users, newUser(i))
		for j := range 10 {
			c.Follows = append(c.Follows, Pair{i + 1, (i+1+j*4)%users + 1})
		}
	}
	for i := range articles {
		c.Articles = append(c.Articles, newArticle(i, words))
		for j := range i % 6 {
			c.Comments = append(c.Comments, Comment{i + 1, (i+j*11)%users + 1, words.sentences(1 + j%3), at(i, 5+j)})
		}
		for j := range (i * 5) % 9 {
			c.Favourites = append(c.Favourites, Pair{(i+j*3)%users + 1, i + 1})
		}
	}
	return c
}

func newUser(i int) User {
	u := User{
		Name: fmt.Sprintf("%s%d", names[i%len(names)], i+1), Hash: passwordHash,
		Bio: fmt.Sprintf("Writes about %s & %s.", tagNames[i%len(tagNames)], tagNames[(i+7)%len(tagNames)]),
	}
	u.Email = u.Name + "@example.com"
	if i%3 != 0 {
		u.Image = "https://example.com/images/" + u.Name + ".jpg"
	}
	if i%5 == 0 {
		u.Bio = ""
	}
	return u
}

func newArticle(i int, words *writer) Article {
	a := Article{
		Title: words.title(), Description: words.sentences(1), Body: words.text(), Author: (i*7)%users + 1, Created: at(i, 0), Updated: at(i, i%4),
	}
	a.Slug = fmt.Sprintf("%s-%d", Slug(a.Title), i+1)
	for j := range (i + i/5) % 5 {
		a.Tags = append(a.Tags, (i*i+j*7)%len(tagNames)+1)
	}
	return a
}

// at returns a time some minutes after an article was written.
func at(article, minutes int) string {
	return first.Add(time.Duration(article)*37*time.Minute + time.Duration(minutes)*time.Minute).Format("2006-01-02T15:04:05.000Z")
}
