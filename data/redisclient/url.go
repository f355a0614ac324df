package redisclient

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// The defaults of a URL without options.
const (
	defaultPoolSize       = 10
	defaultConnectTimeout = 2 * time.Second
	defaultTimeout        = 2 * time.Second
)

const hint = "write it like redis://cache.example.com:6379/0, rediss://user:password@cache.example.com or " +
	"redis+unix:///run/redis.sock?db=0; hosts of a cluster are separated by commas; " +
	"options are db, pool_size, timeout, connect_timeout, master and ca_file"

// parse parses a URL. Its errors contain no part of the URL, because any part of a malformed URL
// may be a part of the password.
func parse(what, raw string) (*options, error) {
	o, err := read(raw)
	if err != nil {
		return nil, fault.New("redis.open", fault.Internal, "the url of "+what+" is not usable: "+err.Error()).WithHint(hint)
	}
	return o, nil
}

func read(raw string) (*options, error) {
	scheme, rest, _ := strings.Cut(raw, "://")
	// net/url accepts one host, but no list of hosts.
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndex(rest[:end], "@") + 1
	hosts := rest[at:end]
	u, err := url.Parse("redis://" + rest[:at] + "host" + rest[end:])
	if err != nil || u.Fragment != "" {
		return nil, errors.New("it is not a valid URL; special characters in a password must be percent-encoded")
	}
	o := &options{
		PoolSize: defaultPoolSize, DialTimeout: defaultConnectTimeout, Timeout: defaultTimeout,
	}
	if err := readUser(o, u.User); err != nil {
		return nil, err
	}
	switch strings.ToLower(scheme) {
	case "redis":
	case "rediss":
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	case "redis+unix":
		if hosts != "" || strings.Trim(u.Path, "/") == "" {
			return nil, errors.New("it must name a socket and no host")
		}
		o.Addrs = []string{u.Path}
		return o, readOptions(o, u.Query())
	default:
		return nil, errors.New("it must begin with redis://, rediss:// or redis+unix://")
	}
	if err := readOptions(o, u.Query()); err != nil {
		return nil, err
	}
	return o, readPlace(o, hosts, strings.TrimSuffix(strings.TrimPrefix(u.Path, "/"), "/"))
}

func readUser(o *options, user *url.Userinfo) error {
	if user == nil {
		return nil
	}
	o.Username = user.Username()
	o.Password, _ = user.Password()
	if o.Username != "" && o.Password == "" {
		return errors.New("it names a user without a password")
	}
	return nil
}

// readPlace parses the hosts and the number of the database.
func readPlace(o *options, hosts, db string) error {
	port := "6379"
	if o.MasterName != "" {
		port = "26379"
	}
	for host := range strings.SplitSeq(hosts, ",") {
		address, err := withPort(host, port)
		if err != nil {
			return err
		}
		o.Addrs = append(o.Addrs, address)
	}
	if db != "" {
		if err := readDB(o, db); err != nil {
			return err
		}
	}
	if o.DB != 0 && len(o.Addrs) > 1 && o.MasterName == "" {
		return errors.New("a cluster has only one database")
	}
	return nil
}

func withPort(host, port string) (string, error) {
	u, err := url.Parse("redis://" + host)
	if err != nil || u.Hostname() == "" || u.User != nil {
		return "", errors.New("it names no host, or one that is not valid")
	}
	if u.Port() != "" {
		port = u.Port()
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "", errors.New("its port is not valid")
	}
	return net.JoinHostPort(u.Hostname(), port), nil
}

// settings maps the names of options, which follow the question mark, to functions that set them.
var settings = map[string]func(o *options, value string) error{
	"db": readDB,
	"master": func(o *options, value string) error {
		if value == "" {
			return errors.New("master must be the name of the primary in Sentinel")
		}
		o.MasterName = value
		return nil
	},
	"pool_size": func(o *options, value string) error {
		n, err := strconv.ParseUint(value, 10, 16)
		if err != nil || n == 0 {
			return errors.New("pool_size must be a number from 1 to 65535")
		}
		o.PoolSize = int(n)
		return nil
	},
	"timeout": func(o *options, value string) (err error) {
		o.Timeout, err = readDuration("timeout", value)
		return err
	},
	"connect_timeout": func(o *options, value string) (err error) {
		o.DialTimeout, err = readDuration("connect_timeout", value)
		return err
	},
	"ca_file": readAuthorities,
}

func readOptions(o *options, query url.Values) error {
	for name, values := range query {
		set, known := settings[name]
		if !known || len(values) != 1 {
			return errors.New("an option is unknown or repeated")
		}
		if err := set(o, values[0]); err != nil {
			return err
		}
	}
	return nil
}

func readDB(o *options, value string) error {
	n, err := strconv.ParseUint(value, 10, 16)
	if err != nil {
		return errors.New("its database is not a number")
	}
	o.DB = int(n)
	return nil
}

func readDuration(name, value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	if err != nil || d < time.Millisecond {
		return 0, errors.New(name + " must be a duration of at least 1ms, such as 2s or 500ms")
	}
	return d, nil
}

// readAuthorities trusts the certificates of a PEM file instead of the system's.
func readAuthorities(o *options, file string) error {
	if o.TLSConfig == nil {
		return errors.New("ca_file needs rediss://")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return errors.New("its ca_file cannot be read")
	}
	o.TLSConfig.RootCAs = x509.NewCertPool()
	if !o.TLSConfig.RootCAs.AppendCertsFromPEM(text) {
		return errors.New("its ca_file contains no certificate in PEM form")
	}
	return nil
}
