// Package qdranttest is a stand-in for a Qdrant server, for tests: the calls that
// package qdrant makes, answered from memory.
package qdranttest

import (
	"cmp"
	"context"
	"net"
	"slices"
	"sync"
	"testing"

	api "github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Server is a stand-in that runs.
type Server struct {
	URL string

	mu          sync.Mutex
	collections map[string]*collection
	key         string
	fail        error
	reply       func() []*api.ScoredPoint
}

// points and collections are the two services; some calls have one name in both.
type points struct {
	api.UnimplementedPointsServer
	*Server
}

type collections struct {
	api.UnimplementedCollectionsServer
	*Server
}

type collection struct {
	size   uint64
	points map[uint64]*api.PointStruct
}

// Start starts a server that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{URL: "http://" + l.Addr().String(), collections: map[string]*collection{}}
	server := grpc.NewServer(grpc.UnaryInterceptor(s.guard))
	api.RegisterPointsServer(server, points{Server: s})
	api.RegisterCollectionsServer(server, collections{Server: s})
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	t.Cleanup(func() {
		server.Stop()
		if err := <-done; err != nil {
			t.Errorf("the stand-in ended with %v", err)
		}
	})
	return s
}

// Ask makes the server want a key.
func (s *Server) Ask(key string) { s.set(func() { s.key = key }) }

// Fail makes every call end with an error; nil for none.
func (s *Server) Fail(err error) { s.set(func() { s.fail = err }) }

// Find makes every query give these points; nil for those that are stored.
func (s *Server) Find(points func() []*api.ScoredPoint) { s.set(func() { s.reply = points }) }

func (s *Server) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// Collections lists how many points each collection holds.
func (s *Server) Collections() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]int{}
	for name, c := range s.collections {
		out[name] = len(c.points)
	}
	return out
}

func (s *Server) guard(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return nil, s.fail
	}
	if md, _ := metadata.FromIncomingContext(ctx); s.key != "" && !slices.Contains(md.Get("api-key"), s.key) {
		return nil, status.Error(codes.Unauthenticated, "invalid key")
	}
	return next(ctx, req)
}

func (s *Server) at(name string) (*collection, error) {
	c, ok := s.collections[name]
	if !ok {
		return nil, status.Errorf(codes.NotFound, "collection %s doesn't exist", name)
	}
	return c, nil
}

// Create implements the call of this name.
func (s collections) Create(_ context.Context, r *api.CreateCollection) (*api.CollectionOperationResponse, error) {
	if s.collections[r.GetCollectionName()] != nil {
		return nil, status.Errorf(codes.AlreadyExists, "collection %s already exists", r.GetCollectionName())
	}
	s.collections[r.GetCollectionName()] = &collection{r.GetVectorsConfig().GetParams().GetSize(), map[uint64]*api.PointStruct{}}
	return &api.CollectionOperationResponse{Result: true}, nil
}

// CreateFieldIndex implements the call of this name.
func (s points) CreateFieldIndex(context.Context, *api.CreateFieldIndexCollection) (*api.PointsOperationResponse, error) {
	return &api.PointsOperationResponse{Result: &api.UpdateResult{}}, nil
}

// Upsert implements the call of this name.
func (s points) Upsert(_ context.Context, r *api.UpsertPoints) (*api.PointsOperationResponse, error) {
	c, err := s.at(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	for _, p := range r.GetPoints() {
		if uint64(len(vector(p))) != c.size {
			return nil, status.Errorf(codes.InvalidArgument, "expected dim %d, got %d", c.size, len(vector(p)))
		}
		c.points[p.GetId().GetNum()] = p
	}
	return &api.PointsOperationResponse{Result: &api.UpdateResult{}}, nil
}

func vector(p *api.PointStruct) []float32 {
	return p.GetVectors().GetVector().GetDense().GetData()
}

// Delete implements the call of this name.
func (s points) Delete(_ context.Context, r *api.DeletePoints) (*api.PointsOperationResponse, error) {
	c, err := s.at(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	for _, id := range r.GetPoints().GetPoints().GetIds() {
		delete(c.points, id.GetNum())
	}
	return &api.PointsOperationResponse{Result: &api.UpdateResult{}}, nil
}

// Count implements the call of this name.
func (s points) Count(_ context.Context, r *api.CountPoints) (*api.CountResponse, error) {
	c, err := s.at(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	return &api.CountResponse{Result: &api.CountResult{Count: uint64(len(c.points))}}, nil
}

// Scroll implements the call of this name.
func (s points) Scroll(_ context.Context, r *api.ScrollPoints) (*api.ScrollResponse, error) {
	c, err := s.at(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	out := &api.ScrollResponse{}
	for _, key := range c.keys() {
		switch {
		case key < r.GetOffset().GetNum():
		case len(out.Result) == int(min(r.GetLimit(), 3)): // small pages, so that tests turn them
			out.NextPageOffset = api.NewIDNum(key)
			return out, nil
		default:
			out.Result = append(out.Result, &api.RetrievedPoint{Id: api.NewIDNum(key)})
		}
	}
	return out, nil
}

func (c *collection) keys() []uint64 {
	var keys []uint64
	for key := range c.points {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Query implements the call of this name.
func (s points) Query(_ context.Context, r *api.QueryPoints) (*api.QueryResponse, error) {
	if s.reply != nil {
		return &api.QueryResponse{Result: s.reply()}, nil
	}
	c, err := s.at(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	asked := r.GetQuery().GetNearest().GetDense().GetData()
	out := &api.QueryResponse{}
	for _, key := range c.keys() {
		p := c.points[key]
		if !passes(r.GetFilter(), p.GetPayload()) {
			continue
		}
		score := float32(0)
		for i, x := range vector(p) {
			score += x * asked[i]
		}
		out.Result = append(out.Result, &api.ScoredPoint{Id: api.NewIDNum(key), Score: score})
	}
	slices.SortStableFunc(out.Result, func(a, b *api.ScoredPoint) int { return cmp.Compare(b.GetScore(), a.GetScore()) })
	out.Result = out.Result[:min(len(out.Result), int(r.GetLimit()))]
	return out, nil
}

func passes(f *api.Filter, payload map[string]*api.Value) bool {
	for _, must := range f.GetMust() {
		field := must.GetField()
		value, known := payload[field.GetKey()]
		if words := field.GetMatch().GetKeywords().GetStrings(); words != nil {
			if !known || !slices.Contains(words, value.GetStringValue()) {
				return false
			}
			continue
		}
		n := float64(value.GetIntegerValue())
		r := field.GetRange()
		if !known || r.Gte != nil && n < r.GetGte() || r.Lt != nil && n >= r.GetLt() {
			return false
		}
	}
	return true
}
