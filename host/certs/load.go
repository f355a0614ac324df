package certs

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Settings are the settings of a store. Paths are those of PEM files.
type Settings struct {
	Pairs []Pair // at least one

	// MinVersion is the oldest version of TLS that is accepted: tls.VersionTLS12, the default, or tls.VersionTLS13.
	MinVersion uint16

	// ClientCA is a file with authorities, one of which must have signed a client's certificate. If it is empty,
	// clients need no certificate.
	ClientCA string

	// Handshake limits how long a client may take for the handshake, from its connection on; 0 sets no limit.
	Handshake time.Duration
}

// Pair is a certificate, followed by its intermediate certificates, and its key.
type Pair struct{ Certificate, Key string }

// Problem is an error in the files.
type Problem struct {
	Pair    int  // the index of the pair; -1 for the client's authorities
	Key     bool // the key's file, rather than the certificate's
	Warning bool // the certificate can be served nevertheless
	Text    string
	Hint    string
}

func (p *Problem) Error() string { return p.Text }

// loaded is what was read from the files.
type loaded struct {
	config   *tls.Config
	warnings []*Problem
}

// load reads all files. The problems do not include warnings.
func load(s Settings, now time.Time) (loaded, []*Problem) {
	config := &tls.Config{MinVersion: max(s.MinVersion, tls.VersionTLS12), NextProtos: []string{"http/1.1", "http/1.0"}}
	l := loaded{config: config}
	var problems []*Problem
	for i, pair := range s.Pairs {
		certificate, problem := readPair(pair)
		if problem != nil {
			problem.Pair = i
			problems = append(problems, problem)
			continue
		}
		config.Certificates = append(config.Certificates, certificate)
		if text := datesOf(certificate.Leaf, now); text != "" {
			l.warnings = append(l.warnings, &Problem{Pair: i, Warning: true, Text: pair.Certificate + " " + text, Hint: "renew it; the new one is served " +
				"without a restart"})
		}
	}
	if s.ClientCA != "" {
		pool, problem := readPool(s.ClientCA)
		if problem != nil {
			problems = append(problems, problem)
		}
		config.ClientCAs, config.ClientAuth = pool, tls.RequireAndVerifyClientCert
		config.SessionTicketsDisabled = true // a resumed session would skip the check of the client's certificate
	}
	return l, problems
}

func readPair(pair Pair) (tls.Certificate, *Problem) {
	certificate, err := os.ReadFile(pair.Certificate)
	if err != nil {
		return tls.Certificate{}, unreadable(pair.Certificate, err)
	}
	key, err := os.ReadFile(pair.Key)
	if err != nil {
		problem := unreadable(pair.Key, err)
		problem.Key = true
		return tls.Certificate{}, problem
	}
	made, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return tls.Certificate{}, unusable(pair, certificate, err)
	}
	return made, nil
}

func unreadable(file string, err error) *Problem {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Problem{Text: "there is no file " + file, Hint: "paths are relative to the application's folder"}
	case errors.Is(err, fs.ErrPermission):
		return &Problem{Text: file + " cannot be read: permission denied", Hint: "allow the user that runs fwrun to read it"}
	}
	if behind, ok := errors.AsType[*fs.PathError](err); ok {
		err = behind.Err
	}
	return &Problem{Text: fmt.Sprintf("%s cannot be read: %v", file, err)}
}

// unusable reports a problem in the file that is at fault, as far as that can be known.
func unusable(pair Pair, certificate []byte, err error) *Problem {
	if pool := x509.NewCertPool(); !pool.AppendCertsFromPEM(certificate) {
		return &Problem{Text: pair.Certificate + " contains no certificate", Hint: "a certificate is a PEM file that begins " +
			"with -----BEGIN CERTIFICATE-----"}
	}
	return &Problem{
		Key: true, Text: fmt.Sprintf("%s is not the key of %s: %v", pair.Key, pair.Certificate, err),
		Hint: "use the private key that the certificate was made for, as a PEM file without a password",
	}
}

func readPool(file string) (*x509.CertPool, *Problem) {
	text, err := os.ReadFile(file)
	if err != nil {
		problem := unreadable(file, err)
		problem.Pair = -1
		return nil, problem
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, &Problem{Pair: -1, Text: file + " contains no certificate", Hint: "a certificate is a PEM file that begins " +
			"with -----BEGIN CERTIFICATE-----"}
	}
	return pool, nil
}

// datesOf describes a problem with a certificate's dates; empty if it is valid.
func datesOf(leaf *x509.Certificate, now time.Time) string {
	switch {
	case now.After(leaf.NotAfter):
		return "expired on " + leaf.NotAfter.UTC().Format(time.DateOnly)
	case now.Before(leaf.NotBefore):
		return "is not valid before " + leaf.NotBefore.UTC().Format(time.DateOnly)
	}
	return ""
}
