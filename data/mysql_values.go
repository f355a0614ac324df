package data

import (
	"database/sql/driver"
	"strings"
	"time"
)

// readMySQLCell adds one value to a result. MySQL has no booleans, so BOOLEAN columns return 0
// and 1; TIME and sets are read as text, BIT as a number, zero dates as null.
func readMySQLCell(b *builder, columnType string, v driver.Value) {
	switch v := v.(type) {
	case nil:
		b.null()
	case int64:
		b.int(v)
	case uint64:
		b.uint(v)
	case float64:
		b.float(v)
	case float32:
		b.float(widened(v))
	case time.Time:
		b.mysqlTime(columnType, v)
	case []byte:
		b.mysqlData(columnType, v)
	case string:
		b.mysqlData(columnType, []byte(v))
	default:
		b.null()
	}
}

func (b *builder) mysqlTime(columnType string, t time.Time) {
	switch {
	case t.IsZero():
		b.null()
	case columnType == "DATE":
		b.text(t.AppendFormat(nil, time.DateOnly))
	default:
		b.time(t)
	}
}

func (b *builder) mysqlData(columnType string, v []byte) {
	switch {
	case columnType == "DECIMAL":
		b.decimal(v)
	case strings.HasPrefix(columnType, "UNSIGNED"):
		b.integer(v)
	case columnType == "JSON":
		b.data(JSON, v)
	case columnType == "BIT":
		b.uint(bits(v))
	case strings.HasSuffix(columnType, "BLOB"), strings.HasSuffix(columnType, "BINARY"), columnType == "GEOMETRY",
		columnType == "VECTOR":
		b.bytes(v)
	default:
		b.text(v)
	}
}

// bits converts the value of a BIT column of up to 64 bits.
func bits(v []byte) uint64 {
	var n uint64
	for _, c := range v {
		n = n<<8 | uint64(c)
	}
	return n
}
