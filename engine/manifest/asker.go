package manifest

import (
	"path"
	"strings"
	"unicode"
)

// Asker returns the name under which a bean asks for others: its class with the folders that lead to it, as in
// users.UserService. For the bean of a @Bean method, it is the class that has the method.
func (m *Manifest) Asker(bean *Bean) string {
	for bean.Stereotype == Produced {
		bean = m.Beans[bean.Factory]
	}
	folder := path.Dir(bean.Class.File)
	if folder == "." || bean.Class.File == "" {
		return bean.TypeName
	}
	return strings.Map(withoutBlank, strings.ReplaceAll(folder, "/", ".")) + "." + bean.TypeName
}

func withoutBlank(r rune) rune {
	if unicode.IsSpace(r) || unicode.IsControl(r) {
		return '_'
	}
	return r
}
