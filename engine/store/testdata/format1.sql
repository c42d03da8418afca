-- A database of format 1 with one source and one record, as the first version
-- of Owl wrote it. Never changed.
PRAGMA application_id = 0x4F574C31;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE attachments (
	record  INTEGER NOT NULL REFERENCES records(id),
	n       INTEGER NOT NULL,
	name    TEXT NOT NULL,
	caption TEXT NOT NULL,
	url     TEXT NOT NULL,
	PRIMARY KEY (record, n)
) WITHOUT ROWID;
CREATE TABLE chunks (
	key     INTEGER PRIMARY KEY AUTOINCREMENT,
	record  INTEGER NOT NULL REFERENCES records(id),
	idx     INTEGER NOT NULL,
	start   INTEGER NOT NULL,
	stop    INTEGER NOT NULL,
	section TEXT NOT NULL
);
INSERT INTO "chunks" VALUES(1,1,0,0,4,'');
CREATE TABLE contents (
	record INTEGER PRIMARY KEY REFERENCES records(id),
	body   BLOB NOT NULL
);
INSERT INTO "contents" VALUES(1,X'4F6E652E');
CREATE TABLE facets (
	id         INTEGER PRIMARY KEY,
	source     INTEGER NOT NULL REFERENCES sources(id),
	collection TEXT NOT NULL,
	system     TEXT NOT NULL,
	records    INTEGER NOT NULL DEFAULT 0,
	chunks     INTEGER NOT NULL DEFAULT 0,
	UNIQUE (source, collection, system)
);
INSERT INTO "facets" VALUES(1,1,'bely','RF',1,1);
CREATE TABLE meta (
	name  TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "meta" VALUES('id','7e473e29d84154e9');
CREATE TABLE records (
	id          INTEGER PRIMARY KEY,
	facet       INTEGER NOT NULL REFERENCES facets(id),
	doc_id      TEXT NOT NULL UNIQUE,
	hash        BLOB NOT NULL,
	first_key   INTEGER NOT NULL, -- its chunks are first_key .. first_key+chunk_count-1
	chunk_count INTEGER NOT NULL,
	created_s   INTEGER,          -- Unix seconds, NULL when the date is unknown
	created_ns  INTEGER,
	zone        INTEGER,          -- seconds east of UTC
	file_id     TEXT NOT NULL,
	parent_id   TEXT NOT NULL,
	part_index  INTEGER NOT NULL,
	part_type   TEXT NOT NULL,
	title       TEXT NOT NULL,
	author      TEXT NOT NULL,
	url         TEXT NOT NULL,
	format      TEXT NOT NULL
);
INSERT INTO "records" VALUES(1,1,'a',X'70277BFC409B502132D7A48B2A3B386294264B31F7BF024A5FB0CAFABB8AC122',1,1,1740830400,0,0,'native-a','',0,'','Title of a','','','text');
CREATE TABLE sources (
	id       INTEGER PRIMARY KEY,
	name     TEXT NOT NULL UNIQUE,
	kind     TEXT NOT NULL,
	place    TEXT NOT NULL,
	last_run TEXT NOT NULL DEFAULT '', -- RFC 3339
	errors   TEXT NOT NULL DEFAULT '[]'
);
INSERT INTO "sources" VALUES(1,'ops','test','/ops','','[]');
CREATE TABLE tombstones (
	first_key INTEGER PRIMARY KEY,
	last_key  INTEGER NOT NULL
);
CREATE INDEX records_file_id ON records (file_id);
CREATE INDEX records_parent_id ON records (parent_id) WHERE parent_id <> '';
CREATE INDEX records_created ON records (facet, created_s, created_ns);
INSERT INTO "sqlite_sequence" VALUES('chunks',1);
COMMIT;
