package mcp

import (
	"slices"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/platform/jsontext"
)

// initialize makes the results of the method initialize, one for each version.
func (s *Server) initialize() {
	s.initialized = map[string][]byte{}
	for _, version := range versions {
		dst := []byte(`{"protocolVersion":`)
		dst = jsontext.AppendString(dst, version)
		dst = append(dst, `,"capabilities":`...)
		dst = s.appendCapabilities(dst)
		dst = append(dst, `,"serverInfo":`...)
		dst = s.appendInfo(dst)
		if s.settings.Instructions != "" {
			dst = append(dst, `,"instructions":`...)
			dst = jsontext.AppendString(dst, s.settings.Instructions)
		}
		s.initialized[version] = append(dst, '}')
	}
}

// appendCapabilities lists the capabilities that the application uses.
func (s *Server) appendCapabilities(dst []byte) []byte {
	dst = append(dst, '{')
	for _, one := range []struct {
		name string
		has  bool
	}{{"tools", len(s.tools) > 0}, {"resources", len(s.resources) > 0}, {"prompts", len(s.prompts) > 0}} {
		if !one.has {
			continue
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendString(dst, one.name)
		dst = append(dst, ":{}"...)
	}
	return append(dst, '}')
}

func (s *Server) appendInfo(dst []byte) []byte {
	dst = append(dst, `{"name":`...)
	dst = jsontext.AppendString(dst, s.settings.Name)
	if s.settings.Title != "" {
		dst = append(dst, `,"title":`...)
		dst = jsontext.AppendString(dst, s.settings.Title)
	}
	dst = append(dst, `,"version":`...)
	dst = jsontext.AppendString(dst, s.settings.Version)
	return append(dst, '}')
}

// initializeResult answers the first request of a client; for an unsupported version with the latest one.
func (r *rpcRequest) initializeResult() ([]byte, error) {
	asked := r.param("protocolVersion")
	if asked.Type != gjson.String {
		return nil, invalidParams("protocolVersion is required")
	}
	version := asked.Str
	if !slices.Contains(versions, version) {
		version = versions[0]
	}
	return r.initialized[version], nil
}
