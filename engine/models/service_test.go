package models

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// embeddingService answers like /v1/embeddings with the vectors of a function.
func embeddingService(t *testing.T, embed func(string) []float32) string {
	t.Helper()
	type item struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Error(err)
		}
		var answer struct {
			Data []item `json:"data"`
		}
		for i, text := range asked.Input {
			answer.Data = append(answer.Data, item{i, embed(text)})
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestAServiceIsTestedLikeAModel(t *testing.T) {
	sound := func(text string) []float32 {
		if !strings.HasPrefix(text, "query: ") && !strings.HasPrefix(text, "passage: ") && text != "beam" {
			t.Errorf("the text %.20q has no prefix", text)
		}
		_, rest, _ := strings.Cut(text, ": ")
		return letters(rest + " .")
	}
	e := OpenEmbedder(Spec{Source: embeddingService(t, sound), Model: "e5-small"})
	defer e.Close()
	id, err := e.Wait(t.Context())
	if err != nil || id.Name != "e5-small" || id.Dim != 512 || id.QueryPrefix != "query: " {
		t.Errorf("id %+v, %v", id, err)
	}
	bad := OpenEmbedder(Spec{Source: embeddingService(t, func(string) []float32 { return letters("same") }), Model: "fake"})
	defer bad.Close()
	_, err = bad.EmbedQuery(t.Context(), "beam")
	refused(t, err, "self-test")
}
