package manifest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// TypeToolInterceptor is the base class of interceptors of tool calls.
const TypeToolInterceptor = "McpToolInterceptor"

// The host types that handlers can have as parameters.
const (
	TypeRequest     = "HttpRequest"
	TypeResponse    = "ResponseEntity"
	TypeToolContext = "McpToolContext"
	TypePrincipal   = "Principal"
	TypeSession     = "Session"
)

// The types of the web platform that handlers know by their names: a body that is read while it arrives, and what they can return.
const (
	TypeStream      = "ReadableStream"
	TypeWebResponse = "Response"
)

// BeanName returns the default name of a bean: the class name with a lower-case first letter.
func BeanName(class string) string {
	r, size := utf8.DecodeRuneInString(class)
	return string(unicode.ToLower(r)) + class[size:]
}

// Methods lists the HTTP methods that a mapping can name.
func Methods() []string {
	return []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}
}

// The base classes of the host for beans that take part in every request.
const (
	TypeInterceptor           = "HandlerInterceptor"
	TypeControllerInterceptor = "ControllerInterceptor"
	TypeConfigurer            = "WebMvcConfigurer"
	TypeErrorController       = "ErrorController"
)

// ErrorControllerName is the name of the bean that answers errors.
const ErrorControllerName = "errorController"

// Snake converts camel case to snake case: createdAt to created_at, and userID to user_id.
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

// TypeKey returns the key of a type, by the file that declares it.
func TypeKey(file, name string) string { return file + "#" + name }

// HostType returns the key of a type of the host.
func HostType(name string) string { return TypeKey("fwrun", name) }
