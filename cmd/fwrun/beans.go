package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
)

func newBeans(p process) *cobra.Command {
	var asDOT bool
	command := newListing(p, listing{
		Command: &cobra.Command{
			Use:   "beans <folder>",
			Short: "List the beans of an application",
			Long: `beans lists the beans of an application in the order in which they are created: name, class, file and line, and the beans
that are injected into each; then the beans that a condition leaves out. It opens no database and creates no bean.`,
			Example: `  fwrun beans my-app --profile prod
  fwrun beans my-app --dot | dot -Tsvg > beans.svg`,
		},
		form: func(found *app.Inspection) any { return jsonBeansOf(found) },
		print: func(w io.Writer, paint painter, found *app.Inspection) error {
			if asDOT {
				return writeGraph(w, found.Beans)
			}
			return printBeans(w, paint, found)
		},
	})
	command.Flags().BoolVar(&asDOT, "dot", false, "write the graph of dependencies for Graphviz")
	list := command.RunE
	command.RunE = func(command *cobra.Command, args []string) error {
		if asDOT && command.Flags().Changed("json") {
			return misused(command, "--json and --dot are two formats; choose one")
		}
		return list(command, args)
	}
	return command
}

// printBeans prints a table of the beans, and another of those that were left out.
func printBeans(w io.Writer, paint painter, found *app.Inspection) error {
	var rows, out [][]string
	for _, bean := range found.Beans {
		asks := ""
		if len(bean.Asks) > 0 {
			asks = "← " + strings.Join(bean.Asks, ", ")
		}
		rows = append(rows, []string{bean.Name, kindOf(bean), bean.Type, lineOf(bean.Place), asks})
	}
	for _, one := range found.LeftOut {
		out = append(out, []string{one.Name, lineOf(one.Place), one.Why})
	}
	if err := printColumns(w, paint, rows); err != nil || len(out) == 0 {
		return err
	}
	if _, err := fmt.Fprintln(w, "\nleft out:"); err != nil {
		return err
	}
	return printColumns(w, paint, out)
}

// kindOf returns the decorator that makes a bean.
func kindOf(bean app.Bean) string {
	if bean.Kind == "" {
		return "host"
	}
	kind := "@" + bean.Kind
	if bean.Primary {
		kind += " @Primary"
	}
	if bean.Lazy {
		kind += " @Lazy"
	}
	return kind
}

// writeGraph writes the beans in the language of Graphviz: an arrow leads from a bean to each bean that is
// injected into it.
func writeGraph(w io.Writer, beans []app.Bean) error {
	var text strings.Builder
	text.WriteString("digraph beans {\n  rankdir=LR;\n  node [shape=box];\n")
	for _, bean := range beans {
		style := ""
		if bean.Kind == "" {
			style = ", style=dashed"
		}
		fmt.Fprintf(&text, "  %s [label=%s%s];\n", quoteDOT(bean.Name), quoteDOT(bean.Name+"\n"+bean.Type), style)
		for _, other := range bean.Asks {
			fmt.Fprintf(&text, "  %s -> %s;\n", quoteDOT(bean.Name), quoteDOT(other))
		}
	}
	text.WriteString("}\n")
	_, err := io.WriteString(w, text.String())
	return err
}

// quoteDOT quotes a text for DOT: a backslash begins an escape in labels.
func quoteDOT(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// jsonBeans is what `fwrun beans --json` writes; docs/guide/command-line.md describes it.
type jsonBeans struct {
	Beans   []jsonBean    `json:"beans"`
	LeftOut []jsonLeftOut `json:"leftOut"`
}

type jsonBean struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"` // RestController, Service, Component, Configuration, Interceptor, Bean or host
	Type    string   `json:"type"`
	Primary bool     `json:"primary"`
	Lazy    bool     `json:"lazy"` // it is made on first use
	Asks    []string `json:"asks"` // the names of the beans injected into it
	*jsonPlace
}

type jsonLeftOut struct {
	Name string `json:"name"`
	Why  string `json:"why"`
	jsonPlace
}

func jsonBeansOf(found *app.Inspection) jsonBeans {
	out := jsonBeans{[]jsonBean{}, []jsonLeftOut{}}
	for _, bean := range found.Beans {
		one := jsonBean{Name: bean.Name, Kind: bean.Kind, Type: bean.Type, Primary: bean.Primary, Lazy: bean.Lazy, Asks: bean.Asks}
		if bean.Kind == "" {
			one.Kind = "host"
		} else {
			place := jsonPlaceOf(bean.Place)
			one.jsonPlace = &place
		}
		out.Beans = append(out.Beans, one)
	}
	for _, one := range found.LeftOut {
		out.LeftOut = append(out.LeftOut, jsonLeftOut{one.Name, one.Why, jsonPlaceOf(one.Place)})
	}
	return out
}
