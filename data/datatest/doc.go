// Package datatest tests that every database behaves in the same way.
//
// [Contract] holds the tests: subtests that run on a datasource of any kind and expect the same
// outcome. [Postgres], [MariaDB] and [Redis] start a temporary server for a test, using the programs
// that Debian's packages postgresql, mariadb-server and redis-server install. Without the programs
// the test is skipped, unless FWRUN_REQUIRE=1 requires them.
//
//	func TestContract(t *testing.T) {
//		url := datatest.Postgres(t)
//		datatest.Contract(t, func(t *testing.T, s data.Settings) *data.DB {
//			s.URL = url
//			return datatest.Open(t, s)
//		})
//	}
package datatest
