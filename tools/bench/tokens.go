package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// tokenSecret signs the tokens of the benchmark.
const tokenSecret = "a secret of the benchmark, which signs its tokens"

// tokenAims were set before anything was measured.
var tokenAims = []aim{{"token", "Fastify", 1.5}}

// tokenPeers returns what is compared: the same routes in fwrun and in Fastify with @fastify/jwt.
func tokenPeers() []peer {
	return []peer{
		{
			name:    us,
			command: func(t tools) []string { return []string{t.fwrun, "serve", filepath.Join(t.peers, "fwrun-token")} },
		},
		{
			name:    "Fastify",
			install: []string{"fastify-token", "node"},
			command: func(t tools) []string { return []string{t.node, filepath.Join(t.peers, "fastify-token", "server.js")} },
		},
	}
}

// tokenEndpoints returns a route without a token and one with it. Every peer refuses what is signed by others, has ended, is not for it,
// or is not signed at all, and somebody without the role.
func tokenEndpoints(now time.Time) []endpoint {
	bearing := func(path, token string, want any) exchange {
		return exchange{method: http.MethodGet, path: path, headers: []string{"Authorization: Bearer " + token}, want: want}
	}
	token := func(method jwt.SigningMethod, key any, changed jwt.MapClaims) string {
		claims := jwt.MapClaims{
			"iss": "bench", "aud": "bench", "sub": "ada", "roles": []string{"USER", "CLERK"}, "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
		}
		for name, value := range changed {
			claims[name] = value
		}
		text, err := jwt.NewWithClaims(method, claims).SignedString(key)
		if err != nil {
			panic(err) // the keys are constants of this file
		}
		return text
	}
	own, secret := jwt.SigningMethodHS256, []byte(tokenSecret)
	good := token(own, secret, nil)
	ada := object{"name": "ada", "roles": []string{"USER", "CLERK"}}
	return []endpoint{
		{
			name: "plain", title: "GET without a token",
			load: load.Get("/hello"),
			good: []exchange{get("/hello", object{"name": "nobody", "roles": []string{}})},
		},
		{
			name: "token", title: "GET with a token",
			load: load.Get("/me", "Authorization: Bearer "+good),
			good: []exchange{bearing("/me", good, ada)},
			bad: []exchange{
				get("/me", nil), bearing("/me", good+"x", nil), bearing("/admin", good, nil),
				bearing("/me", token(own, []byte(tokenSecret+"!"), nil), nil),
				bearing("/me", token(own, secret, jwt.MapClaims{"exp": now.Add(-time.Hour).Unix()}), nil),
				bearing("/me", token(own, secret, jwt.MapClaims{"aud": "other"}), nil),
				bearing("/me", token(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil), nil),
			},
		},
	}
}

// measureTokens compares a route that takes a token with that of Fastify.
func measureTokens(args []string) error {
	flags := flag.NewFlagSet("tokens", flag.ContinueOnError)
	p := plan{}
	flags.IntVar(&p.Rounds, "rounds", 13, "rounds in which each peer is measured once on each route")
	seconds := flags.Float64("seconds", 1, "length of one measurement")
	warmup := flags.Float64("warmup", 3, "seconds of load on each route of each peer before anything counts")
	flags.IntVar(&p.Connections, "concurrency", 32, "connections at a time")
	markdown := flags.Bool("markdown", false, "print the section of tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	p.Time, p.Warmup = time.Duration(*seconds*float64(time.Second)), time.Duration(*warmup*float64(time.Second))
	m, err := compareTokens(p)
	if err != nil {
		return err
	}
	return printGrids(os.Stdout, []grid{m.rates(), m.ratioTable(), m.aimTable(aims{perCPU, tokenAims})}, *markdown)
}

// compareTokens prepares, checks and measures.
func compareTokens(p plan) (*measurements, error) {
	folder, remove, err := scratch()
	if err != nil {
		return nil, err
	}
	defer remove()
	fmt.Fprintln(os.Stderr, "building and installing")
	work := tokenEndpoints(time.Now())
	m := newMeasurements(tokenPeers(), work)
	t, err := prepare(m.peers, folder)
	if err != nil {
		return nil, err
	}
	running, stop, err := m.startAll(t, "")
	defer stop()
	if err != nil {
		return nil, err
	}
	for _, s := range running {
		if err := checkAnswers(s.url(), work); err != nil {
			return nil, fmt.Errorf("%s does not do the same work, so nothing is measured:\n%w", s.peer.name, err)
		}
	}
	return m, m.measure(running, p, os.Stderr)
}
