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

// Settings say what to serve. Paths are those of files in PEM.
type Settings struct {
	Pairs []Pair // at least one

	// MinVersion is the oldest version of TLS spoken: tls.VersionTLS12, which is the default, or
	// tls.VersionTLS13.
	MinVersion uint16

	// ClientCA are the authorities one of which must have signed a client's certificate. Without
	// it none is asked for.
	ClientCA string
}

// Pair is a certificate, with those in between up to the authority, and its key.
type Pair struct{ Certificate, Key string }

// Problem is what is wrong with the files.
type Problem struct {
	Pair    int  // which one; -1 for the client's authorities
	Key     bool // it is the key's file, or else the certificate's
	Warning bool // it can be served all the same
	Text    string
	Hint    string
}

func (p *Problem) Error() string { return p.Text }

// loaded is what the files hold at one moment.
type loaded struct {
	config   *tls.Config
	warnings []*Problem
}

// load reads all files. The problems are without warnings.
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
			l.warnings = append(l.warnings, &Problem{Pair: i, Warning: true, Text: pair.Certificate + " " + text, Hint: "renew it; the new one is served without a restart"})
		}
	}
	if s.ClientCA != "" {
		pool, problem := readPool(s.ClientCA)
		if problem != nil {
			problems = append(problems, problem)
		}
		config.ClientCAs, config.ClientAuth = pool, tls.RequireAndVerifyClientCert
		config.SessionTicketsDisabled = true // who resumes is not asked again, whatever has changed
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
		return &Problem{Text: file + " may not be read", Hint: "give the user that runs fwrun the right to read it"}
	}
	if behind, ok := errors.AsType[*fs.PathError](err); ok {
		err = behind.Err
	}
	return &Problem{Text: fmt.Sprintf("%s cannot be read: %v", file, err)}
}

// unusable tells which of the two files is at fault, as far as that can be known.
func unusable(pair Pair, certificate []byte, err error) *Problem {
	if pool := x509.NewCertPool(); !pool.AppendCertsFromPEM(certificate) {
		return &Problem{Text: pair.Certificate + " holds no certificate", Hint: "it is a file in PEM that begins with -----BEGIN CERTIFICATE-----"}
	}
	return &Problem{
		Key: true, Text: fmt.Sprintf("%s is not the key of %s: %v", pair.Key, pair.Certificate, err),
		Hint: "the two are made together; the key is a file in PEM, without a password",
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
		return nil, &Problem{Pair: -1, Text: file + " holds no certificate", Hint: "it is a file in PEM that begins with -----BEGIN CERTIFICATE-----"}
	}
	return pool, nil
}

// datesOf says what is wrong with a certificate's dates; nothing when it is valid.
func datesOf(leaf *x509.Certificate, now time.Time) string {
	switch {
	case now.After(leaf.NotAfter):
		return "has expired on " + leaf.NotAfter.UTC().Format(time.DateOnly)
	case now.Before(leaf.NotBefore):
		return "is not valid before " + leaf.NotBefore.UTC().Format(time.DateOnly)
	}
	return ""
}
