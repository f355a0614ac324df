package outgoing

import (
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
	"github.com/fwrun/fwrun/jsapi/web/weburl"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/outbound"
)

// Settings are the configuration of requests that scripts send.
type Settings struct {
	Connections outbound.Settings // for all of them; without Retries

	fetch    manner
	clients  []namedClient
	untraced bool
	sockets  sockets.Options // without what opens them
}

// manner holds how requests are sent: by fetch, or by one client.
type manner struct {
	timeout  time.Duration
	maxBytes int64
	retries  outbound.Retries
}

// namedClient is an entry of http.clients.
type namedClient struct {
	manner
	name   string
	base   *url.URL
	header http.Header
}

// Read reads the section http. Files are relative to the application's folder.
func Read(r *config.Reader, application string) Settings {
	r = r.Under("http")
	client := r.Under("client")
	s := Settings{
		Connections: readConnections(client, application),
		fetch: manner{
			timeout: client.Duration("timeout"), maxBytes: client.Size("max-response-bytes"),
			retries: outbound.Retries{
				Max: client.Int("retries.max"), Backoff: client.Duration("retries.backoff"), MaxDelay: client.Duration("retries.max-delay"),
				Statuses: readStatuses(client, nil),
			},
		},
		untraced: !client.Bool("trace"),
		sockets:  readSockets(client),
	}
	for _, name := range r.Names("clients") {
		if c, ok := readClient(r.Under("clients"), name, s.fetch); ok {
			s.clients = append(s.clients, c)
		}
	}
	return s
}

func readSockets(r *config.Reader) sockets.Options {
	return sockets.Options{MaxMessage: r.Size("max-message-bytes"), MaxUnsent: r.Size("max-unsent-bytes")}
}

func readConnections(r *config.Reader, application string) outbound.Settings {
	return outbound.Settings{
		ConnectTimeout: r.Duration("connect-timeout"),
		HeaderTimeout:  r.Duration("header-timeout"),
		IdleTimeout:    r.Duration("idle-timeout"),
		MaxInFlight:    r.Int("max-connections"),
		MaxPerHost:     r.Int("max-connections-per-host"),
		Queue:          r.Int("queue"),
		MaxWait:        r.Duration("acquire-timeout"),
		MaxIdle:        r.Int("max-idle-connections"),
		Proxy:          readProxy(r),
		ForbidPrivate:  r.String("private-addresses") == "forbid",
		Allowed:        readHosts(r, "allowed-hosts"),
		CA:             readAuthorities(r, application),
		Insecure:       r.Bool("tls.insecure"),
	}
}

func readProxy(r *config.Reader) outbound.Proxy {
	text := strings.TrimSpace(r.String("proxy"))
	switch strings.ToLower(text) {
	case "":
		return outbound.Proxy{}
	case "false", "off", "no", "none":
		return outbound.Proxy{Off: true}
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) {
		r.Reject("proxy", "must be the URL of a proxy, or false", "for example proxy: http://proxy.example.com:3128; or socks5://…")
		return outbound.Proxy{Off: true}
	}
	return outbound.Proxy{URL: u, Except: readHosts(r, "no-proxy")}
}

func readHosts(r *config.Reader, key string) outbound.Hosts {
	hosts, err := outbound.ParseHosts(r.Strings(key))
	if err != nil {
		r.Reject(key, "contains an invalid entry: "+err.Error(), "for example "+key+": [api.internal, \"*.internal\", 10.0.0.0/8]")
	}
	return hosts
}

// readAuthorities reads the certificates themselves, so that a changed file leads to new connections.
func readAuthorities(r *config.Reader, application string) []byte {
	name := r.String("tls.ca")
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(folder.Within(application, name))
	switch {
	case errors.Is(err, os.ErrNotExist):
		r.Reject("tls.ca", "names the file "+name+", which does not exist", "correct the path; it is relative to the application's folder")
	case err != nil:
		r.Reject("tls.ca", "names the file "+name+", which cannot be read: "+folder.Reason(err), "")
	case !x509.NewCertPool().AppendCertsFromPEM(text):
		r.Reject("tls.ca", "names the file "+name+", which does not contain a certificate", "use a PEM file, which begins with -----BEGIN CERTIFICATE-----")
	}
	return text
}

// readManner reads the manner of a client's requests; what is not set is that of all.
func readManner(r *config.Reader, common manner) manner {
	return manner{
		timeout: r.Duration("timeout", common.timeout), maxBytes: r.Size("max-response-bytes", common.maxBytes),
		retries: outbound.Retries{
			Max: r.Int("retries.max", common.retries.Max), Backoff: r.Duration("retries.backoff", common.retries.Backoff),
			MaxDelay: r.Duration("retries.max-delay", common.retries.MaxDelay), Statuses: readStatuses(r, common.retries.Statuses),
		},
	}
}

func readStatuses(r *config.Reader, common []int) []int {
	if !r.Has("retries.statuses") {
		return common
	}
	list := []int{}
	for _, text := range r.Strings("retries.statuses") {
		status, err := strconv.Atoi(text)
		if err != nil || status < 400 || status > 599 {
			r.Reject("retries.statuses", "must contain only statuses from 400 to 599", "for example statuses: [502, 503, 504]")
			return nil
		}
		list = append(list, status)
	}
	return list
}

var clientName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

func readClient(clients *config.Reader, name string, otherwise manner) (namedClient, bool) {
	if !clientName.MatchString(name) {
		clients.Reject("["+name+"]", "is not a valid name of a client",
			"use letters, digits, dashes and underscores, beginning with a letter: the bean is called <name>-client")
		return namedClient{}, false
	}
	r := clients.Under(name)
	r.Require("base-url")
	base, problem := weburl.Base(r.String("base-url"))
	if problem != "" && r.Has("base-url") {
		r.Reject("base-url", problem, "for example base-url: https://api.example.com/v1")
	}
	return namedClient{manner: readManner(r, otherwise), name: name, base: base, header: readClientHeader(r)}, base != nil
}

// readClientHeader reads headers and authentication. Errors do not contain values, which may be secret.
func readClientHeader(r *config.Reader) http.Header {
	header := http.Header{}
	for _, name := range r.Names("headers") {
		key := "headers[" + name + "]"
		value := r.String(key)
		switch {
		case !httpguts.ValidHeaderFieldName(name), strings.EqualFold(name, "Host"):
			r.Reject(key, "is not a header that can be set here", "names of headers have letters, digits and dashes; the header Host is taken from base-url")
		case !httpguts.ValidHeaderFieldValue(value):
			r.Reject(key, "contains a character that is not allowed in a header", "remove line breaks and control characters")
		default:
			header.Set(name, value)
		}
	}
	if authorization := readAuthorization(r.Under("auth")); authorization != "" {
		if header.Get("Authorization") != "" {
			r.Reject("auth", "and headers.Authorization both set the header Authorization", "remove one of them")
		}
		header.Set("Authorization", authorization)
	}
	return header
}

func readAuthorization(r *config.Reader) string {
	token, user, password := r.String("bearer"), r.String("basic.username"), r.String("basic.password")
	switch {
	case token != "" && user != "":
		r.Reject("bearer", "and basic are both set, but a request can use only one of them", "remove one of them")
	case token != "" && !httpguts.ValidHeaderFieldValue(token):
		r.Reject("bearer", "contains a character that is not allowed in a header", "remove line breaks and control characters")
	case token != "":
		return "Bearer " + token
	case r.Has("bearer"):
		r.Reject("bearer", "is empty", "set the variable that it comes from, or remove it")
	case strings.Contains(user, ":"):
		r.Reject("basic.username", "must not contain a colon", "remove the colon")
	case user != "":
		return "Basic " + base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%s:%s", user, password))
	case password != "":
		r.Require("basic.username")
	}
	return ""
}
