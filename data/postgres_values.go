package data

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"time"
)

// OIDs of the types, from PostgreSQL's catalog, that are not just read as text.
const (
	oidBool        = 16
	oidBytea       = 17
	oidInt8        = 20
	oidInt2        = 21
	oidInt4        = 23
	oidOID         = 26
	oidJSON        = 114
	oidFloat4      = 700
	oidFloat8      = 701
	oidDate        = 1082
	oidTimestamp   = 1114
	oidTimestamptz = 1184
	oidNumeric     = 1700
	oidJSONB       = 3802
)

const (
	formatText   = 0
	formatBinary = 1
)

// postgresTypes maps the common types to their names. Values of other types are text, so their
// names are not needed.
var postgresTypes = map[uint32]string{
	oidBool: "BOOL", oidBytea: "BYTEA", oidInt2: "INT2", oidInt4: "INT4", oidInt8: "INT8", oidOID: "OID",
	oidFloat4: "FLOAT4", oidFloat8: "FLOAT8", oidNumeric: "NUMERIC", oidJSON: "JSON", oidJSONB: "JSONB",
	oidDate: "DATE", oidTimestamp: "TIMESTAMP", oidTimestamptz: "TIMESTAMPTZ",
	25: "TEXT", 1042: "BPCHAR", 1043: "VARCHAR", 1083: "TIME", 1186: "INTERVAL", 2950: "UUID",
}

// postgresFormat returns the format to request for a type: binary where that is cheaper to read.
func postgresFormat(oid uint32) int16 {
	switch oid {
	case oidBool, oidBytea, oidInt2, oidInt4, oidInt8, oidOID, oidFloat4, oidFloat8, oidTimestamp, oidTimestamptz:
		return formatBinary
	default:
		return formatText
	}
}

// readPostgresCell adds one value to a result. Unknown types are returned as the server writes
// them: uuid, interval, arrays ("{1,2}"), enums.
func readPostgresCell(b *builder, oid uint32, v []byte) {
	if v == nil {
		b.null()
		return
	}
	switch oid {
	case oidBool:
		b.bool(v[0] != 0)
	case oidInt2:
		b.int(int64(int16(binary.BigEndian.Uint16(v))))
	case oidInt4:
		b.int(int64(int32(binary.BigEndian.Uint32(v))))
	case oidOID:
		b.int(int64(binary.BigEndian.Uint32(v)))
	case oidInt8:
		b.int(int64(binary.BigEndian.Uint64(v)))
	case oidFloat4:
		b.float(widened(math.Float32frombits(binary.BigEndian.Uint32(v))))
	case oidFloat8:
		b.float(math.Float64frombits(binary.BigEndian.Uint64(v)))
	case oidTimestamp, oidTimestamptz:
		b.postgresTime(int64(binary.BigEndian.Uint64(v)))
	case oidNumeric:
		b.decimal(v)
	case oidJSON, oidJSONB:
		b.data(JSON, v)
	case oidBytea:
		b.bytes(v)
	default:
		b.text(v)
	}
}

// widened converts a float32 by its decimal digits: 0.1 becomes 0.1, not 0.10000000149011612.
func widened(f float32) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(float64(f), 'g', -1, 32), 64)
	if err != nil {
		return float64(f)
	}
	return v
}

// postgresFloat formats a float. A whole number has no exponent, as an integer column requires.
func postgresFloat(f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1e21 {
		return strconv.AppendFloat(nil, f, 'f', 0, 64)
	}
	return strconv.AppendFloat(nil, f, 'g', -1, 64)
}

// postgresTime converts microseconds since the year 2000. Both ends of the range mean infinity.
func (b *builder) postgresTime(micros int64) {
	const epoch = 946684800 * 1e6
	switch micros {
	case math.MaxInt64:
		b.text([]byte("infinity"))
	case math.MinInt64:
		b.text([]byte("-infinity"))
	default:
		b.add(Time, uint64(micros+epoch))
	}
}

// postgresParams encodes values as text. The server infers the type of a text from the
// parameter's position, so that a number fits into a numeric and into an integer column. Only
// bytes are sent in binary form.
func postgresParams(values []any) (texts [][]byte, formats []int16, err error) {
	texts, formats = make([][]byte, len(values)), make([]int16, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case nil:
		case bool:
			texts[i] = strconv.AppendBool(nil, v)
		case int64:
			texts[i] = strconv.AppendInt(nil, v, 10)
		case int:
			texts[i] = strconv.AppendInt(nil, int64(v), 10)
		case float64:
			texts[i] = postgresFloat(v)
		case string:
			texts[i] = []byte(v)
		case time.Time:
			texts[i] = v.UTC().AppendFormat(nil, "2006-01-02T15:04:05.999999Z")
		case *big.Int:
			texts[i] = v.Append(nil, 10)
		case []byte:
			texts[i], formats[i] = append([]byte{}, v...), formatBinary
		default:
			return nil, nil, unknownValue(i+1, v)
		}
	}
	return texts, formats, nil
}
