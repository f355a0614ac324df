package coverage

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The elements of a report of Cobertura. Its document type asks for more attributes than anybody fills: complexity is 0.
type (
	coberturaReport struct {
		XMLName         xml.Name           `xml:"coverage"`
		LineRate        string             `xml:"line-rate,attr"`
		BranchRate      string             `xml:"branch-rate,attr"`
		LinesCovered    int                `xml:"lines-covered,attr"`
		LinesValid      int                `xml:"lines-valid,attr"`
		BranchesCovered int                `xml:"branches-covered,attr"`
		BranchesValid   int                `xml:"branches-valid,attr"`
		Complexity      string             `xml:"complexity,attr"`
		Version         string             `xml:"version,attr"`
		Timestamp       int64              `xml:"timestamp,attr"`
		Source          string             `xml:"sources>source"`
		Packages        []coberturaPackage `xml:"packages>package"`
	}
	coberturaPackage struct {
		Name string `xml:"name,attr"`
		rates
		Classes []coberturaClass `xml:"classes>class"`
	}
	coberturaClass struct {
		Name string `xml:"name,attr"`
		File string `xml:"filename,attr"`
		rates
		Methods coberturaMethods `xml:"methods"`
		Lines   coberturaLines   `xml:"lines"`
	}
	coberturaMethods struct {
		Methods []coberturaMethod `xml:"method"`
	}
	coberturaMethod struct {
		Name      string `xml:"name,attr"`
		Signature string `xml:"signature,attr"`
		rates
		Lines coberturaLines `xml:"lines"`
	}
	coberturaLines struct {
		Lines []coberturaLine `xml:"line"`
	}
	coberturaLine struct {
		Number    int    `xml:"number,attr"`
		Hits      int    `xml:"hits,attr"`
		Branch    bool   `xml:"branch,attr"`
		Condition string `xml:"condition-coverage,attr,omitempty"`
	}
	rates struct {
		LineRate   string `xml:"line-rate,attr"`
		BranchRate string `xml:"branch-rate,attr"`
		Complexity string `xml:"complexity,attr"`
	}
)

func ratesOf(t Totals) rates { return rates{rate(t.Lines), rate(t.Branches), "0"} }

func rate(t Total) string { return strconv.FormatFloat(t.Percent/100, 'f', -1, 64) }

// writeCobertura writes a report of Cobertura, with a package for each folder. at is in milliseconds since 1970.
func writeCobertura(out io.Writer, folder string, root *node, at int64) error {
	r := coberturaReport{
		LineRate: rate(root.totals.Lines), BranchRate: rate(root.totals.Branches),
		LinesCovered: root.totals.Lines.Covered, LinesValid: root.totals.Lines.Total,
		BranchesCovered: root.totals.Branches.Covered, BranchesValid: root.totals.Branches.Total,
		Complexity: "0", Version: "0.1", Timestamp: at, Source: folder,
	}
	root.each(func(n *node) {
		switch {
		case n.file != nil:
			last := &r.Packages[len(r.Packages)-1]
			last.Classes = append(last.Classes, classOf(folder, n))
		case len(n.children) > 0 && n.children[0].file != nil:
			name := "main"
			if n.name != "" {
				name = strings.ReplaceAll(n.name, "/", ".")
			}
			r.Packages = append(r.Packages, coberturaPackage{Name: name, rates: ratesOf(n.totals)})
		}
	})
	text, err := xml.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n%s\n", xml.Header, text)
	return err
}

func classOf(folder string, n *node) coberturaClass {
	c := coberturaClass{Name: n.name, File: relative(folder, n.file.Path), rates: ratesOf(n.totals)}
	for _, fn := range n.file.Functions {
		hit := "0"
		if fn.Count > 0 {
			hit = "1"
		}
		c.Methods.Methods = append(c.Methods.Methods, coberturaMethod{
			Name: fn.Name, Signature: "()V", rates: rates{hit, hit, "0"},
			Lines: coberturaLines{[]coberturaLine{{Number: fn.Decl.Start.Line, Hits: fn.Count}}},
		})
	}
	lines, branches := n.file.Lines(), n.file.armsByLine()
	for _, number := range inOrder(lines) {
		line := coberturaLine{Number: number, Hits: lines[number]}
		if a, is := branches[number]; is && a.total > 0 {
			line.Branch = true
			line.Condition = fmt.Sprintf("%s%% (%d/%d)", total(a.covered, a.total).text(), a.covered, a.total)
		}
		c.Lines.Lines = append(c.Lines.Lines, line)
	}
	return c
}
