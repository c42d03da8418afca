package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"owl/engine"
)

var _ engine.Sources = (*Store)(nil)

// facet is what the records of one source, collection and system share.
type facet struct {
	id              int64
	source          string
	collection      engine.Collection
	system          string
	records, chunks int
}

func queryFacets(ctx context.Context, db querier) ([]facet, error) {
	rows, err := db.QueryContext(ctx, `SELECT f.id, s.name, f.collection, f.system, f.records, f.chunks
		FROM facets f JOIN sources s ON s.id = f.source`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []facet
	for rows.Next() {
		var f facet
		if err := rows.Scan(&f.id, &f.source, &f.collection, &f.system, &f.records, &f.chunks); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, rows.Err()
}

// admitted lists the facets of a filter's collections and systems.
func admitted(ctx context.Context, db querier, filter engine.Filter) ([]facet, error) {
	list, err := queryFacets(ctx, db)
	undated := engine.Filter{Collections: filter.Collections, Systems: filter.Systems}
	return slices.DeleteFunc(list, func(f facet) bool { return !undated.Admits(f.collection, f.system, time.Time{}) }), err
}

// Size returns how many records and chunks there are.
func (s *Store) Size(ctx context.Context) (records, chunks int, err error) {
	err = s.snapshot(ctx, "count records", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT coalesce(sum(records), 0), coalesce(sum(chunks), 0) FROM facets`).Scan(&records, &chunks)
	})
	return records, chunks, err
}

// Sources lists every source by name.
func (s *Store) Sources(ctx context.Context) ([]engine.SourceStatus, error) {
	var list []engine.SourceStatus
	err := s.snapshot(ctx, "list sources", func(tx *sql.Tx) (err error) {
		if list, err = querySources(ctx, tx); err != nil {
			return err
		}
		facets, err := queryFacets(ctx, tx)
		if err != nil {
			return err
		}
		newest, err := newestByFacet(ctx, tx)
		if err != nil {
			return err
		}
		for _, f := range facets {
			addFacet(list, f, newest[f.id])
		}
		return nil
	})
	return list, err
}

func querySources(ctx context.Context, db querier) ([]engine.SourceStatus, error) {
	rows, err := db.QueryContext(ctx, `SELECT name, kind, place, last_run, errors FROM sources ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []engine.SourceStatus
	for rows.Next() {
		var status engine.SourceStatus
		var lastRun, problems string
		if err := rows.Scan(&status.Name, &status.Kind, &status.Where, &lastRun, &problems); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(problems), &status.Errors); err != nil {
			return nil, fmt.Errorf("errors of source %q: %w", status.Name, err)
		}
		if lastRun != "" {
			if status.LastRun, err = time.Parse(time.RFC3339Nano, lastRun); err != nil {
				return nil, fmt.Errorf("last run of source %q: %w", status.Name, err)
			}
		}
		list = append(list, status)
	}
	return list, rows.Err()
}

// addFacet counts a facet that has records to its source.
func addFacet(list []engine.SourceStatus, f facet, newest time.Time) {
	at := slices.IndexFunc(list, func(status engine.SourceStatus) bool { return status.Name == f.source })
	if at < 0 || f.records == 0 {
		return
	}
	status := &list[at]
	if status.Records == 0 {
		status.Collection = f.collection
	} else if status.Collection != f.collection {
		status.Collection = ""
	}
	status.Records += f.records
	status.Chunks += f.chunks
	if newest.After(status.FreshAsOf) {
		status.FreshAsOf = newest
	}
}

// newestByFacet returns the date of the newest record of each facet.
func newestByFacet(ctx context.Context, tx *sql.Tx) (map[int64]time.Time, error) {
	rows, err := tx.QueryContext(ctx, `SELECT facet, created_s, created_ns, zone FROM records WHERE id IN (
		SELECT (SELECT id FROM records WHERE facet = f.id ORDER BY created_s DESC, created_ns DESC LIMIT 1) FROM facets f)`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	newest := map[int64]time.Time{}
	for rows.Next() {
		var id int64
		var when moment
		if err := rows.Scan(&id, &when.seconds, &when.nanos, &when.zone); err != nil {
			return nil, err
		}
		newest[id] = when.time()
	}
	return newest, rows.Err()
}

// Count returns for each source how many records pass the filter, and 0 for
// one that has none.
func (s *Store) Count(ctx context.Context, filter engine.Filter) (map[string]int, error) {
	counts := map[string]int{}
	err := s.snapshot(ctx, "count records", func(tx *sql.Tx) error {
		sources, err := querySources(ctx, tx)
		if err != nil {
			return err
		}
		for _, status := range sources {
			counts[status.Name] = 0
		}
		facets, err := admitted(ctx, tx, filter)
		if err != nil {
			return err
		}
		if !filter.Since.IsZero() || !filter.Until.IsZero() {
			return countDated(ctx, tx, facets, filter, counts)
		}
		for _, f := range facets {
			counts[f.source] += f.records
		}
		return nil
	})
	return counts, err
}

// countDated adds up the records of the facets that were created in time.
func countDated(ctx context.Context, tx *sql.Tx, facets []facet, filter engine.Filter, counts map[string]int) error {
	sources := map[int64]string{}
	for _, f := range facets {
		sources[f.id] = f.source
	}
	where, args := dated(filter, slices.Collect(maps.Keys(sources)))
	rows, err := tx.QueryContext(ctx, `SELECT r.facet, count(*) FROM records r `+where+` GROUP BY r.facet`, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			return err
		}
		counts[sources[id]] += n
	}
	return rows.Err()
}

// Systems lists the systems that records name, by name.
func (s *Store) Systems(ctx context.Context) ([]string, error) {
	var systems []string
	err := s.snapshot(ctx, "list the systems", func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT DISTINCT system FROM facets WHERE system <> '' AND records > 0 ORDER BY system`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			systems = append(systems, name)
		}
		return rows.Err()
	})
	return systems, err
}
