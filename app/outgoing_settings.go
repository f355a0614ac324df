package app

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

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
	"github.com/fwrun/fwrun/jsapi/web/weburl"
	"github.com/fwrun/fwrun/outbound"
)

// readOutgoing reads the section http. Files are relative to the application's folder.
func readOutgoing(r *config.Reader, folder string) outgoing {
	r = r.Under("http")
	client := r.Under("client")
	o := outgoing{
		connections: readConnections(client, folder),
		fetch:       readManner(client, manner{timeout: 30 * time.Second, maxBytes: 64 << 20}),
		untraced:    !client.Bool("trace", true),
		sockets:     readSockets(client),
	}
	for _, name := range r.Names("clients") {
		if c, ok := readClient(r.Under("clients"), name, o.fetch); ok {
			o.clients = append(o.clients, c)
		}
	}
	return o
}

// largestMessage is what a message may be set to at most: texts and buffers of scripts have limits, too.
const largestMessage = 64 << 20

func readSockets(r *config.Reader) sockets.Options {
	o := sockets.Options{MaxMessage: r.Size("max-message-bytes", 4<<20), MaxUnsent: r.Size("max-unsent-bytes", 16<<20)}
	for key, size := range map[string]int64{"max-message-bytes": o.MaxMessage, "max-unsent-bytes": o.MaxUnsent} {
		if (size < 1 || size > largestMessage) && r.Has(key) {
			r.Reject(key, "must be between 1 byte and 64 MiB", "for example "+key+": 4MiB")
		}
	}
	return o
}

func readConnections(r *config.Reader, folder string) outbound.Settings {
	return outbound.Settings{
		ConnectTimeout: r.Duration("connect-timeout", 10*time.Second),
		HeaderTimeout:  r.Duration("header-timeout", 0),
		IdleTimeout:    r.Duration("idle-timeout", 90*time.Second),
		MaxInFlight:    r.IntBetween("max-connections", 0, 1, 1_000_000),
		MaxPerHost:     r.IntBetween("max-connections-per-host", 0, 0, 1_000_000),
		Queue:          r.IntBetween("queue", 1024, 1, 1_000_000),
		MaxWait:        r.Duration("acquire-timeout", 10*time.Second),
		MaxIdle:        r.IntBetween("max-idle-connections", 0, 1, 1_000_000),
		Proxy:          readProxy(r),
		ForbidPrivate:  r.OneOf("private-addresses", "allow", "allow", "forbid") == "forbid",
		Allowed:        readHosts(r, "allowed-hosts", nil),
		CA:             readAuthorities(r, folder),
		Insecure:       r.Bool("tls.insecure", false),
	}
}

func readProxy(r *config.Reader) outbound.Proxy {
	text := strings.TrimSpace(r.String("proxy", ""))
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
	return outbound.Proxy{URL: u, Except: readHosts(r, "no-proxy", []string{"localhost", "127.0.0.0/8", "::1"})}
}

func readHosts(r *config.Reader, key string, otherwise []string) outbound.Hosts {
	hosts, err := outbound.ParseHosts(r.Strings(key, otherwise...))
	if err != nil {
		r.Reject(key, "contains an invalid entry: "+err.Error(), "for example "+key+": [api.internal, \"*.internal\", 10.0.0.0/8]")
	}
	return hosts
}

// readAuthorities reads the certificates themselves, so that a changed file leads to new connections.
func readAuthorities(r *config.Reader, folder string) []byte {
	name := r.String("tls.ca", "")
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(inFolder(folder, name))
	switch {
	case errors.Is(err, os.ErrNotExist):
		r.Reject("tls.ca", "names the file "+name+", which does not exist", "correct the path; it is relative to the application's folder")
	case err != nil:
		r.Reject("tls.ca", "names the file "+name+", which cannot be read: "+reason(err), "")
	case !x509.NewCertPool().AppendCertsFromPEM(text):
		r.Reject("tls.ca", "names the file "+name+", which does not contain a certificate", "use a PEM file, which begins with -----BEGIN CERTIFICATE-----")
	}
	return text
}

func readManner(r *config.Reader, otherwise manner) manner {
	m := manner{
		timeout:  r.Duration("timeout", otherwise.timeout),
		maxBytes: r.Size("max-response-bytes", otherwise.maxBytes),
		retries: outbound.Retries{
			Max:      r.IntBetween("retries.max", otherwise.retries.Max, 0, 100),
			Backoff:  r.Duration("retries.backoff", otherwise.retries.Backoff),
			MaxDelay: r.Duration("retries.max-delay", otherwise.retries.MaxDelay),
			Statuses: otherwise.retries.Statuses,
		},
	}
	if m.maxBytes < 1 && r.Has("max-response-bytes") {
		r.Reject("max-response-bytes", "must be greater than 0", "for example max-response-bytes: 10MiB")
	}
	if r.Has("retries.statuses") {
		m.retries.Statuses = readStatuses(r)
	}
	return m
}

func readStatuses(r *config.Reader) []int {
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
		clients.Reject("["+name+"]", "is not a valid name of a client", "use letters, digits, dashes and underscores, beginning with a letter: the bean is called <name>-client")
		return namedClient{}, false
	}
	r := clients.Under(name)
	r.Require("base-url")
	base, problem := weburl.Base(r.String("base-url", "http://localhost"))
	if problem != "" {
		r.Reject("base-url", problem, "for example base-url: https://api.example.com/v1")
	}
	return namedClient{manner: readManner(r, otherwise), name: name, base: base, header: readClientHeader(r)}, base != nil
}

// readClientHeader reads headers and authentication. Errors do not contain values, which may be secret.
func readClientHeader(r *config.Reader) http.Header {
	header := http.Header{}
	for _, name := range r.Names("headers") {
		key := "headers[" + name + "]"
		value := r.String(key, "")
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
	token, user, password := r.String("bearer", ""), r.String("basic.username", ""), r.String("basic.password", "")
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
