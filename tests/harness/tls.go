package harness

import (
	"sync"

	"github.com/fwrun/fwrun/host/certs/certstest"
)

// Authority signs every certificate of the tests; their client trusts only it.
var Authority = sync.OnceValues(certstest.NewAuthority)
