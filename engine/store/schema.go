package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"owl/engine"
)

// applicationID marks an Owl database in the SQLite header: "OWL1".
const applicationID = 0x4F574C31

// ErrNewer says that a database was written by a later version of Owl.
var ErrNewer = errors.New("written by a newer owl")

// errOld says that a database must be migrated before it can be read.
var errOld = errors.New("written by an older owl")

// migrations returns the steps that lead from an empty file to the present
// format. A step is never changed once released; user_version counts the steps
// taken.
func migrations() []string { return []string{schema1, schemaGraph, schemaLearned} }

const schema1 = `
CREATE TABLE meta (
	name  TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES ('id', lower(hex(randomblob(8))));

CREATE TABLE sources (
	id       INTEGER PRIMARY KEY,
	name     TEXT NOT NULL UNIQUE,
	kind     TEXT NOT NULL,
	place    TEXT NOT NULL,
	last_run TEXT NOT NULL DEFAULT '', -- RFC 3339
	errors   TEXT NOT NULL DEFAULT '[]'
);

CREATE TABLE facets (
	id         INTEGER PRIMARY KEY,
	source     INTEGER NOT NULL REFERENCES sources(id),
	collection TEXT NOT NULL,
	system     TEXT NOT NULL,
	records    INTEGER NOT NULL DEFAULT 0,
	chunks     INTEGER NOT NULL DEFAULT 0,
	UNIQUE (source, collection, system)
);

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
CREATE INDEX records_file_id ON records (file_id);
CREATE INDEX records_parent_id ON records (parent_id) WHERE parent_id <> '';
CREATE INDEX records_created ON records (facet, created_s, created_ns);

CREATE TABLE contents (
	record INTEGER PRIMARY KEY REFERENCES records(id),
	body   BLOB NOT NULL
);

CREATE TABLE chunks (
	key     INTEGER PRIMARY KEY AUTOINCREMENT,
	record  INTEGER NOT NULL REFERENCES records(id),
	idx     INTEGER NOT NULL,
	start   INTEGER NOT NULL,
	stop    INTEGER NOT NULL,
	section TEXT NOT NULL
);

CREATE TABLE attachments (
	record  INTEGER NOT NULL REFERENCES records(id),
	n       INTEGER NOT NULL,
	name    TEXT NOT NULL,
	caption TEXT NOT NULL,
	url     TEXT NOT NULL,
	PRIMARY KEY (record, n)
) WITHOUT ROWID;

CREATE TABLE tombstones (
	first_key INTEGER PRIMARY KEY,
	last_key  INTEGER NOT NULL
);
`

// migrate takes the steps that a database has not taken yet, each in a
// transaction of its own.
func migrate(ctx context.Context, conn *sql.Conn, steps []string) error {
	taken, err := version(ctx, conn, len(steps))
	if err != nil {
		return err
	}
	for ; taken < len(steps); taken++ {
		if err := step(ctx, conn, steps[taken], taken+1); err != nil {
			return fmt.Errorf("migrate to format %d: %w", taken+1, err)
		}
	}
	return nil
}

func step(ctx context.Context, conn *sql.Conn, statements string, number int) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	done := fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;", applicationID, number)
	if _, err := tx.ExecContext(ctx, statements+done); err != nil {
		return err
	}
	return tx.Commit()
}

// querier is a connection, a pool or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// version returns how many steps a database has taken. Another program's file
// is engine.ErrDamaged, a later format ErrNewer.
func version(ctx context.Context, db querier, known int) (int, error) {
	var application, format, tables int
	row := db.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_master)`)
	if err := row.Scan(&application, &format, &tables); err != nil {
		return 0, err
	}
	switch {
	case application != applicationID && (format > 0 || tables > 0):
		return 0, fmt.Errorf("%w: not an owl database", engine.ErrDamaged)
	case format > known:
		return 0, fmt.Errorf("%w: its format is %d, this owl knows %d; update owl", ErrNewer, format, known)
	}
	return format, nil
}
