package main

import (
	"errors"
	"os"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/tests/databases"
	"github.com/fwrun/fwrun/tests/needs"
)

// servers are those that the tests of a run share: each is started once, while the tests are compiled.
type servers struct {
	folder string
	wait   sync.WaitGroup
	mu     sync.Mutex
	ends   []func()
}

// kind is a server that packages can share.
type kind struct {
	name     string
	programs []string // without which it is not started
	users    string   // a package whose import says that the server is needed
	start    func() (address string, end func(), err error)
}

func kinds() []kind {
	all := []kind{
		{"postgres", []string{"initdb", "postgres"}, "data/datatest", func() (string, func(), error) {
			return database(databases.Postgres, "initdb", "postgres")
		}},
		{"mariadb", []string{"mariadb-install-db", "mariadbd"}, "data/datatest", func() (string, func(), error) {
			return database(databases.MariaDB, "mariadb-install-db", "mariadbd")
		}},
	}
	for _, name := range searchtest.Borrowed {
		all = append(all, kind{name, []string{"java", "mvn"}, "migrate/search/searchtest", startSearch})
	}
	return all
}

func startSearch() (string, func(), error) {
	node, err := searchtest.Run()
	if err != nil {
		return "", nil, err
	}
	return node.URL, func() { _ = node.Close() }, nil
}

// start begins to start the servers that the packages use, as far as their programs are installed.
func start(chosen []*pkg) (*servers, error) {
	folder, err := os.MkdirTemp("", "fwrun-servers-")
	if err != nil {
		return nil, err
	}
	s := &servers{folder: folder}
	for _, k := range kinds() {
		lacks := slices.ContainsFunc(k.programs, func(name string) bool { _, ok := needs.Find(name); return !ok })
		if lacks || !slices.ContainsFunc(chosen, func(p *pkg) bool { return p.uses(k.users) }) {
			continue
		}
		if err := databases.Begin(folder, k.name); err != nil {
			return nil, errors.Join(err, os.RemoveAll(folder))
		}
		s.wait.Go(func() { s.run(k) })
	}
	return s, nil
}

// uses reports whether the tests of a package use a server. Scripts use all of them.
func (p *pkg) uses(path string) bool {
	return p.runsPrograms() || slices.Contains(slices.Concat(p.TestImports, p.XTestImports), module+path)
}

func (s *servers) run(k kind) {
	address, end, err := k.start()
	if err == nil {
		s.mu.Lock()
		s.ends = append(s.ends, end)
		s.mu.Unlock()
	}
	_ = databases.Announce(s.folder, k.name, address, err) // tests wait in vain, and say so
}

func (s *servers) env() []string { return []string{databases.Variable + "=" + s.folder} }

// close ends the servers.
func (s *servers) close() {
	s.wait.Wait()
	for _, end := range s.ends {
		end()
	}
	_ = os.RemoveAll(s.folder)
}

// database starts a server of databases.
func database(layOut func(a, b string) (databases.Server, string, string, error), install, serve string) (string, func(), error) {
	first, _ := needs.Find(install)
	second, _ := needs.Find(serve)
	server, folder, url, err := layOut(first, second)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(folder))
	}
	end, err := server.Start()
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(folder))
	}
	return url, func() {
		end(0)
		_ = os.RemoveAll(folder)
	}, nil
}
