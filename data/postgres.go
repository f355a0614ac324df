package data

import (
	"cmp"
	"context"
	"net/url"

	"github.com/jackc/pgx/v5/pgconn"
)

// postgresBackend opens connections to a PostgreSQL server. It speaks the protocol
// through pgconn, the layer below pgx, so that results are read from the wire's own
// buffers.
type postgresBackend struct {
	config *pgconn.Config
}

func (db *DB) openPostgres() error {
	u, err := serverURL(db.settings, Postgres)
	if err != nil {
		return err
	}
	config, err := postgresConfig(u)
	if err != nil {
		return badURL(db.settings, Postgres, err.Error())
	}
	config.ConnectTimeout = db.settings.ConnectTimeout
	db.openServer(postgresBackend{config})
	return nil
}

// postgresConfig lets pgconn parse the URL without the password, so that no error of it
// can show one, and sets user and password afterwards.
func postgresConfig(u *url.URL) (*pgconn.Config, error) {
	user, password := u.User.Username(), ""
	password, _ = u.User.Password()
	bare := *u
	bare.User, bare.Scheme = nil, "postgres"
	query := bare.Query()
	if p := query.Get("password"); p != "" && password == "" {
		password = p
	}
	query.Del("password")
	bare.RawQuery = query.Encode()
	config, err := pgconn.ParseConfig(bare.String())
	if err != nil {
		return nil, err
	}
	config.User = cmp.Or(user, config.User)
	config.Password = cmp.Or(password, config.Password)
	config.RuntimeParams["timezone"] = "UTC"
	config.RuntimeParams["datestyle"] = "ISO"
	config.RuntimeParams["application_name"] = cmp.Or(config.RuntimeParams["application_name"], "fwrun")
	return config, nil
}

func (b postgresBackend) connect(ctx context.Context) (session, error) {
	conn, err := pgconn.ConnectConfig(ctx, b.config)
	if err != nil {
		return nil, err
	}
	return newPostgresSession(conn), nil
}
