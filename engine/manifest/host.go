package manifest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// TypeToolInterceptor is the base class of what has a part in tool calls.
const TypeToolInterceptor = "McpToolInterceptor"

// HostTypes that methods for agents may ask for.
const (
	TypeRequest     = "HttpRequest"
	TypeResponse    = "ResponseEntity"
	TypeToolContext = "McpToolContext"
)

// BeanName is the default name of a bean: the class name with a small first letter.
func BeanName(class string) string {
	r, size := utf8.DecodeRuneInString(class)
	return string(unicode.ToLower(r)) + class[size:]
}

// Methods lists the HTTP methods a mapping may name.
func Methods() []string {
	return []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}
}

// The base classes of the host that give a bean a part in every request.
const (
	TypeInterceptor           = "HandlerInterceptor"
	TypeControllerInterceptor = "ControllerInterceptor"
	TypeConfigurer            = "WebMvcConfigurer"
	TypeErrorController       = "ErrorController"
)

// ErrorControllerName is the name of the bean that answers errors.
const ErrorControllerName = "errorController"

// Snake makes created_at of createdAt, and user_id of userID.
func Snake(name string) string {
	var out strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		startsWord := unicode.IsUpper(r) && i > 0 && runes[i-1] != '_' &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if startsWord {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// TypeKey names a type by the file that declares it.
func TypeKey(file, name string) string { return file + "#" + name }

// HostType names a type of the host.
func HostType(name string) string { return TypeKey("fwrun", name) }
