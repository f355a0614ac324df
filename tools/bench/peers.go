package main

import (
	"os"
	"path/filepath"
	"runtime"
)

// peer is one of the programs that are compared.
type peer struct {
	name    string
	install []string // folders below tools/bench/peers in which `npm ci` installs packages
	build   []string // npm script to run afterwards, in the first of these folders
	source  string   // the Go program to build, if it is one
	names   []string // packages whose versions are reported, of the first of these folders; a program's are modules
	command func(t tools) []string
}

// tools holds the paths of programs that start peers.
type tools struct {
	peers    string // the folder tools/bench/peers
	fwrun    string
	before   string // fwrun of an earlier commit
	fasthttp string
	node     string
	bun      string
	cache    string            // the folder for fwrun's compiled code, for this run only
	programs map[string]string // what was built of the sources of peers, by these

	mcpGo          string // the Go SDK's server
	mcpApplication string // the folder that fwrun serves for the measured tools
	mcpTools       int    // the number of tools that the other two serve
}

const us = "fwrun"

// peers returns the peers in the order of the table, fwrun first.
func peers() []peer {
	return []peer{
		{
			name:    us,
			command: func(t tools) []string { return []string{t.fwrun, "serve", filepath.Join(t.peers, "fwrun")} },
		},
		{
			name:    "fasthttp",
			command: func(t tools) []string { return []string{t.fasthttp} },
		},
		{
			name:    "Fastify",
			install: []string{"fastify", "node"},
			command: func(t tools) []string { return []string{t.node, filepath.Join(t.peers, "fastify", "server.js")} },
		},
		{
			name:    "NestJS",
			install: []string{"nestjs", "node"},
			build:   []string{"run", "build"},
			command: func(t tools) []string { return []string{t.node, filepath.Join(t.peers, "nestjs", "dist", "main.js")} },
		},
		{
			name:    "Bun",
			install: []string{"bun"},
			command: func(t tools) []string { return []string{t.bun, filepath.Join(t.peers, "bun", "server.js")} },
		},
	}
}

// nodePath returns the path of the Node binary in its npm package, which the peers run on.
func nodePath(peers string) string {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return filepath.Join(peers, "node", "node_modules", "node-"+runtime.GOOS+"-"+arch, "bin", "node")
}

// environment returns the environment of every peer: it is the same for all, and each uses its
// own part.
func (t tools) environment(port, database string) []string {
	return append(os.Environ(), "PORT="+port, "SERVER_PORT="+port, "BENCH_DATABASE="+database,
		"BENCH_SECRET="+tokenSecret, "NODE_ENV=production", "LOGGING_FORMAT=json", "FWRUN_CACHE="+t.cache)
}
