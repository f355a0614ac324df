package actuator

import (
	"runtime/debug"
	"strings"
)

// cycloneDX is the media type of a bill of materials.
const cycloneDX = "application/vnd.cyclonedx+json"

// SBOM returns the endpoint that lists what the binary was built from.
func SBOM(build func() (*debug.BuildInfo, bool)) Endpoint {
	const application = "application"
	ids := func(*Request) (Answer, error) { return OK(map[string]any{"ids": []string{application}}) }
	read := func(r *Request) (Answer, error) {
		info, ok := build()
		if r.Selector != application || !ok {
			return Answer{}, unknown("bill of materials")
		}
		return Answer{JSON: Bill(info), ContentType: cycloneDX}, nil
	}
	return Endpoint{ID: "sbom", Operations: []Operation{
		Get("", ids),
		{Method: "GET", Selector: "id", Produces: append([]string{cycloneDX}, jsonTypes()...), Do: read},
	}}
}

// component is a part of a bill of materials.
type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref,omitempty"`
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	PURL    string `json:"purl,omitempty"`
}

// dependency says what a component needs, by the references of components.
type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

// Bill returns the bill of materials of a program, a document of CycloneDX as JSON has it.
func Bill(info *debug.BuildInfo) any {
	goVersion := strings.TrimPrefix(info.GoVersion, "go")
	components := []component{{Type: "platform", Ref: "go@" + goVersion, Name: "go", Version: goVersion}}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		components = append(components, componentOf("library", *module))
	}
	main, refs := componentOf("application", info.Main), []string{}
	for _, c := range components {
		refs = append(refs, c.Ref)
	}
	return struct {
		Format     string         `json:"bomFormat"`
		Spec       string         `json:"specVersion"`
		Version    int            `json:"version"`
		Metadata   map[string]any `json:"metadata"`
		Components []component    `json:"components"`
		// Dependencies has all of them as the application's: which of them needs which is not in the binary.
		Dependencies []dependency `json:"dependencies"`
	}{"CycloneDX", "1.6", 1, map[string]any{"component": main}, components, []dependency{{main.Ref, refs}}}
}

func componentOf(kind string, m debug.Module) component {
	purl := "pkg:golang/" + m.Path
	version := m.Version
	if version == "(devel)" {
		version = ""
	}
	if version != "" {
		purl += "@" + strings.ReplaceAll(version, "+", "%2B")
	}
	return component{Type: kind, Ref: purl, Name: m.Path, Version: version, PURL: purl}
}
