package qdrant

import (
	"context"
	"fmt"
	"strings"

	api "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"owl/engine"
	"owl/engine/mirror"
)

var _ mirror.Target = (*Client)(nil)

// The payload of a point.
const (
	fieldCollection = "collection" // by mirror.Facets, as the system
	fieldSystem     = "system"
	fieldCreated    = "created" // microseconds; missing when unknown
)

// Prepare implements mirror.Target.
func (c *Client) Prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.write)
	defer cancel()
	name := c.collection(ctx)
	err := c.api.CreateCollection(ctx, &api.CreateCollection{
		CollectionName: name, VectorsConfig: api.NewVectorsConfig(&api.VectorParams{Size: uint64(c.model(ctx).Dim), Distance: api.Distance_Cosine}),
	})
	if err != nil && status.Code(err) != codes.AlreadyExists && !strings.Contains(err.Error(), "already exists") {
		return c.explain(ctx, err)
	}
	for field, kind := range map[string]api.FieldType{
		fieldCollection: api.FieldType_FieldTypeKeyword, fieldSystem: api.FieldType_FieldTypeKeyword, fieldCreated: api.FieldType_FieldTypeInteger,
	} {
		wait := true
		if _, err := c.api.CreateFieldIndex(ctx, &api.CreateFieldIndexCollection{CollectionName: name, FieldName: field, FieldType: &kind, Wait: &wait}); err != nil {
			return c.explain(ctx, err)
		}
	}
	return nil
}

// page is how many keys are read at a time.
const page = uint32(10_000)

// Keys implements mirror.Target.
func (c *Client) Keys(ctx context.Context, yield func(engine.ChunkKey)) error {
	limit := page
	var from *api.PointId
	for {
		points, next, err := c.api.ScrollAndOffset(ctx, &api.ScrollPoints{
			CollectionName: c.collection(ctx), Offset: from, Limit: &limit, WithPayload: api.NewWithPayload(false), WithVectors: api.NewWithVectors(false),
		})
		if err != nil {
			return c.explain(ctx, err)
		}
		for _, p := range points {
			yield(engine.ChunkKey(p.GetId().GetNum()))
		}
		if next == nil || len(points) == 0 {
			return nil
		}
		from = next
	}
}

// Put implements mirror.Target.
func (c *Client) Put(ctx context.Context, docs []mirror.Doc) error {
	ctx, cancel := context.WithTimeout(ctx, c.write)
	defer cancel()
	points := make([]*api.PointStruct, len(docs))
	for i, d := range docs {
		if want := c.model(ctx).Dim; len(d.Vector) != want {
			return fmt.Errorf("qdrant at %s: a vector of %d elements, want %d", c.host, len(d.Vector), want)
		}
		collection, system := mirror.Facets(d.Record)
		payload := map[string]any{fieldCollection: collection, fieldSystem: system}
		if !d.Record.Created.IsZero() {
			payload[fieldCreated] = mirror.Micros(d.Record.Created)
		}
		values, err := api.TryValueMap(payload)
		if err != nil {
			return fmt.Errorf("qdrant at %s: write chunk %d: %w", c.host, d.Chunk.Key, err)
		}
		points[i] = &api.PointStruct{Id: api.NewIDNum(uint64(d.Chunk.Key)), Vectors: api.NewVectorsDense(d.Vector), Payload: values}
	}
	wait := true
	_, err := c.api.Upsert(ctx, &api.UpsertPoints{CollectionName: c.collection(ctx), Points: points, Wait: &wait})
	return c.explain(ctx, err)
}

// Remove implements mirror.Target.
func (c *Client) Remove(ctx context.Context, keys []engine.ChunkKey) error {
	ctx, cancel := context.WithTimeout(ctx, c.write)
	defer cancel()
	ids := make([]*api.PointId, len(keys))
	for i, key := range keys {
		ids[i] = api.NewIDNum(uint64(key))
	}
	wait := true
	_, err := c.api.Delete(ctx, &api.DeletePoints{CollectionName: c.collection(ctx), Points: api.NewPointsSelectorIDs(ids), Wait: &wait})
	return c.explain(ctx, err)
}
