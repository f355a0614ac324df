package data

import (
	"context"
	"database/sql/driver"
	"net"
	"net/url"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// mysqlBackend opens connections to a MySQL or MariaDB server.
type mysqlBackend struct {
	connector driver.Connector
}

func (db *DB) openMySQL() error {
	u, err := serverURL(db.settings, MySQL)
	if err != nil {
		return err
	}
	config, err := mysqlConfig(u)
	if err != nil {
		return badURL(db.settings, MySQL, err.Error())
	}
	config.Timeout = db.settings.ConnectTimeout
	c, err := mysql.NewConnector(config)
	if err != nil {
		return badURL(db.settings, MySQL, err.Error())
	}
	db.openServer(mysqlBackend{c})
	return nil
}

// mysqlConfig lets the driver parse the URL's options. User and password are removed before, so
// that the driver's errors cannot contain a password. An option that the driver does not know is
// a variable of the session. Options that this package relies on cannot be set by the URL.
func mysqlConfig(u *url.URL) (*mysql.Config, error) {
	options := u.Query()
	network, address := "tcp", u.Host
	if socket := options.Get("host"); strings.HasPrefix(socket, "/") {
		network, address = "unix", socket
	} else if u.Port() == "" {
		address = net.JoinHostPort(u.Hostname(), "3306")
	}
	options.Del("host")
	dsn := network + "(" + address + ")/" + url.PathEscape(strings.TrimPrefix(u.Path, "/"))
	if len(options) > 0 {
		dsn += "?" + options.Encode()
	}
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	config.User = u.User.Username()
	config.Passwd, _ = u.User.Password()
	config.ParseTime = true
	config.ClientFoundRows = true // an update counts the rows it matched, as in other databases
	config.MultiStatements = false
	config.AllowAllFiles = false
	config.InterpolateParams = false
	if config.Params == nil {
		config.Params = map[string]string{}
	}
	config.Params["time_zone"] = "'+00:00'"
	return config, nil
}

func (b mysqlBackend) connect(ctx context.Context) (session, error) {
	conn, err := b.connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	s := newMySQLSession(conn.(mysqlConn))
	if s.id, s.server, err = whichMySQL(ctx, s.conn); err != nil {
		_ = s.close()
		return nil, err
	}
	s.reach = b.connector
	return s, nil
}
