// Command articles-go serves the backend of articles with net/http, encoding/json and database/sql, as a Go program without a framework
// would.
package main

import (
	"log"
	"net/http"
	"os"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	s, err := open(os.Getenv("BENCH_DATABASE"))
	if err != nil {
		return err
	}
	a := api{store: s, secret: []byte(os.Getenv("BENCH_SECRET"))}
	return http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), policy(a.routes()))
}
