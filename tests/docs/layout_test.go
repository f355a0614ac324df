package docs

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/fwrun/fwrun/"

// rule states which other packages of this module a package may import, "*" for all, and why no more.
type rule struct {
	imports string
	because string
}

// everyones are leaves that every package may import.
var everyones = []string{"platform/clock", "platform/fault", "platform/limit", "platform/pollution", "platform/processors", "platform/view"}

// layout has a rule for each package but those of tests/harness and tools/bench.
var layout = map[string]rule{
	"cmd/fwrun": {"app app/agents app/agents/local app/apptest app/apptest/changed app/apptest/snapshots app/ask app/coding app/coverage app/debug " +
		"app/editor app/flame lsp platform/handover " +
		"app/memory app/migrations platform/pace " +
		"app/recognise platform/rest app/scaffold platform/supervise app/watch devtools/replay openapi openapi/compare openapi/older engine/schema ship " +
		"ship/contents ship/image ship/parcel", "words on a command line become calls on app and what is beside it, nothing else"},
	"lsp": {"", "a protocol in front of an interface; knows no application"},

	"app": {"*", "the composition root knows all the others"},
	"app/apptest": {
		"app app/apptest/changed app/apptest/snapshots app/coverage devtools/replay engine engine/bundle engine/instrument engine/source engine/vm " +
			"platform/config platform/inproc jsapi/testapi platform/logging",
		"tests run in an application of their own; what was counted there is handed to reports",
	},
	"app/apptest/changed":   {"engine/bundle engine/source engine/tsconfig jsapi/testapi", "files and what git says of them; runs no test"},
	"app/apptest/snapshots": {"engine/source jsapi/testapi", "texts in files; runs no test"},
	"app/coding": {
		"app app/admin app/apptest app/coverage app/folder app/watch debugger/agents devtools/stories devtools/toolbox docs/guide engine/manifest mcp " +
			"platform/config platform/inproc",
		"what the process and the commands can tell, as tools",
	},
	"app/coverage": {"platform/config", "figures and reports of files with counts; knows no engine"},
	"app/editor": {
		"app app/databases app/folder engine/manifest engine/source lsp platform/config typings", "what a check has seen, as editors ask for it",
	},
	"app/ymlschema": {"platform/config engine/manifest engine/schema", "keys and types become a schema; runs nothing"},

	"ship": {
		"app app/folder platform/config ship/binary ship/contents ship/image ship/parcel",
		"compiles through app; nothing that serves knows of it",
	},
	"ship/binary":   {"", "an executable file; knows nothing of applications"},
	"ship/contents": {"", "files of a folder; what is made of them is another's"},
	"ship/image":    {"ship/binary ship/parcel", "layers of what it is handed"},
	"ship/parcel":   {"ship/binary", "bytes behind a program; compiles nothing"},

	"app/properties": {"platform/config jsapi/environment engine/schema", "adapts settings to what scripts are handed"},
	"app/prove":      {"app/folder data data/sqltext engine/manifest jsapi/rowsql migrate/sql", "statements against databases; runs no script"},
	"app/scaffold":   {"typings", "the first files of an application are texts"},
	"app/tape": {
		"data data/sqltext devtools/replay devtools/stories engine/vm jsapi/aspects jsapi/messages jsapi/node/tcp jsapi/search jsapi/sql jsapi/web",
		"stands before what modules are handed; knows no application",
	},
	"app/flame":     {"", "a page of a profile; knows no application"},
	"platform/pace": {"", "Go's collector, whatever there is to collect"},
	"app/recognise": {"engine/bundle", "looks at files; runs none of them"},
	"platform/rest": {"", "a process without work; what it gives back is handed in"},
	"app/typescript": {
		"engine/cache engine/source engine/tsconfig typings", "asks an executable about a folder; knows no application that runs",
	},
	"app/watch": {"", "knows files, not what is in them"},
	"app/admin": {"", "a door for the owner; what is behind it is handed in"},
	"app/ask": {
		"actuator/health app/admin app/folder platform/logging platform/profiling queue/manage platform/units",
		"asks another process over its door; knows nothing of how one is built",
	},
	"app/debug":  {"debugger debugger/cdp", "where debuggers attach; what they debug is handed in"},
	"app/folder": {"platform/config", "a leaf: a name becomes a folder"},
	"app/databases": {"app/share platform/config data data/sqltext devtools/stories engine/manifest engine/vm jsapi/sql platform/logging migrate " +
		"migrate/sql platform/telemetry", "a part of a generation; knows no other part"},
	"app/share": {"", "a leaf: who still uses what is open"},
	"app/caches": {
		"app/share platform/config data/cache devtools/stories jsapi/aspects platform/trace",
		"a part of a generation; knows no other part",
	},
	"app/jobs":       {"data/locks engine engine/manifest engine/vm platform/schedule platform/telemetry", "runs what is due; who watches is handed in"},
	"app/locks":      {"app/share platform/config data/locks jsapi/aspects platform/trace", "a part of a generation; knows no other part"},
	"app/sessions":   {"app/share data data/cache security/sessions", "where they can be kept is handed in; knows no other part"},
	"app/migrations": {"actuator platform/config migrate migrate/search", "targets are handed in; knows no other part"},
	"app/queues": {"app/share platform/config data engine engine/manifest engine/vm jsapi/messages jsapi/sql queue queue/connect queue/manage " +
		"security security/senders platform/telemetry", "a part of a generation; knows no other part"},
	"app/search": {
		"app/share platform/config jsapi/search migrate migrate/search migrate/search/cluster platform/outbound",
		"a part of a generation; knows no other part",
	},
	"app/management": {"actuator actuator/health actuator/info actuator/register app/admin platform/config data data/cache " +
		"engine engine/manifest engine/vm host host/certs jsapi/web/weburl platform/logging platform/outbound platform/profiling queue queue/manage " +
		"platform/schedule engine/schema platform/startup platform/telemetry", "reads the parts that app hands over; never app itself"},

	"app/agents/local": {"app app/admin app/agents app/ask app/folder mcp", "knows an application from outside, as commands do"},
	"app/agents": {
		"platform/config engine/manifest host host/cors mcp engine/schema platform/inproc security platform/telemetry platform/trace",
		"a part: the MCP endpoint; who observes it is handed in",
	},
	"app/broadcast": {"app/share platform/config jsapi/web/channels queue/broadcast", "a part: messages of channels; queues are handed in by name"},
	"app/endpoint": {"actuator/health app/folder platform/config platform/hops host host/certs host/compress host/cors host/forwarded jsapi/folders " +
		"platform/outbound engine/schema", "a part: where the process is reached"},
	"app/images":  {"app/folder platform/config platform/images jsapi/folders jsapi/images", "a part: the budget of images, and their folders"},
	"app/listing": {"engine/manifest host mcp platform/schedule security", "lists of what is declared; runs nothing"},
	"app/life": {
		"app/admin app/endpoint app/memory platform/config platform/handover",
		"how the process starts and ends; what serves in between is another's",
	},
	"app/memory": {"", "a leaf: how much memory there is"},
	"app/observe": {"platform/config engine engine/manifest engine/vm host jsapi/meters platform/logging queue platform/telemetry " +
		"platform/telemetry/otlp platform/trace", "a part: the log, the metrics and the collector"},
	"app/openapi": {"app/listing platform/config engine/manifest host openapi openapi/page engine/schema security", "a part: the document and its page"},
	"app/outgoing": {"app/folder app/share platform/config jsapi/client jsapi/node/tcp jsapi/web jsapi/web/sockets jsapi/web/weburl " +
		"platform/outbound platform/telemetry", "a part: requests of scripts; who observes them is handed in"},

	"app/stories": {"app/tape platform/config devtools devtools/replay devtools/stories engine engine/manifest host jsapi/aspects jsapi/messages " +
		"platform/logging mcp platform/outbound queue platform/trace", "a part: what is remembered of requests; app hands over who does them"},

	"app/scripts": {"app/folder platform/config jsapi/folders jsapi/web/wasm", "what scripts may reach; runs none of them"},
	"app/workers": {"app/memory engine/vm jsapi platform/config", "how many workers there are, and their limits"},

	"app/workbench": {"actuator app/admin app/coverage app/listing platform/config data devtools engine engine/manifest host platform/inproc mcp " +
		"platform/schedule engine/schema security", "reads the parts that app hands over; never app itself"},
	"devtools": {"", "a page, and functions that it is handed; knows no application"},
	"devtools/stories": {"platform/config platform/trace", "what is told, it remembers; whoever tells it is unknown to it, " +
		"and what is a secret is told in one place"},
	"devtools/replay": {"", "files, and what is compared with them; knows no application"},
	"devtools/make":   {"", "writes files of the page; runs at no other time"},

	"app/security": {
		"platform/config engine engine/manifest host host/wire openapi security security/events security/logins " +
			"security/oidc security/passwords security/recent security/sessions security/tokens",
		"makes of settings what the server asks; beans are asked by functions that are handed in",
	},

	"platform/handover":  {"", "listeners, whoever uses them"},
	"platform/supervise": {"platform/handover", "a process that has to stay small knows nothing of what it keeps running"},

	"debugger":        {"", "stops scripts; knows neither wire nor engine"},
	"debugger/agents": {"debugger", "a client in five calls, for coding agents"},
	"debugger/cdp":    {"debugger", "a wire in front of an interface; knows no application"},

	"actuator":           {"", "answers from functions that it is handed; knows nobody"},
	"platform/config":    {"platform/units", "settings are read before anything else exists"},
	"platform/logging":   {"platform/config", "what is a secret is told in one place"},
	"platform/telemetry": {"", "a leaf: counters, which app hands to those who count"},
	"platform/hops":      {"", "a leaf: how often requests lead back"},
	"platform/outbound":  {"platform/hops", "what leaves the machine knows nothing of scripts"},
	"platform/startup":   {"", "a leaf: where the time of a start goes"},
	"platform/profiling": {"", "profiles of the process; how scripts are sampled is handed in"},
	"platform/schedule":  {"", "when tasks are due, and their runs; knows no scripts"},
	"platform/trace":     {"", "a leaf: whose work this is"},

	"platform/telemetry/otlp": {"platform/trace", "sends what others record; knows none of them"},
	"openapi/compare":         {"", "two documents as bytes, whoever has written them"},
	"openapi/older":           {"engine/schema", "a tree becomes a tree; knows nothing of applications"},

	"tools/release": {
		"actuator tools/release/linux tools/release/manifests tools/release/npm tools/release/pack tools/release/vscode typings",
		"programs become files; who publishes them is not known",
	},

	"tools/release/linux":     {"tools/release/pack", "files and what is said of them; nfpm is a program of its own"},
	"tools/release/make":      {"tools/release", "a command"},
	"tools/release/manifests": {"", "writes texts"},
	"tools/release/npm":       {"tools/release/pack", "binaries and scripts; knows nothing of the rest of a release"},
	"tools/release/pack":      {"", "a leaf: archives"},
	"tools/release/vscode":    {"tools/release/pack", "a launcher and what it imports; knows nothing of the rest of a release"},

	"tools/site":        {"tools/site/markup", "pages out of files; knows nothing of what they are about"},
	"tools/site/make":   {"tools/site", "a command"},
	"tools/site/markup": {"", "one page, whatever it links to"},

	"typings":             {"", "texts only"},
	"platform/units":      {"", "a leaf: durations and sizes"},
	"platform/pollution":  {"", "a leaf: two names, for every reader"},
	"platform/processors": {"", "a leaf: how many there are, for everyone"},
	"platform/jsontext":   {"", "a leaf: JSON as JavaScript writes it"},
	"platform/images":     {"", "pixels; knows nothing of scripts and requests"},
	"platform/inproc":     {"", "a leaf: requests inside of the process"},
	"platform/fault":      {"", "a leaf: what went wrong, for everyone"},
	"platform/clock":      {"", "a leaf: the time that waits go by, for everyone"},
	"platform/limit":      {"", "a leaf: limits of time that stand still with their work, for everyone"},
	"platform/view":       {"", "a leaf: text as bytes, and bytes as text"},
	"docs/guide":          {"", "texts only"},

	"actuator/health":          {"actuator", "asks functions that it is handed"},
	"actuator/info":            {"actuator", "merges what functions tell that it is handed"},
	"actuator/register":        {"", "tells other servers what it is handed; knows nobody"},
	"security":                 {"", "knows no scripts and no HTTP"},
	"security/events":          {"security", "tells what it is told; who keeps it is handed in"},
	"security/logins":          {"", "counts names and addresses; knows neither passwords nor who asks"},
	"security/oidc":            {"security security/tokens", "goes to a provider and back; knows no sessions and no server"},
	"security/passwords":       {"security/crypt/turns", "hashes only"},
	"security/recent":          {"", "a leaf: a bounded memory"},
	"security/senders":         {"", "signs and reads; knows no messages"},
	"security/sessions":        {"security/recent", "what is kept of clients; where, is an interface"},
	"security/tokens":          {"security", "keys and tokens only"},
	"security/totp":            {"", "secrets and codes only"},
	"security/crypt/ciphers":   {"", "computes; knows no keys in the forms in which they travel"},
	"security/crypt/keys":      {"", "keys in the forms in which they travel; knows nobody who uses them"},
	"security/crypt/turns":     {"", "a leaf: who works when"},
	"security/crypt/webcrypto": {"security/crypt/ciphers security/crypt/keys security/crypt/turns", "the specification without scripts"},
	"engine/source":            {"", "a reader of files; knows no engine"},
	"engine/tsconfig":          {"engine/source", "a reader of files; knows no engine"},
	"engine/schema":            {"platform/jsontext engine/source platform/units", "types are resolved from the source and know no engine"},
	"engine/schema/jsonschema": {"engine/schema", "a keyword is checked as binding checks it"},
	"engine/schema/schematest": {"engine/schema", "types for the tests of others"},
	"data":                     {"data/sqltext platform/jsontext platform/trace", "databases know nothing of scripts or HTTP"},
	"data/sqltext":             {"", "reads SQL without a database"},
	"data/cache": {
		"data data/internal/backing data/redisclient data/internal/table",
		"caches are kept in memory, in Redis or in a database",
	},
	"data/cache/cachetest":   {"data/cache", "the contract of caches"},
	"data/datatest":          {"data tests/databases tests/needs tests/ports", "the contract of datasources"},
	"data/locks":             {"data data/internal/backing data/redisclient data/internal/table", "locks are kept in memory, in Redis or in a database"},
	"data/locks/lockstest":   {"data/locks", "the contract of locks"},
	"data/internal/backing":  {"data", "kept in memory, in Redis or in PostgreSQL: decided in one place"},
	"data/redisclient":       {"", "a connection, and what is wrong with it"},
	"data/internal/table":    {"data", "tables of fwrun's own are made through a datasource"},
	"migrate":                {"", "the rules of migrations; what they are applied to is an interface"},
	"migrate/sql":            {"data data/sqltext migrate", "migrations run on a datasource"},
	"migrate/search":         {"migrate migrate/search/cluster", "files become requests, which go through one door"},
	"migrate/search/cluster": {"", "sends requests; knows nothing of files and scripts"},
	"queue":                  {"queue/broker queue/table platform/trace", "delivers to functions; knows no scripts"},
	"queue/connect": {
		"data queue queue/broker queue/jetstream queue/kafka queue/memory queue/rabbitmq queue/redis queue/table",
		"chooses the broker and the store by the settings",
	},
	"queue/manage":    {"queue queue/table", "what people do to queues, over any connections"},
	"queue/queuetest": {"queue queue/table", "the contract of connections"},
	"queue/broadcast": {
		"data/redisclient queue/broker queue/jetstream queue/rabbitmq",
		"messages by name between processes; connects as the brokers do, and knows no scripts",
	},
	"queue/broker":            {"", "a port: what brokers do, without any of them"},
	"queue/table":             {"data queue/broker", "messages as rows of a datasource, behind the port of brokers"},
	"queue/broker/brokertest": {"queue/broker", "the contract of brokers"},
	"queue/kafka":             {"queue/broker", "a broker knows the port and nothing above it"},
	"queue/servertest":        {"tests/jars tests/needs tests/ports", "servers for the tests of brokers"},
	"queue/jetstream":         {"queue/broker", "a broker knows the port and nothing above it"},
	"queue/memory":            {"queue/broker", "a broker knows the port and nothing above it"},
	"queue/rabbitmq":          {"queue/broker", "a broker knows the port and nothing above it"},
	"queue/redis": {"data/redisclient queue/broker", "a broker knows the port and nothing above it; " +
		"its server is found as those of caches are"},
	"migrate/search/searchtest": {"tests/databases tests/jars tests/needs", "nodes for the tests of others"},
	"tests/jars":                {"", "downloads; knows no program"},
	"tests/databases":           {"", "a leaf: starts servers, and finds those that are shared"},
	"tests/needs":               {"", "a leaf: finds programs"},
	"tests/run":                 {"migrate/search/searchtest tests/databases tests/needs", "a command: runs the others"},
	"tests/times":               {"", "a command"},
	"tests/effort":              {"", "a leaf: measures"},
	"tests/ports":               {"", "a leaf: finds ports"},

	"engine": {
		"engine/bodies engine/build engine/bundle engine/cache engine/console engine/declared engine/guard engine/inside " +
			"engine/instrument engine/manifest engine/metadata engine/outline engine/records " +
			"engine/snapshot engine/tsconfig engine/vm platform/jsontext " +
			"platform/schedule engine/schema security engine/source platform/startup",
		"what scripts can import is handed in; who calls is not known",
	},
	"engine/bodies": {"engine/source typings", "judges what is written; runs nothing"},
	"engine/bundle": {
		"engine/guard engine/hoist engine/instrument engine/machine engine/metadata engine/names engine/source engine/tsconfig",
		"compiling needs no VM and no manifest",
	},
	"engine/instrument": {
		"engine/inside engine/source", "changes trees and texts, and records on one VM; knows no bundler and no debugger",
	},
	"engine/cache":    {"", "bytes by key"},
	"engine/console":  {"engine/bundle engine/source", "a prompt's lines are compiled like files"},
	"engine/elements": {"engine/inside", "arrays of goja"},
	"engine/guard": {
		"engine/elements engine/hoist engine/inside engine/machine engine/pattern engine/records platform/jsontext",
		"bounds built-ins; knows no application",
	},
	"engine/build": {"engine/build/agents engine/build/aspects engine/build/beans engine/build/health engine/build/listeners " +
		"engine/build/openapi engine/build/rows engine/build/schedules engine/build/security engine/build/web engine/declared " +
		"engine/manifest engine/schema", "the order of the domains, which know nothing of each other"},
	"engine/build/beans": {"engine/declared engine/manifest engine/schema engine/source", "what is injected is known before anything answers"},
	"engine/build/web": {
		"engine/declared engine/manifest engine/schema engine/source",
		"routes and parameters need the beans in the manifest, not how they were found",
	},
	"engine/build/rows": {
		"engine/declared engine/manifest engine/schema engine/source",
		"tables and statements need the beans in the manifest, not how they were found",
	},
	"engine/build/aspects": {"engine/declared engine/manifest engine/source", "options of decorators around methods"},
	"engine/build/listeners": {
		"engine/declared engine/manifest engine/schema engine/source platform/units",
		"options of @QueueListener, and the parameters of listeners",
	},
	"engine/build/health":    {"engine/declared engine/manifest", "beans that are asked have a method to call"},
	"engine/build/schedules": {"engine/declared engine/manifest platform/schedule engine/source", "options of @Scheduled"},
	"engine/build/openapi": {
		"engine/declared engine/manifest engine/schema engine/source",
		"what is said of handlers to people who call them",
	},
	"engine/build/security": {"engine/declared engine/manifest security engine/source", "what is demanded of those who call handlers and methods"},
	"engine/archivetest":    {"", "what tests do with archives; knows no engine"},
	"engine/build/buildtest": {
		"engine/archivetest engine/bodies engine/build engine/declared engine/manifest engine/schema engine/source",
		"manifests for the tests of the domains",
	},
	"engine/build/agents": {
		"engine/declared engine/manifest engine/schema engine/schema/jsonschema engine/source platform/units",
		"tools are made of the handlers and routes in the manifest",
	},
	"engine/declared": {"engine/manifest engine/schema engine/source platform/units", "reads what is declared; builds nothing and runs nothing"},
	"engine/hoist":    {"engine/names", "a translation of texts"},
	"engine/names":    {"", "a leaf: reads nodes"},
	"engine/inside":   {"", "a leaf: what goja keeps to itself; the only one that looks"},
	"engine/machine":  {"engine/elements engine/inside engine/records", "knows programs and runtimes, and no application"},
	"engine/manifest": {"platform/schedule engine/schema security engine/source", "types only, which carry types and places"},
	"engine/probed":   {"debugger engine/instrument engine/objects engine/vm", "the workers of a debugger"},
	"engine/metadata": {"engine/source", "adds to texts what is written in them; knows no bundler"},
	"engine/objects": {
		"debugger engine/bundle engine/console engine/inside engine/source",
		"values in the words of a debugger, which is not known",
	},
	"engine/outline":  {"engine/source", "what is left of the sources; knows no application"},
	"engine/pattern":  {"", "a translation of texts"},
	"engine/records":  {"engine/inside platform/jsontext", "knows objects and runtimes, and no databases"},
	"engine/snapshot": {"engine/bundle engine/source", "what was compiled, as bytes"},
	"engine/vm":       {"engine/inside", "lends VMs; knows no application"},

	"jsapi": {
		"engine engine/manifest engine/vm jsapi/agents jsapi/aspects jsapi/background jsapi/client jsapi/environment jsapi/files jsapi/folders " +
			"jsapi/health jsapi/http jsapi/images jsapi/logger jsapi/managers jsapi/messages jsapi/meters jsapi/node jsapi/node/tcp jsapi/realm " +
			"jsapi/repository jsapi/search jsapi/security jsapi/sql jsapi/tracing jsapi/web jsapi/web/channels jsapi/web/sockets jsapi/web/wasm",
		"the listing of modules knows all of them",
	},
	"jsapi/agents": {"engine jsapi/realm", "the call of an agent is handed in as an interface"},
	"jsapi/aspects": {
		"engine engine/manifest engine/vm jsapi/meters jsapi/pack jsapi/realm security platform/trace platform/units",
		"what is behind it is handed in as interfaces",
	},
	"jsapi/background":      {"jsapi/realm", "a promise keeps the call that the VM runs"},
	"jsapi/realm":           {"engine engine/manifest engine/vm platform/trace", "what modules have in common knows none of them"},
	"jsapi/realm/realmtest": {"engine engine/guard engine/vm jsapi/realm jsapi/web", "scripts for the tests of modules"},
	"jsapi/bundled":         {"", "scripts of others, as they are"},
	"jsapi/bundled/make":    {"", "writes files of bundled; runs at no other time"},
	"jsapi/client":          {"engine engine/manifest jsapi/realm jsapi/web", "requests are sent as fetch sends them"},
	"jsapi/environment":     {"engine engine/manifest jsapi/realm", "the configuration is handed in as an interface"},
	"jsapi/feed":            {"", "a leaf: bytes of others; knows no scripts"},
	"jsapi/files":           {"engine engine/manifest engine/vm jsapi/folders jsapi/realm", "files of scripts; where they may be is told in one place"},
	"jsapi/folders":         {"", "a leaf: where paths of scripts may lead"},
	"jsapi/health":          {"engine jsapi/realm", "what beans tell is read here; who asks is not known"},
	"jsapi/security": {"engine engine/manifest engine/vm jsapi/aspects jsapi/realm jsapi/web security security/events security/logins " +
		"security/passwords security/sessions security/tokens security/totp", "scripts ask who it is; credentials are made and checked elsewhere"},
	"jsapi/http": {
		"engine engine/manifest engine/records engine/vm jsapi/folders jsapi/realm jsapi/web",
		"requests and files are handed in as interfaces",
	},
	"jsapi/images": {
		"engine engine/manifest engine/vm platform/images jsapi/folders jsapi/realm",
		"reads options and opens files; what is made of them, images says",
	},
	"jsapi/logger":   {"engine engine/manifest jsapi/realm jsapi/web", "logs are handed in; values are shown as console shows them"},
	"jsapi/managers": {"engine engine/manifest jsapi/aspects jsapi/realm", "caches and locks by hand are those of aspects"},
	"jsapi/messages": {
		"engine engine/manifest engine/vm jsapi/aspects jsapi/realm jsapi/sql security platform/trace",
		"queues are handed in as an interface; a message may be part of a transaction",
	},
	"jsapi/meters": {"engine engine/manifest engine/vm jsapi/realm", "where it is counted is handed in as an interface"},
	"jsapi/pack":   {"engine engine/manifest platform/jsontext", "values as bytes need their classes"},
	"jsapi/node": {"engine engine/vm jsapi/bundled jsapi/feed jsapi/folders jsapi/node/crypto jsapi/node/files jsapi/node/tcp jsapi/node/zlib " +
		"jsapi/realm jsapi/web jsapi/web/encodings jsapi/web/part", "modules of Node are parts, as the globals of the web are"},
	"jsapi/node/zlib":  {"jsapi/feed", "bytes that are handed in; knows no scripts"},
	"jsapi/node/tcp":   {"engine/vm jsapi/web/part platform/fault platform/trace", "what opens connections is handed in as a function"},
	"jsapi/node/files": {"jsapi/folders", "does what it is asked to files; knows no scripts"},
	"jsapi/repository": {
		"engine engine/manifest engine/records jsapi/realm jsapi/rowsql jsapi/sql jsapi/web",
		"repositories run statements as SqlTemplate does",
	},
	"jsapi/rowsql": {"", "writes texts"},
	"jsapi/search": {"engine engine/manifest engine/vm jsapi/realm platform/trace", "clusters are handed in as an interface"},
	"jsapi/sql": {
		"engine engine/manifest engine/records engine/vm jsapi/aspects jsapi/realm platform/trace",
		"databases are handed in as interfaces; what a transaction is, aspects say",
	},
	"jsapi/testapi": {"engine engine/vm platform/inproc platform/units", "a module of its own, which applications do not see"},
	"jsapi/tracing": {"engine engine/manifest jsapi/realm platform/trace", "spans of scripts go where those of the host go"},
	"jsapi/web": {
		"engine/elements engine/inside engine/vm jsapi/web/channels jsapi/web/ecma jsapi/web/encodings jsapi/web/forms jsapi/web/intl jsapi/web/part " +
			"jsapi/web/sockets jsapi/web/streams jsapi/web/subtle jsapi/web/urlpattern jsapi/web/wasm jsapi/web/weburl platform/trace",
		"the web platform knows nothing of fwrun",
	},
	"jsapi/web/intl": {
		"jsapi/web/intl/cldr jsapi/web/intl/collation jsapi/web/intl/dates jsapi/web/intl/lists jsapi/web/intl/locale " +
			"jsapi/web/intl/names jsapi/web/intl/numbers jsapi/web/intl/plurals jsapi/web/intl/relative jsapi/web/intl/segments jsapi/web/part",
		"options of scripts; what is written is said below",
	},
	"jsapi/web/intl/cldr":          {"", "a leaf: data"},
	"jsapi/web/intl/cldr/generate": {"", "a command that makes the data"},
	"jsapi/web/intl/collation":     {"", "a leaf: an order of texts"},
	"jsapi/web/intl/dates":         {"jsapi/web/intl/cldr jsapi/web/intl/numbers", "digits are those of numbers; knows no scripts"},
	"jsapi/web/intl/lists":         {"jsapi/web/intl/cldr", "patterns only"},
	"jsapi/web/intl/locale":        {"jsapi/web/intl/cldr", "names only"},
	"jsapi/web/intl/names":         {"jsapi/web/intl/cldr jsapi/web/intl/locale", "names only"},
	"jsapi/web/intl/numbers":       {"jsapi/web/intl/cldr jsapi/web/intl/plurals", "words depend on plurals; knows no scripts"},
	"jsapi/web/intl/plurals":       {"jsapi/web/intl/cldr", "rules only"},
	"jsapi/web/intl/relative":      {"jsapi/web/intl/cldr", "patterns only"},
	"jsapi/web/intl/segments":      {"", "a leaf: pieces of texts"},
	"jsapi/web/part":               {"engine/inside engine/vm", "what parts of the platform have in common knows none of them"},
	"jsapi/web/channels":           {"engine/vm jsapi/web/part jsapi/web/wire", "messages between VMs; other processes are an interface"},
	"jsapi/web/ecma":               {"engine/inside jsapi/bundled jsapi/web/part", "built-ins of the language; knows nothing of the platform"},
	"jsapi/web/encodings":          {"", "bytes become texts"},
	"jsapi/web/eventstream":        {"", "event streams are read without a script"},
	"jsapi/web/forms":              {"jsapi/web/encodings jsapi/web/part", "bytes and forms; who sends them asks for their bodies"},
	"jsapi/web/sockets": {
		"engine/vm platform/fault jsapi/web/eventstream jsapi/web/part jsapi/web/weburl",
		"connections are part of the platform; they are opened as requests are sent",
	},
	"jsapi/web/streams":     {"engine/vm jsapi/bundled jsapi/feed jsapi/web/part", "bytes that are handed in; knows no requests"},
	"jsapi/web/urlpattern":  {"jsapi/web/part", "patterns are matched by the engine"},
	"jsapi/web/wasm":        {"engine/vm jsapi/web/part jsapi/web/wasm/binary", "WebAssembly; knows nothing of the rest of the platform"},
	"jsapi/web/wasm/binary": {"", "a leaf: modules as bytes"},
	"jsapi/web/subtle": {
		"security/crypt/keys security/crypt/turns security/crypt/webcrypto engine/vm jsapi/web/part",
		"reads what scripts pass; what is done with it is told in crypt",
	},
	"jsapi/node/crypto": {
		"security/crypt/ciphers security/crypt/keys security/crypt/turns security/crypt/webcrypto engine/vm jsapi/web/part",
		"a module of Node that knows no other one",
	},
	"jsapi/web/wire":   {"jsapi/web/part", "values as bytes"},
	"jsapi/web/weburl": {"jsapi/web/encodings", "URLs as browsers read them"},

	"host": {
		"engine engine/manifest engine/vm host/certs host/charset host/compress host/cors host/files host/forwarded host/multipart host/report " +
			"host/wire platform/hops platform/inproc engine/schema security security/events security/logins security/oidc security/sessions platform/trace",
		"HTTP reads the manifest and invokes; it meets jsapi in app only",
	},
	"host/bounded":         {"", "a limit, whatever is read"},
	"host/certs":           {"", "certificates from files"},
	"host/certs/certstest": {"", "certificates for tests"},
	"host/charset":         {"", "behind the door all text is UTF-8"},
	"host/compress":        {"host/bounded", "bytes become fewer bytes"},
	"host/cors":            {"host/wire", "origins are compared as they are on the wire"},
	"host/files":           {"", "one file, its conditions and ranges"},
	"host/forwarded":       {"host/wire", "hosts are compared as they are on the wire"},
	"host/hosttest":        {"", "connections for benchmarks"},
	"host/multipart":       {"host/bounded", "a body is taken apart without knowing who wants it"},
	"host/report":          {"engine engine/manifest engine/schema", "what has gone wrong is handed in; shows it, and knows neither server nor request"},
	"host/wire":            {"", "raw bytes, before anything interprets them"},

	"openapi":        {"engine/manifest engine/schema", "a document of the manifest's routes; what the manifest does not know is handed in"},
	"openapi/page":   {"openapi", "a page that shows a document, whatever is in it"},
	"openapi/client": {"", "reads the bytes of a document, whoever has written it"},

	"mcp": {"engine engine/manifest platform/inproc platform/jsontext mcp/jsonrpc engine/schema " +
		"engine/schema/jsonschema security platform/trace", "the protocol of agents reads the manifest and invokes; it meets host in app only"},
	"mcp/jsonrpc": {"platform/jsontext engine/schema", "messages are bound like bodies"},

	"devtools/toolbox": {"mcp/jsonrpc engine/schema/jsonschema", "functions that are handed in become tools; knows no application"},
}

// libraries lists the libraries that only certain packages may import, and why.
var libraries = []struct {
	path    string
	folders []string
	because string
}{
	{"github.com/dop251/goja", []string{"engine", "jsapi"}, "a script value must not get past the engine's door"},
	{"github.com/evanw/esbuild", []string{"engine", "jsapi/bundled/make", "devtools/make", "tools/release/vscode"}, "compiling is the engine's"},
	{"github.com/go-sourcemap/sourcemap", []string{"engine"}, "compiling is the engine's"},
	{"github.com/valyala/fasthttp", []string{"host"}, "nothing of a RequestCtx is kept after the handler"},
	{"github.com/fasthttp/router", []string{"host"}, "routing is the host's"},
	{"github.com/gabriel-vasile/mimetype", []string{"host"}, "what a file is, is told where it arrives"},
	{"golang.org/x/text/encoding", []string{"host", "jsapi/web"}, "behind the door all text is UTF-8, but for what scripts decode themselves"},
	{"github.com/klauspost/compress", []string{"host", "ship/image"}, "content codings are the host's; images are compressed, too"},
	{"github.com/google/go-containerregistry", []string{"ship/image"}, "what an image is, is written in one place"},
	{"golang.org/x/crypto/x509roots", []string{"ship/image"}, "authorities are of images; a server asks its system"},
	{"github.com/molecule-man/go-brrr", []string{"host", "jsapi"}, "content codings are the host's; " +
		"what scripts compress is jsapi/web/streams's and jsapi/node/zlib's"},
	{"github.com/sourcegraph/jsonrpc2", []string{"lsp"}, "messages of editors are read in one place"},
	{"github.com/spf13/cobra", []string{"cmd/fwrun"}, "only the command line knows words"},
	{"github.com/spf13/pflag", []string{"cmd/fwrun"}, "cobra's flags"},
	{"github.com/lmittmann/tint", []string{"platform/logging"}, "a log's look is logging's"},
	{"github.com/mattn/go-isatty", []string{"cmd/fwrun"}, "only the command line knows a terminal"},
	{"github.com/peterh/liner", []string{"cmd/fwrun"}, "only the command line knows a terminal"},
	{"modernc.org/sqlite", []string{"data"}, "drivers stay behind data"},
	{"github.com/jackc/pgx", []string{"data"}, "drivers stay behind data"},
	{"github.com/go-sql-driver/mysql", []string{"data"}, "drivers stay behind data"},
	{"github.com/opensearch-project", []string{"migrate"}, "the client stays behind migrate/search/cluster"},
	{"github.com/redis/go-redis", []string{"data/datatest"}, "tests look at servers with it; data/redisclient speaks for itself"},
	{"github.com/maypok86/otter", []string{"data"}, "what is kept in memory and for how long is data/cache's"},
	{"golang.org/x/image", []string{"platform/images"}, "what a decoder may cost is limited in one place"},
	{"golang.org/x/sync", []string{"app", "platform/images", "tests"}, "one semaphore, with weights; one answer for several who ask at once"},
	{"golang.org/x/time", []string{"jsapi", "mcp", "queue"}, "how often something is called is counted where they are"},
	{"github.com/prometheus", []string{"platform/telemetry", "app"}, "what is counted is told in one place"},
	{"github.com/google/pprof", []string{"platform/profiling", "app"}, "what a profile is, is told in one place"},
	{"go.opentelemetry.io", []string{"platform/telemetry"}, "what is sent to a collector, and how, is told in one place"},
	{"github.com/fsnotify/fsnotify", []string{"app"}, "what changed is told by app/watch"},
	{"github.com/goccy/go-yaml", []string{"platform/config"}, "one reader of YAML"},
	{"github.com/netresearch/go-cron", []string{"platform/schedule"}, "what a cron expression means is told in one place"},
	{"github.com/IBM/sarama", []string{"queue"}, "brokers stay behind queue/broker"},
	{"github.com/nats-io", []string{"queue"}, "brokers stay behind queue/broker"},
	{"github.com/rabbitmq", []string{"queue"}, "brokers stay behind queue/broker"},
	{"github.com/minio/highwayhash", []string{"queue"}, "checksums of an embedded NATS server's files"},
	{"github.com/yuin/goldmark", []string{"tools/site"}, "what makes pages is no part of the binary"},
	{"github.com/alecthomas/chroma", []string{"tools/site"}, "what makes pages is no part of the binary"},
}

func TestImportsRunOneWay(t *testing.T) {
	used := map[string]bool{} // "from to"
	for _, file := range goFiles(t) {
		from := filepath.ToSlash(filepath.Dir(file))
		if strings.HasSuffix(file, "_test.go") || within(from, "tests/harness") || within(from, "tools/bench") || isModule(from) {
			continue
		}
		rule, known := layout[from]
		if !known {
			t.Errorf("%s: the package %s is not in the import table", file, from)
			continue
		}
		for _, path := range imports(t, file) {
			if to, ours := strings.CutPrefix(path, module); ours {
				used[from+" "+to] = true
				if !slices.Contains(everyones, to) && rule.imports != "*" &&
					!slices.Contains(strings.Fields(rule.imports), to) {
					t.Errorf("%s imports %s: %s", file, to, rule.because)
				}
			} else {
				checkLibrary(t, file, path)
			}
		}
	}
	for from, rule := range layout {
		for to := range strings.FieldsSeq(rule.imports) {
			if to != "*" && !used[from+" "+to] {
				t.Errorf("the import table lets %s import %s, and it does not", from, to)
			}
		}
	}
}

// within reports whether a folder is another one, or below it.
func within(folder, other string) bool {
	return folder == other || strings.HasPrefix(folder, other+"/")
}

// isModule reports whether a folder is a module of its own, which imports nothing of this one.
func isModule(folder string) bool {
	_, err := os.Stat(filepath.Join("..", "..", folder, "go.mod"))
	return err == nil
}

func checkLibrary(t *testing.T, file, path string) {
	t.Helper()
	for _, l := range libraries {
		if (path == l.path || strings.HasPrefix(path, l.path+"/")) &&
			!slices.ContainsFunc(l.folders, func(folder string) bool { return strings.HasPrefix(file, folder+"/") }) {
			t.Errorf("%s imports %s: %s", file, path, l.because)
		}
	}
}

// TestEveryPackageSaysWhatItIs: the first sentence of doc.go describes the package.
func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for folder := range packageFolders(t) {
		if _, err := os.Stat(filepath.Join("..", "..", folder, "main.go")); err == nil {
			continue // a command is described in main.go
		}
		text, err := os.ReadFile(filepath.Join("..", "..", folder, "doc.go"))
		if err != nil {
			t.Errorf("%s has no doc.go", folder)
			continue
		}
		if !strings.HasPrefix(string(text), "// Package ") {
			t.Errorf("%s/doc.go does not begin with what the package is", folder)
		}
	}
}

// TestNoInitFunctions: registries are written as listings, not filled by init functions.
func TestNoInitFunctions(t *testing.T) {
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc init()") {
			t.Errorf("%s registers something in init; list it instead", file)
		}
	}
}

// goFiles lists the Go files of the repository, relative to its root.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		hidden := strings.HasPrefix(name, ".") && name != ".."
		if entry.IsDir() && (name == "testdata" || name == "node_modules" || hidden) {
			return fs.SkipDir
		}
		if !entry.IsDir() && strings.HasSuffix(name, ".go") {
			rel, _ := filepath.Rel("../..", path)
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func imports(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range parsed.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, path)
	}
	return paths
}
