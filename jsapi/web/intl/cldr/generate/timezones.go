package main

import (
	"maps"
	"slices"
	"strings"
)

// zoneTable is what is known of time zones.
type zoneTable struct {
	Codes   table                 `json:"codes"`   // by code of the extension u-tz
	Aliases table                 `json:"aliases"` // other names of zones
	IANA    table                 `json:"iana"`    // names by which the database prefers to call zones
	Regions table                 `json:"regions"` // where zones are
	Primary table                 `json:"primary"` // the zone of a region that is called after it
	Meta    map[string][][]string `json:"meta"`    // the metazones of zones: name, from, to
	Golden  map[string]table      `json:"golden"`  // the zones of metazones, by region
}

func (s source) timezones([]string) (any, error) {
	zones := zoneTable{
		Codes: table{}, Aliases: table{}, IANA: table{}, Regions: table{}, Primary: table{},
		Meta: map[string][][]string{}, Golden: map[string]table{},
	}
	if err := s.zoneCodes(&zones); err != nil {
		return nil, err
	}
	primary, err := s.supplement("primaryZones")
	if err != nil {
		return nil, err
	}
	primary.at("primaryZones").flatten("", zones.Primary)
	meta, err := s.supplement("metaZones")
	if err != nil {
		return nil, err
	}
	addMetazones(&zones, "", meta.at("metaZones/metazoneInfo/timezone"))
	list, _ := meta.at("metaZones")["metazones"].([]any)
	for _, entry := range list {
		object, _ := entry.(map[string]any)
		of := tree(object).at("mapZone")
		name := of.text("_other")
		if zones.Golden[name] == nil {
			zones.Golden[name] = table{}
		}
		zones.Golden[name][of.text("_territory")] = of.text("_type")
	}
	return zones, nil
}

// zoneCodes reads the names of zones.
func (s source) zoneCodes(zones *zoneTable) error {
	var document struct{ Keyword struct{ U map[string]tree } }
	if err := s.read("cldr-bcp47/bcp47/timezone.json", &document); err != nil {
		return err
	}
	codes := document.Keyword.U["tz"]
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		names := strings.Fields(codes.at(code).text("_alias"))
		if len(names) == 0 {
			continue
		}
		zones.Codes[code] = names[0]
		for _, alias := range names[1:] {
			zones.Aliases[alias] = names[0]
		}
		if name := codes.at(code).text("_iana"); name != "" {
			zones.IANA[names[0]] = name
		}
		region := codes.at(code).text("_region")
		if region == "" && len(code) == 5 {
			region = strings.ToUpper(code[:2])
		}
		zones.Regions[names[0]] = region
	}
	return nil
}

// addMetazones adds the periods in which zones belong to a metazone.
func addMetazones(zones *zoneTable, prefix string, of tree) {
	for name := range of {
		list, ok := of[name].([]any)
		if !ok {
			addMetazones(zones, prefix+name+"/", of.at(name))
			continue
		}
		for _, entry := range list {
			object, _ := entry.(map[string]any)
			uses := tree(object).at("usesMetazone")
			zones.Meta[prefix+name] = append(zones.Meta[prefix+name], []string{uses.text("_mzone"), uses.text("_from"), uses.text("_to")})
		}
	}
}
