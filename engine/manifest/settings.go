package manifest

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Settings are what the configuration sets of a bean that carries @ConfigurationProperties.
type Settings struct {
	Bean    int // index
	Prefix  string
	Class   *schema.Class
	Values  []any   // of Class.Fields: plain values of package schema, [schema.Absent] where nothing is set
	Entries []Entry // what is set, in the order of the fields
	Place   fault.Place

	Note fault.Note // where the class is
}

// Entry is one setting of a bean, fit for any eye.
type Entry struct {
	Path   string // in the class: limits.maxAge
	Key    string // in full, as it was written
	Type   string // as declared
	Shown  string // the value; masked when it is a secret, empty for lists and sections
	Secret bool
	Origin string      // "config/application.yml:3:9", "environment MEDIA_LIMITS_MAXAGE"
	Place  fault.Place // none for what stands in no file
}

// settings binds the configuration to the beans that ask for it.
func (b *beansBuilder) settings() {
	for _, bean := range b.out.Beans {
		owner, d := b.configured(bean)
		if d == nil {
			continue
		}
		s := b.spotOf(owner, d)
		prefix := strings.TrimSpace(d.Options.Text("prefix"))
		if _, given := d.Options["prefix"]; !given {
			continue // which is reported where options are
		}
		if prefix == "" {
			problem := s.Problem("settings-class", "@ConfigurationProperties of %s has no prefix", owner.nameOf(d))
			problem.Hint = `name the section of the configuration: @ConfigurationProperties("media")`
			b.report(problem)
			continue
		}
		file := b.Project.File(bean.Class.File)
		if file == nil || exportedClass(file, bean.Class.Export) == nil {
			problem := s.Problem("settings-class", "%s makes a bean whose class is not known", owner.nameOf(d))
			problem.Hint = "say the class that it returns, one of the application's that is exported: media(): MediaSettings"
			b.report(problem)
			continue
		}
		bean.Settings = b.bindSettings(bean, prefix, s.Place, b.Types.Class(file, exportedClass(file, bean.Class.Export)))
	}
	b.unreadSettings()
}

// configured finds the @ConfigurationProperties of a bean: on its class, or on the method that
// makes it.
func (b *beansBuilder) configured(bean *Bean) (*declared, *Declaration) {
	switch bean.Stereotype {
	case Supplied:
		return nil, nil
	case Produced:
		maker := b.makers[bean]
		return maker, first(maker.on(bean.FactoryMethod), string(Configured))
	default:
		owner := b.classes[bean.Class]
		return owner, owner.find(string(Configured))
	}
}

func (b *beansBuilder) bindSettings(bean *Bean, prefix string, place fault.Place, class *schema.Class) *Settings {
	out := &Settings{Prefix: prefix, Class: class, Place: place}
	out.Note = fault.Note{Place: class.Place, Text: class.Name + " is declared here"}
	for _, problem := range b.Types.ResolveFields(class) {
		b.report(problem)
	}
	fields := b.settable(bean, class)
	section, problems := schema.Setting{Key: prefix}, fault.List(nil)
	if b.Section != nil {
		section, problems = b.Section(prefix, schema.SettingKeys(fields))
	}
	b.problems = append(b.problems, problems...)
	if section.Place.File != "" {
		out.Place = section.Place
	}
	values, used, wrong := schema.Settings(fields, section)
	out.Values = slices.Repeat([]any{schema.Absent{}}, len(class.Fields))
	for i, f := range fields {
		out.Values[slices.Index(class.Fields, f)] = values[i]
	}
	for _, u := range used {
		s := u.Setting
		out.Entries = append(out.Entries, Entry{u.Path, s.Key, u.Type, s.Shown, s.Secret, s.Origin, s.Place})
	}
	for _, w := range wrong {
		switch {
		case w.Unknown:
			b.unread[out] = append(b.unread[out], w)
		case !w.Missing || !b.Incomplete:
			b.report(wrongSetting(w, out))
		}
	}
	return out
}

// settable are the fields of a class that the configuration may set: not those that the container
// does.
func (b *beansBuilder) settable(bean *Bean, class *schema.Class) []*schema.Field {
	var fields []*schema.Field
	for _, f := range class.Fields {
		if b.isInjected(bean, f) {
			continue
		}
		if f.Type.Kind == schema.Host || f.Type.Kind == schema.Void {
			problem := fault.SpotOf(f.Place, f.Name).Problem("settings-class", "%s.%s is %s, which no setting can be",
				class.Name, f.Name, fault.Article(f.Type.Name))
			problem.Hint = "write @Autowired above it, or make it private"
			b.report(problem)
			continue
		}
		for _, problem := range schema.CheckMakeable(f.Type) {
			b.report(problem)
		}
		fields = append(fields, f)
	}
	return fields
}

// isInjected tells the fields that carry @Autowired and its like, and those that are parameters of
// the constructor.
func (b *beansBuilder) isInjected(bean *Bean, f *schema.Field) bool {
	if bean.Stereotype == Produced {
		return false // its constructor is called by the application
	}
	if slices.ContainsFunc(bean.Fields, func(i Injection) bool { return i.Field == f.Name }) {
		return true
	}
	for _, owner := range b.chain(b.classes[bean.Class]) {
		constructor := owner.member("constructor")
		if constructor != nil && slices.ContainsFunc(constructor.Params, func(p *source.Param) bool {
			return p.IsProperty && p.Name == f.Name
		}) {
			return true
		}
	}
	return false
}

// listSettings lists them in the order of the beans.
func (b *beansBuilder) listSettings() {
	for _, bean := range b.out.Beans {
		if bean.Settings != nil {
			bean.Settings.Bean = bean.Index
			b.out.Settings = append(b.out.Settings, bean.Settings)
		}
	}
}
