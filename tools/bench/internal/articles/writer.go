package articles

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

var (
	names = []string{"ada", "grace", "alan", "edsger", "barbara", "ken", "dennis", "frances", "tony", "jean", "niklaus", "radia"}

	tagNames = []string{
		"go", "javascript", "typescript", "sql", "sqlite", "http", "json", "security", "testing", "design", "history", "music", "gardens",
		"bread", "bicycles", "trains", "maps", "photography", "poetry", "physics", "chess", "climbing", "coffee", "cities", "rivers",
		"open-source", "typography", "weather", "whales", "woodwork",
	}

	nouns = []string{
		"engine", "garden", "river", "letter", "window", "table", "compiler", "café", "lantern", "ocean", "theorem", "bridge", "index",
		"market", "orchard", "signal", "thread", "voyage", "winter", "yard",
	}
	verbs      = []string{"finds", "keeps", "remembers", "measures", "forgets", "carries", "repairs", "follows", "names", "answers"}
	adjectives = []string{"quiet", "small", "honest", "old", "bright", "slow", "careful", "green", "plain", "distant"}
)

// writer writes texts at random, the same ones each time.
type writer struct{ random *rand.Rand }

func newWriter() *writer { return &writer{rand.New(rand.NewPCG(22, 500))} }

func (w *writer) one(words []string) string { return words[w.random.IntN(len(words))] }

// title returns a title of three to five words.
func (w *writer) title() string {
	return capital(w.one(adjectives)) + " " + w.one(nouns) + " " + w.one(verbs) + " the " + w.one(nouns)
}

func (w *writer) sentences(n int) string {
	var all []string
	for range n {
		sentence := "The " + w.one(adjectives) + " " + w.one(nouns) + " " + w.one(verbs) + " a " + w.one(nouns)
		switch w.random.IntN(4) {
		case 0:
			sentence += `, which some call a "` + w.one(nouns) + `"`
		case 1:
			sentence += " – and " + w.one(verbs) + " it again"
		}
		all = append(all, sentence+".")
	}
	return strings.Join(all, " ")
}

// text returns some paragraphs: 1 to 2 KB.
func (w *writer) text() string {
	var all []string
	for range 4 + w.random.IntN(4) {
		all = append(all, w.sentences(4+w.random.IntN(5)))
	}
	return strings.Join(all, "\n\n")
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

var others = regexp.MustCompile(`[^a-z0-9]+`)

// Slug makes of a title the part of a path that peers make of it.
func Slug(title string) string {
	return strings.TrimSuffix(strings.TrimPrefix(others.ReplaceAllString(strings.ToLower(title), "-"), "-"), "-")
}
