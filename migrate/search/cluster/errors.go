package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// UnansweredError is a request that was sent and not answered: nobody knows if it has taken effect.
type UnansweredError struct {
	Connection   string
	Method, Path string
	Err          error
}

func (e *UnansweredError) Error() string {
	return fmt.Sprintf("%s %s was sent and not answered, so it may have taken effect: %v", e.Method, e.Path, e.Err)
}

func (e *UnansweredError) Unwrap() error { return e.Err }

// RefusedError is an answer other than 2xx. Its texts never have a password.
type RefusedError struct {
	Method, Path string
	Status       int
	Type         string // such as index_not_found_exception; empty if the answer has none
	Reason       string

	user    string // who asked; empty without a user
	via     string // the host of the proxy in between; empty if there is none
	foreign bool   // it is probably not the cluster's answer
}

func (e *RefusedError) Error() string {
	text := e.Reason
	if e.Type != "" {
		text = e.Type + ": " + text
	}
	return fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, text)
}

// Err returns a *RefusedError unless the status is 2xx.
func (a *Answer) Err() error {
	if a.OK() {
		return nil
	}
	e := &RefusedError{Method: a.Request.Method, Path: a.Request.Path, Status: a.Status, user: a.user, via: a.via}
	e.Type, e.Reason = reasonOf(a.Body)
	title, page := titleOf(a.Body)
	e.foreign = page || a.fromProxy()
	if page {
		e.Reason = "with a page of HTML"
		if title != "" {
			e.Reason += ", " + title
		}
	}
	e.Type, e.Reason = a.secrets.hide(e.Type), a.secrets.hide(e.Reason)
	if e.Reason == "" {
		e.Reason = strings.TrimSpace(http.StatusText(a.Status))
	}
	return e
}

// fromProxy reports whether an answer is rather the proxy's than the cluster's, which answers in JSON with few exceptions.
func (a *Answer) fromProxy() bool {
	return a.via != "" && a.Request.Method != http.MethodHead && a.Status != http.StatusUnauthorized &&
		a.Status != http.StatusRequestEntityTooLarge && !json.Valid(a.Body)
}

// Explain returns an error for people about a request: what the cluster said, and how to fix it. It names the connection.
func (c *Cluster) Explain(err error) error {
	return c.explained(err, fmt.Sprintf("search connection %q: ", c.name))
}

// ExplainFile is Explain for the request of a file, whose place names the connection.
func (c *Cluster) ExplainFile(err error) error { return c.explained(err, "") }

func (c *Cluster) explained(err error, prefix string) error {
	if strange, ok := errors.AsType[*StrangeError](err); ok {
		return fault.New("search.send", fault.Unavailable, prefix+err.Error()).WithHint(strange.Hint())
	}
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok {
		return err
	}
	kind, text, hint := refused.explain(c.name)
	if strings.HasPrefix(text, refused.Method+" ") { // the other texts name it
		text = prefix + text
	}
	e := fault.New("search.send", kind, text)
	if hint != "" {
		e = e.WithHint(hint)
	}
	return &explained{e, refused}
}

func (e *RefusedError) explain(connection string) (kind fault.Kind, text, hint string) {
	kind, text = fault.Internal, e.Error()
	switch {
	case e.Status == http.StatusProxyAuthRequired:
		return fault.Denied, fmt.Sprintf("the proxy of search connection %q asks for a user and a password (407)", connection),
			"write them into the URL of the proxy: http://user:password@proxy.example.com:3128"
	case e.foreign:
		return fault.Unavailable, text, "this is not an answer of a cluster: " + inBetween(e.via)
	case e.Status == http.StatusUnauthorized && e.user == "":
		return fault.Denied, fmt.Sprintf("the cluster of search connection %q asks for a user and a password (401)", connection),
			"set username and password of the connection"
	case e.Status == http.StatusUnauthorized:
		return fault.Denied, fmt.Sprintf("the cluster of search connection %q refuses the user %q or the password (401)", connection, e.user),
			"correct username and password of the connection"
	case e.Type == "cluster_block_exception":
		return fault.Unavailable, text, blockHint(e.Reason)
	case e.Status == http.StatusForbidden:
		return fault.Denied, e.denied(connection), "give the user this right, or use another user for migrations"
	case e.Status == http.StatusServiceUnavailable || e.Status == http.StatusTooManyRequests:
		return fault.Unavailable, text, "the cluster is overloaded, or a part of it is down; run again later"
	case e.Status/100 == 3:
		return kind, text, "this is not an answer of a cluster: correct hosts"
	}
	return kind, text, ""
}

// inBetween returns who may have answered in the place of a cluster, and what to correct.
func inBetween(via string) string {
	if via != "" {
		return fmt.Sprintf("the request went through the proxy %s; set proxy: false if it should not", via)
	}
	return "a proxy, a load balancer or another server sent it; look there, or correct hosts"
}

// denied names the user and what is denied, without the list of roles that clusters add.
func (e *RefusedError) denied(connection string) string {
	who := fmt.Sprintf("search connection %q", connection)
	if e.user != "" {
		who = fmt.Sprintf("the user %q of %s", e.user, who)
	}
	reason, _, _ := strings.Cut(e.Reason, " and User [")
	return fmt.Sprintf("%s has no right to do this: %s %s: %d %s", who, e.Method, e.Path, e.Status, reason)
}

// blockHint returns how to remove a block, by the kinds that clusters have.
func blockHint(reason string) string {
	switch {
	case strings.Contains(reason, "flood-stage") || strings.Contains(reason, "disk usage exceeded"):
		return "free disk space on the nodes of the cluster, or set index.blocks.read_only_allow_delete to null, and run again"
	case strings.HasPrefix(reason, "index ["):
		return "the index is read-only: set the setting index.blocks.* that the message names to null, and run again"
	default:
		return "the cluster is read-only: set cluster.blocks.read_only and cluster.blocks.read_only_allow_delete to null, and run again"
	}
}

// explained is a message for people, with the answer it is about.
type explained struct {
	public  *fault.Error
	refused *RefusedError
}

func (e *explained) Error() string   { return e.public.Error() }
func (e *explained) Unwrap() []error { return []error{e.public, e.refused} }
