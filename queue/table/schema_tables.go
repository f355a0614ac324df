package table

// Times are milliseconds since 1970. Keys, ids and names that may be of any length are looked up by a hash; the texts
// themselves are in head, a JSON object.
//
// A lease of 0 means that nobody has claimed the row, and token is whose claim it is. In fwrun_queue_messages no index
// has the lease, so that PostgreSQL can claim a message without touching an index: claims look at the first rows of a topic,
// which are the ones that are claimed.
//
// In fwrun_queue_parked, retry is 0 for messages that their sender delayed, 1 for retries, and 2 for the mark that a retry
// with a key leaves until it has been handled; place is the order among retries of a key.
const sqliteTables = `
create table if not exists fwrun_queue_topics (id integer primary key, name text not null unique);
create table if not exists fwrun_queue_messages (
	seq integer primary key autoincrement, topic integer not null, lease integer not null, token text not null, deliveries integer not null,
	published integer not null, size integer not null, head text not null, payload blob not null
);
create index if not exists fwrun_queue_messages_topic on fwrun_queue_messages (topic, seq);
create table if not exists fwrun_queue_leases (name text primary key, token text not null, lease integer not null) without rowid;
create table if not exists fwrun_queue_parked (
	seq integer primary key autoincrement, connection text not null, queue text not null, key_hash text not null,
	id_hash text not null,
	retry integer not null, place integer not null, due integer not null, lease integer not null, token text not null,
	size integer not null, head text not null, payload blob not null
);
create index if not exists fwrun_queue_parked_due on fwrun_queue_parked (connection, lease, due, place, seq);
create index if not exists fwrun_queue_parked_key on fwrun_queue_parked (connection, queue, retry, key_hash, place);
create table if not exists fwrun_queue_dead (
	seq integer primary key, connection text not null, queue text not null, id_hash text not null, reason text not null,
	died integer not null, size integer not null, head text not null, payload blob not null
);
create index if not exists fwrun_queue_dead_queue on fwrun_queue_dead (connection, queue, seq);
create index if not exists fwrun_queue_dead_id on fwrun_queue_dead (connection, queue, id_hash);
create table if not exists fwrun_queue_ids (
	connection text not null, queue text not null, id_hash text not null, ends integer not null,
	primary key (connection, queue, id_hash)
) without rowid;
create index if not exists fwrun_queue_ids_ends on fwrun_queue_ids (ends);
create table if not exists fwrun_queue_holds (
	connection text not null, queue text not null, name_hash text not null, id text not null, ends integer not null,
	primary key (connection, queue, name_hash)
) without rowid;
create index if not exists fwrun_queue_holds_ends on fwrun_queue_holds (ends);
create table if not exists fwrun_queue_pauses (
	connection text not null, queue text not null, primary key (connection, queue)
) without rowid;
`

// The pages of fwrun_queue_messages have room for rows that are claimed, and are cleaned often: its rows come and go.
const postgresTables = `
create table if not exists fwrun_queue_topics (id bigint generated always as identity primary key, name text not null unique);
create table if not exists fwrun_queue_messages (
	seq bigint generated always as identity, topic bigint not null, lease bigint not null, token text not null,
	deliveries int not null, published bigint not null, size int not null, head text not null, payload bytea not null,
	primary key (topic, seq)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create table if not exists fwrun_queue_leases (name text primary key, token text not null, lease bigint not null);
create table if not exists fwrun_queue_parked (
	seq bigint generated always as identity primary key, connection text not null, queue text not null,
	key_hash text not null, id_hash text not null, retry smallint not null, place bigint not null, due bigint not null,
	lease bigint not null, token text not null, size int not null, head text not null, payload bytea not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create index if not exists fwrun_queue_parked_due on fwrun_queue_parked (connection, lease, due, place, seq);
create index if not exists fwrun_queue_parked_key on fwrun_queue_parked (connection, queue, retry, key_hash, place);
create table if not exists fwrun_queue_dead (
	seq bigint generated always as identity primary key, connection text not null, queue text not null,
	id_hash text not null, reason text not null, died bigint not null, size int not null, head text not null,
	payload bytea not null
);
create index if not exists fwrun_queue_dead_queue on fwrun_queue_dead (connection, queue, seq);
create index if not exists fwrun_queue_dead_id on fwrun_queue_dead (connection, queue, id_hash);
create table if not exists fwrun_queue_ids (
	connection text not null, queue text not null, id_hash text not null, ends bigint not null,
	primary key (connection, queue, id_hash)
);
create index if not exists fwrun_queue_ids_ends on fwrun_queue_ids (ends);
create table if not exists fwrun_queue_holds (
	connection text not null, queue text not null, name_hash text not null, id text not null, ends bigint not null,
	primary key (connection, queue, name_hash)
);
create index if not exists fwrun_queue_holds_ends on fwrun_queue_holds (ends);
create table if not exists fwrun_queue_pauses (
	connection text not null, queue text not null, primary key (connection, queue)
);
`

const mysqlTables = `
create table if not exists fwrun_queue_topics (
	id bigint auto_increment primary key, name varchar(200) character set utf8mb4 collate utf8mb4_bin not null unique
) engine = InnoDB;
create table if not exists fwrun_queue_messages (
	seq bigint auto_increment, topic bigint not null, lease bigint not null, token varchar(40) character set ascii not null,
	deliveries int not null, published bigint not null, size int not null,
	head longtext character set utf8mb4 collate utf8mb4_bin not null, payload longblob not null,
	primary key (topic, seq), key (seq)
) engine = InnoDB;
create table if not exists fwrun_queue_leases (
	name varchar(220) character set utf8mb4 collate utf8mb4_bin primary key, token varchar(40) character set ascii not null,
	lease bigint not null
) engine = InnoDB;
create table if not exists fwrun_queue_parked (
	seq bigint auto_increment primary key,
	connection varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	queue varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	key_hash varchar(32) character set ascii not null, id_hash varchar(32) character set ascii not null,
	retry smallint not null, place bigint not null, due bigint not null, lease bigint not null,
	token varchar(40) character set ascii not null, size int not null,
	head longtext character set utf8mb4 collate utf8mb4_bin not null, payload longblob not null,
	key fwrun_queue_parked_due (connection, lease, due, place, seq),
	key fwrun_queue_parked_key (connection, queue, retry, key_hash, place)
) engine = InnoDB;
create table if not exists fwrun_queue_dead (
	seq bigint auto_increment primary key,
	connection varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	queue varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	id_hash varchar(32) character set ascii not null, reason varchar(500) character set utf8mb4 collate utf8mb4_bin not null,
	died bigint not null, size int not null, head longtext character set utf8mb4 collate utf8mb4_bin not null,
	payload longblob not null,
	key fwrun_queue_dead_queue (connection, queue, seq), key fwrun_queue_dead_id (connection, queue, id_hash)
) engine = InnoDB;
create table if not exists fwrun_queue_ids (
	connection varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	queue varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	id_hash varchar(32) character set ascii not null, ends bigint not null,
	primary key (connection, queue, id_hash), key fwrun_queue_ids_ends (ends)
) engine = InnoDB;
create table if not exists fwrun_queue_holds (
	connection varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	queue varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	name_hash varchar(32) character set ascii not null,
	id longtext character set utf8mb4 collate utf8mb4_bin not null, ends bigint not null,
	primary key (connection, queue, name_hash), key fwrun_queue_holds_ends (ends)
) engine = InnoDB;
create table if not exists fwrun_queue_pauses (
	connection varchar(200) character set utf8mb4 collate utf8mb4_bin not null,
	queue varchar(200) character set utf8mb4 collate utf8mb4_bin not null, primary key (connection, queue)
) engine = InnoDB;
`
