package main

import (
	"path/filepath"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/articles"
)

// articlesContest returns the contest of a real application: the backend of articles.
func articlesContest(now time.Time) contest {
	model := articles.New()
	work := articleEndpoints(model, now)
	return contest{
		name: whole, heading: "A real application", folder: "articles-fwrun", ready: "/tags",
		peers: articlePeers(), endpoints: work, aims: articleAims(work), loaded: 90,
		seed:  articles.New().Write,
		wrote: model.Check, undo: articles.Restore,
	}
}

// articleAims returns the aims for it, which were set before the application was written.
func articleAims(work []endpoint) []aims {
	return []aims{
		{perCPU, []aim{
			{"article", "Fastify", 0.85},
			{"tags", "Fastify", 0.85},
			{"list", "Fastify", 1},
			{"create", "Fastify", 1.2},
			{"feed", "Fastify", 1.2},
		}},
		{perCPU, everywhere(work, "NestJS", 2)},
		{wall, everywhere(work, "Fastify", 1.5)},
		{tail, everywhere(work, "Fastify", 1)},
	}
}

// articlePeers returns what is compared: the same backend, each as its users write it.
func articlePeers() []peer {
	node := func(path ...string) func(tools) []string {
		return func(t tools) []string { return []string{t.node, filepath.Join(append([]string{t.peers}, path...)...)} }
	}
	const goSource = "./bench/peers/articles-go" // in the module of the tools
	return []peer{
		{
			name:    us,
			command: func(t tools) []string { return []string{t.fwrun, "serve", filepath.Join(t.peers, "articles-fwrun")} },
		},
		{
			name: "Fastify", install: []string{"articles-fastify", "node"}, command: node("articles-fastify", "server.js"),
			names: []string{"fastify", "@fastify/jwt", "better-sqlite3"},
		},
		{
			name: "NestJS", install: []string{"articles-nestjs", "node"}, build: []string{"run", "build"},
			command: node("articles-nestjs", "dist", "main.js"),
			names: []string{
				"@nestjs/core", "@nestjs/platform-fastify", "@nestjs/jwt", "class-validator", "class-transformer", "better-sqlite3",
			},
		},
		{
			name: "Hono", install: []string{"articles-hono", "bun"},
			command: func(t tools) []string { return []string{t.bun, filepath.Join(t.peers, "articles-hono", "server.js")} },
			names:   []string{"hono", "@hono/zod-validator", "zod"},
		},
		{
			name: "Go", source: goSource,
			command: func(t tools) []string { return []string{t.programs[goSource]} },
			names:   []string{"modernc.org/sqlite", "github.com/golang-jwt/jwt/v5"},
		},
	}
}
