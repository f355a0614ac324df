package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
)

func newRoutes(p process) *cobra.Command {
	return newListing(p, listing{
		Command: &cobra.Command{
			Use:   "routes <folder>",
			Short: "List the routes of an application",
			Long: `routes lists the routes of an application, sorted by path: method, path with the context path, handler, who may call it (if the
application restricts any route), file and line. It opens no database and creates no bean. With --json, the parameters of each route are
written, too.`,
			Example: `  fwrun routes my-app
  fwrun routes my-app --json | jq -r '.routes[].path'`,
		},
		form: func(found *app.Inspection) any { return jsonRoutes{jsonRoutesOf(found.Routes)} },
		print: func(w io.Writer, paint painter, found *app.Inspection) error {
			return printRoutes(w, "", paint, found.Routes)
		},
	})
}

// printRoutes prints a table in which each line is indented.
func printRoutes(w io.Writer, indent string, paint painter, routes []app.Route) error {
	var methods, paths, handlers, callers int // widths
	for _, r := range routes {
		methods, paths = max(methods, len(methodsOf(r.Methods))), max(paths, wide(r.Path))
		handlers, callers = max(handlers, wide(r.Handler)), max(callers, wide(callersOf(r)))
	}
	for _, r := range routes {
		method, name, may := methodsOf(r.Methods), "", callersOf(r)
		if r.Name != "" {
			name = "  " + r.Name
		}
		if may != "" {
			may += gap(callers, may) + "  "
		}
		_, err := fmt.Fprintf(w, "%s%s%s  %s%s  %s%s  %s%s%s\n", indent, paint.bold(method), gap(methods, method), r.Path, gap(paths, r.Path),
			r.Handler, gap(handlers, r.Handler), may, paint.dim(lineOf(r.Place)), name)
		if err != nil {
			return err
		}
	}
	return nil
}

// callersOf describes who may call a route; empty where the application says nothing about that.
func callersOf(r app.Route) string {
	if r.MayCall == nil {
		return ""
	}
	return r.MayCall.String()
}

// wide returns the approximate number of columns that a text takes.
func wide(text string) int { return utf8.RuneCountInString(text) }

// gap returns the blanks that fill a column after a text.
func gap(width int, text string) string { return strings.Repeat(" ", max(0, width-wide(text))) }

// jsonRoutes is what `fwrun routes --json` writes; docs/guide/command-line.md describes it.
type jsonRoutes struct {
	Routes []jsonRoute `json:"routes"`
}

type jsonRoute struct {
	Methods []string `json:"methods"` // empty for every method
	Path    string   `json:"path"`
	Name    string   `json:"name,omitempty"` // of the mapping
	Handler string   `json:"handler"`
	jsonPlace
	Consumes   []string        `json:"consumes,omitempty"`
	Produces   []string        `json:"produces,omitempty"`
	Parameters []jsonParameter `json:"parameters"`
	MayCall    *jsonMayCall    `json:"mayCall,omitempty"`
}

type jsonParameter struct {
	Name     string `json:"name"`
	In       string `json:"in"` // path, query, form, request (query or form), cookie, header, body
	Type     string `json:"type"`
	Required bool   `json:"required"`

	Schema json.RawMessage `json:"schema"` // JSON Schema 2020-12
}

func jsonRoutesOf(routes []app.Route) []jsonRoute {
	list := make([]jsonRoute, len(routes))
	for i, r := range routes {
		list[i] = jsonRoute{
			Methods: append([]string{}, r.Methods...), Path: r.Path, Name: r.Name, Handler: r.Handler, jsonPlace: jsonPlaceOf(r.Place),
			Consumes: r.Consumes, Produces: r.Produces, Parameters: []jsonParameter{}, MayCall: jsonMayCallOf(r.MayCall),
		}
		for _, p := range r.Parameters {
			list[i].Parameters = append(list[i].Parameters, jsonParameter{p.Name, p.In, p.Type, p.Required, p.Schema})
		}
	}
	return list
}
