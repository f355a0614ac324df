package beans

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// settings binds the configuration to the beans with @ConfigurationProperties.
func (b *builder) settings() {
	for _, bean := range b.out.Beans {
		owner, d := b.configured(bean)
		if d == nil {
			continue
		}
		s := b.SpotOf(owner, d)
		prefix := strings.TrimSpace(d.Options.Text("prefix"))
		if _, given := d.Options["prefix"]; !given {
			continue // reported with the options
		}
		if prefix == "" {
			problem := s.Problem("settings-class", "@ConfigurationProperties of %s has no prefix", owner.NameOf(d))
			problem.Hint = `name the section of the configuration: @ConfigurationProperties("media")`
			b.Report(problem)
			continue
		}
		file := b.Project.File(bean.Class.File)
		if file == nil || declared.ExportedClass(file, bean.Class.Export) == nil {
			problem := s.Problem("settings-class", "%s makes a bean of an unknown class", owner.NameOf(d))
			problem.Hint = "declare its result as an exported class of the application: media(): MediaSettings"
			b.Report(problem)
			continue
		}
		class := b.Types.Class(file, declared.ExportedClass(file, bean.Class.Export))
		if t := b.SchemaOf(d, owner.NameOf(d), s); t != nil {
			bean.Settings = b.schemaSettings(t.Standard, prefix, s.Place, class)
			continue
		}
		bean.Settings = b.bindSettings(bean, prefix, s.Place, class)
	}
	b.unreadSettings()
}

// configured returns the @ConfigurationProperties of a bean: on its class, or on the method that makes it.
func (b *builder) configured(bean *manifest.Bean) (*declared.Owner, *declared.Declaration) {
	switch bean.Stereotype {
	case manifest.Supplied:
		return nil, nil
	case manifest.Produced:
		maker := b.Makers[bean]
		return maker, declared.First(maker.On(bean.FactoryMethod), string(manifest.Configured))
	default:
		owner := b.Classes[bean.Class]
		return owner, owner.Find(string(manifest.Configured))
	}
}

func (b *builder) bindSettings(bean *manifest.Bean, prefix string, place fault.Place, class *schema.Class) *manifest.Settings {
	out := newSettings(prefix, place, class)
	for _, problem := range b.Types.ResolveFields(class) {
		b.Report(problem)
	}
	out.Fields = b.settable(bean, class)
	section := b.section(out, out.Fields)
	values, used, wrong := schema.Settings(out.Fields, section)
	out.Values = slices.Repeat([]any{schema.Absent{}}, len(class.Fields))
	for i, f := range out.Fields {
		out.Values[slices.Index(class.Fields, f)] = values[i]
	}
	out.Entries = entriesOf(used)
	for _, w := range wrong {
		switch {
		case w.Unknown:
			b.unread[out] = append(b.unread[out], w)
		case !w.Missing || !b.Incomplete:
			b.Report(wrongSetting(w, out))
		}
	}
	return out
}

// schemaSettings reads the configuration for a schema, which says what it is when a bean is made.
func (b *builder) schemaSettings(s *schema.Standard, prefix string, place fault.Place, class *schema.Class) *manifest.Settings {
	out := newSettings(prefix, place, class)
	fields := s.Read.SettingsOf()
	value, used := schema.Unbound(fields, b.section(out, fields))
	out.Schema, out.Section, out.Entries = s, value, entriesOf(used)
	return out
}

func newSettings(prefix string, place fault.Place, class *schema.Class) *manifest.Settings {
	return &manifest.Settings{
		Prefix: prefix, Class: class, Place: place,
		Note: fault.Note{Place: class.Place, Text: class.Name + " is declared here"},
	}
}

// section returns the section of the configuration for some fields.
func (b *builder) section(of *manifest.Settings, fields []*schema.Field) schema.Setting {
	section, problems := schema.Setting{Key: of.Prefix}, fault.List(nil)
	if b.Section != nil {
		section, problems = b.Section(of.Prefix, schema.SettingKeys(fields))
	}
	b.Problems = append(b.Problems, problems...)
	if section.Place.File != "" {
		of.Place = section.Place
	}
	return section
}

func entriesOf(used []schema.Use) (list []manifest.Entry) {
	for _, u := range used {
		s := u.Setting
		list = append(list, manifest.Entry{
			Path: u.Path, Key: s.Key, Type: u.Type, Shown: s.Shown, Secret: s.Secret,
			Origin: s.Origin, Place: s.Place,
		})
	}
	return list
}

// settable lists the fields of a class that the configuration may set, which are those that the container does not
// set.
func (b *builder) settable(bean *manifest.Bean, class *schema.Class) []*schema.Field {
	var fields []*schema.Field
	for _, f := range class.Fields {
		if b.isInjected(bean, f) {
			continue
		}
		if f.Type.Kind == schema.Host || f.Type.Kind == schema.Void {
			problem := fault.SpotOf(f.Place, f.Name).Problem("settings-class", "%s.%s is %s, which cannot be bound to a setting",
				class.Name, f.Name, fault.Article(f.Type.Name))
			problem.Hint = "write @Autowired above it, or make it private"
			b.Report(problem)
			continue
		}
		for _, problem := range schema.CheckMakeable(f.Type) {
			b.Report(problem)
		}
		fields = append(fields, f)
	}
	return fields
}

// isInjected reports whether a field carries @Autowired or a similar decorator, or is a parameter of the
// constructor.
func (b *builder) isInjected(bean *manifest.Bean, f *schema.Field) bool {
	if bean.Stereotype == manifest.Produced {
		return false // the application calls its constructor
	}
	if slices.ContainsFunc(bean.Fields, func(i manifest.Injection) bool { return i.Field == f.Name }) {
		return true
	}
	for _, owner := range b.Chain(b.Classes[bean.Class]) {
		constructor := owner.Member("constructor")
		if constructor != nil && slices.ContainsFunc(constructor.Params, func(p *source.Param) bool {
			return p.IsProperty && p.Name == f.Name
		}) {
			return true
		}
	}
	return false
}

// listSettings lists the settings in the order of the beans.
func (b *builder) listSettings() {
	for _, bean := range b.out.Beans {
		if bean.Settings != nil {
			bean.Settings.Bean = bean.Index
			b.out.Settings = append(b.out.Settings, bean.Settings)
		}
	}
}
