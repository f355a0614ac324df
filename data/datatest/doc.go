// Package datatest holds every database to the same behaviour.
//
// [Contract] is the behaviour: subtests that run over a datasource of any kind and ask for
// the same outcome. [Postgres], [MariaDB] and [Redis] start a throw-away server for a test, from
// the programs that Debian's packages postgresql, mariadb-server and redis-server install;
// without them the test is skipped, unless FWRUN_REQUIRE_DATABASES=1 says that they have to be there.
//
//	func TestContract(t *testing.T) {
//		url := datatest.Postgres(t)
//		datatest.Contract(t, func(t *testing.T, s data.Settings) *data.DB {
//			s.URL = url
//			return datatest.Open(t, s)
//		})
//	}
package datatest
