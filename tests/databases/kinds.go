package databases

import "syscall"

// Postgres lays out a PostgreSQL server in a new folder, from the paths of its programs, and returns its URL. It listens on a
// socket only, and writes nothing to the disk for good.
func Postgres(initdb, postgres string) (s Server, folder, url string, err error) {
	if folder, err = Folder("postgres"); err != nil {
		return s, folder, "", err
	}
	err = run("postgres", initdb, "--pgdata", folder+"/data", "--username", "fwrun", "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C", "--no-sync")
	return Server{
		User: "postgres", Ready: "ready to accept connections", Stop: syscall.SIGINT,
		Command: []string{postgres, "-D", folder + "/data", "-k", folder, "-h", "", "-c", "fsync=off", "-c", "max_connections=400"},
	}, folder, "postgres:///postgres?host=" + folder + "&user=fwrun&sslmode=disable", err
}

// MariaDB lays out a MariaDB server in a new folder, from the paths of its programs, and returns its URL, without a database.
// It listens on a socket only.
func MariaDB(install, mariadbd string) (s Server, folder, url string, err error) {
	if folder, err = Folder("mysql"); err != nil {
		return s, folder, "", err
	}
	// A server that starts removes the temporary tables of others in the folder for them.
	err = run("mysql", install, "--no-defaults", "--datadir="+folder+"/data", "--tmpdir="+folder, "--skip-test-db",
		"--auth-root-authentication-method=normal")
	return Server{
		User: "mysql", Ready: "ready for connections", Stop: syscall.SIGTERM,
		Command: []string{
			mariadbd, "--no-defaults", "--datadir=" + folder + "/data", "--socket=" + folder + "/sock",
			"--skip-networking", "--pid-file=" + folder + "/pid", "--tmpdir=" + folder, "--innodb-flush-log-at-trx-commit=0",
			"--max-connections=400",
		},
	}, folder, "mysql://root@/?host=" + folder + "/sock", err
}
