package data

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-sql-driver/mysql"
)

func (mysqlBackend) describe(err error) (*Error, bool) {
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
		return &Error{
			Kind: mysqlKind(e.Number), Code: strconv.Itoa(int(e.Number)), Message: e.Message,
			Constraint: mysqlConstraint(e.Number, e.Message), Offset: -1,
		}, true
	}
	if isContextError(err) {
		return nil, false
	}
	// Any other error is not an answer of the server, but a problem with reaching it.
	return &Error{Kind: Unavailable, Message: err.Error(), Offset: -1}, true
}

// mysqlKind returns the kind of an error number of MySQL or MariaDB.
func mysqlKind(number uint16) ErrorKind {
	switch number {
	case 1022, 1062, 1169, 1586:
		return UniqueViolation
	case 1216, 1217, 1451, 1452, 1557, 1761, 1762:
		return ForeignKeyViolation
	case 1048, 1364:
		return NotNullViolation
	case 3819, 4025, 1644: // CHECK of MySQL and of MariaDB, SIGNAL
		return CheckViolation
	case 1264, 1265, 1292, 1366, 1367, 1406, 1411, 3140, 4038:
		return InvalidValue
	case 1046, 1049, 1051, 1054, 1060, 1061, 1064, 1091, 1109, 1136, 1146, 1149, 1305:
		return Syntax
	case 1142, 1143, 1227, 1290, 1370, 1792, 1836:
		return PermissionDenied
	case 1205, 1213, 3572:
		return Busy
	case 1028, 1317, 1969, 3024:
		return Timeout
	case 1040, 1041, 1044, 1045, 1053, 1129, 1130, 1203, 1226, 1927, 2002, 2003, 2006, 2013:
		return Unavailable
	default:
		return Other
	}
}

var (
	// The existing value precedes the key in the message, and may be any text.
	mysqlKey    = regexp.MustCompile(`for key '([^']+)'$`)
	mysqlFK     = regexp.MustCompile("CONSTRAINT [`']([^`']+)[`']|constraint [`']([^`']+)[`']")
	mysqlColumn = regexp.MustCompile(`^(?:Column|Field) '([^']+)'`)
)

// mysqlConstraint returns the constraint's name from the message, the only place that has it; for a missing value
// it returns the column's name. The text of a SIGNAL is the application's own.
func mysqlConstraint(number uint16, message string) string {
	find := mysqlFK
	switch kind := mysqlKind(number); {
	case number == 1644:
		return ""
	case kind == UniqueViolation:
		find = mysqlKey
	case kind == NotNullViolation:
		find = mysqlColumn
	}
	if m := find.FindStringSubmatch(message); m != nil {
		return strings.Join(m[1:], "")
	}
	return ""
}
