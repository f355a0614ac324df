package table

import (
	"context"
	"fmt"
	"regexp"
	"strconv"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// skipsLocked checks that several processes can claim messages at the same time without waiting for each other.
func skipsLocked(ctx context.Context, db *data.DB) error {
	if db.Dialect() != data.MySQL {
		return nil
	}
	rows, err := db.Query(ctx, "select version()", data.Args{})
	if err != nil {
		return err
	}
	return checkVersion(db.Name(), rows.Cell(0, 0).Text())
}

// version matches 8.0.36 of MySQL and 10.11.6-MariaDB-1 of MariaDB.
var version = regexp.MustCompile(`^(\d+)\.(\d+)\.`)

func checkVersion(name, text string) error {
	v := version.FindStringSubmatch(text)
	if v == nil {
		return nil // unknown: the statements will tell
	}
	major, _ := strconv.Atoi(v[1])
	minor, _ := strconv.Atoi(v[2])
	if major > 10 || major == 10 && minor >= 6 || major >= 8 && major < 10 {
		return nil
	}
	return fault.New("queue.table", fault.Internal,
		fmt.Sprintf("datasource %q cannot hold queues: its server has version %s", name, text)).
		WithHint("use MariaDB 10.6, MySQL 8.0, or newer")
}
