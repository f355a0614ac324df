package replay

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"
)

// ValueOf returns a value of a database in the form that files have: null, truth values, numbers and texts as they are, everything else as
// an object whose one member says what it is: {"$time": "2026-01-02T03:04:05Z"}, {"$bytes": "AQI="}, {"$integer": "12345678901234567890"},
// {"$float": "NaN"}, {"$json": {…}}.
func ValueOf(value any) any {
	switch v := value.(type) {
	case time.Time:
		return map[string]any{"$time": v.UTC().Format(time.RFC3339Nano)}
	case []byte:
		return map[string]any{"$bytes": base64.StdEncoding.EncodeToString(v)}
	case *big.Int:
		return map[string]any{"$integer": v.String()}
	case int64:
		return json.Number(strconv.FormatInt(v, 10))
	case uint64:
		return json.Number(strconv.FormatUint(v, 10))
	case float64:
		if isRead := math.Abs(v) < 1<<53 && (v != 0 || !math.Signbit(v)); isRead || v != math.Trunc(v) {
			text, _ := json.Marshal(v)
			return json.Number(text)
		}
		return map[string]any{"$float": strconv.FormatFloat(v, 'g', -1, 64)} // else it is read as an integer, which scripts are given in another form
	case nil, bool, string:
		return v
	case int:
		return json.Number(strconv.Itoa(v))
	}
	return fmt.Sprint(value)
}

// DocumentOf returns a text of JSON in the form that files have.
func DocumentOf(text string) any {
	if !json.Valid([]byte(text)) {
		return text
	}
	return map[string]any{"$json": json.RawMessage(text)}
}

// Document is the text of a JSON column.
type Document string

// Read returns the database value that a text of a file represents: nil, bool, int64, uint64, float64, string, time.Time, []byte,
// *big.Int or [Document]. The members of a document stay in their order, since scripts see it.
func Read(text json.RawMessage) (any, error) {
	var members map[string]json.RawMessage
	if bytes.HasPrefix(text, []byte("{")) && json.Unmarshal(text, &members) == nil && len(members) == 1 && members["$json"] != nil {
		return Document(compact(members["$json"])), nil
	}
	var value any
	if len(text) > 0 {
		if err := decode(text, &value); err != nil {
			return nil, err
		}
	}
	return read(value)
}

func read(value any) (any, error) {
	switch v := value.(type) {
	case nil, bool, string:
		return v, nil
	case json.Number:
		return number(v)
	case map[string]any:
		if len(v) == 1 {
			for name, one := range v {
				return special(name, one)
			}
		}
	}
	return nil, errors.New("a value of a database is null, true, false, a number, a text, or an object such as {\"$time\": \"2026-01-02T03:04:05Z\"}")
}

func number(n json.Number) (any, error) {
	text := n.String()
	if whole, err := strconv.ParseInt(text, 10, 64); err == nil {
		return whole, nil
	}
	if whole, err := strconv.ParseUint(text, 10, 64); err == nil {
		return whole, nil
	}
	return n.Float64()
}

// longestInteger is how many digits an integer may have.
const longestInteger = 1000

func special(name string, value any) (any, error) {
	text, ok := value.(string)
	if !ok {
		return nil, fmt.Errorf("%s has a text", name)
	}
	switch name {
	case "$time":
		return time.Parse(time.RFC3339Nano, text)
	case "$bytes":
		return base64.StdEncoding.DecodeString(text)
	case "$float":
		return strconv.ParseFloat(text, 64)
	case "$integer":
		n, ok := new(big.Int), false
		if len(text) <= longestInteger {
			n, ok = n.SetString(text, 10)
		}
		if !ok {
			return nil, fmt.Errorf("%q is not an integer", text)
		}
		return n, nil
	}
	return nil, fmt.Errorf("%q is not known: there are $time, $bytes, $integer, $float and $json", name)
}
