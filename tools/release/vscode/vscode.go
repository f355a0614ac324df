package vscode

import (
	"bytes"
	"encoding/json"
	"text/template"
	"time"

	"github.com/fwrun/fwrun/tools/release/pack"
)

// Options say what is packed.
type Options struct {
	Version string // without v
	Time    time.Time
	Bundled Bundled
	Licence []byte
}

// manifest is what the marketplace reads.
var manifest = template.Must(template.New("").Funcs(template.FuncMap{"xml": escaped}).Parse(`<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{{xml .Name}}" Version="{{xml .Version}}" Publisher="{{xml .Publisher}}"/>
    <DisplayName>{{xml .DisplayName}}</DisplayName>
    <Description xml:space="preserve">{{xml .Description}}</Description>
    <Tags>{{range $i, $word := .Keywords}}{{if $i}},{{end}}{{xml $word}}{{end}}</Tags>
    <Categories>{{range $i, $word := .Categories}}{{if $i}},{{end}}{{xml $word}}{{end}}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="{{xml .Engines.VSCode}}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
      <Property Id="Microsoft.VisualStudio.Code.ExecutesCode" Value="true"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Source" Value="{{xml .Repository.URL}}"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`))

func escaped(text string) string { return template.HTMLEscapeString(text) }

// types says of which media type each ending in the archive is.
const types = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
`

// about is what package.json says, as far as it is repeated.
type about struct {
	Name, Publisher, DisplayName, Description, Version string
	Keywords, Categories                               []string
	Engines                                            struct{ VSCode string }
	Repository                                         struct{ URL string }
}

// Pack returns the extension as VS Code installs it.
func Pack(o Options) ([]byte, error) {
	fields := map[string]any{}
	if err := json.Unmarshal(read("package.json"), &fields); err != nil {
		return nil, err
	}
	fields["version"] = o.Version
	delete(fields, "dependencies") // they are in the bundle
	text, err := json.MarshalIndent(fields, "", "  ")
	if err != nil {
		return nil, err
	}
	var said about
	if err := json.Unmarshal(text, &said); err != nil {
		return nil, err
	}
	var xml bytes.Buffer
	if err := manifest.Execute(&xml, said); err != nil {
		return nil, err
	}
	return pack.Zip([]pack.File{
		{Name: "extension.vsixmanifest", Data: xml.Bytes()},
		{Name: "[Content_Types].xml", Data: []byte(types)},
		{Name: "extension/package.json", Data: append(text, '\n')},
		{Name: "extension/readme.md", Data: read("readme.md")},
		{Name: "extension/LICENSE.txt", Data: o.Licence},
		{Name: "extension/notices.txt", Data: o.Bundled.Notices},
		{Name: "extension/extension.js", Data: o.Bundled.Script},
	}, o.Time)
}
