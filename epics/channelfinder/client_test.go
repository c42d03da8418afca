package channelfinder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"owl/engine"
)

func serve(t *testing.T, handle http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return &Client{URL: server.URL + "/ChannelFinder/"}
}

// directory answers like a service with n channels.
func directory(t *testing.T, n int, asked *[]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.RequestURI())
		size, err1 := strconv.Atoi(r.FormValue("~size"))
		from, err2 := strconv.Atoi(r.FormValue("~from"))
		if err := errors.Join(err1, err2); err != nil {
			t.Error(err)
		}
		list := []map[string]any{}
		for i := from; i < min(n, from+size); i++ {
			list = append(list, map[string]any{
				"name": fmt.Sprintf("A:%03d", n-i), "owner": "ops", "tags": []any{map[string]string{"name": "archived"}},
				"properties": []any{map[string]string{"name": "pvStatus", "value": "Active"}, map[string]string{"name": "recordDesc", "value": "Pressure"}, map[string]string{"name": "iocName", "value": "ioc1"}},
			})
		}
		_ = json.NewEncoder(w).Encode(list)
	}
}

func TestPagesAndCap(t *testing.T) {
	var asked []string
	c := serve(t, directory(t, 25, &asked))
	c.Page = 10
	for limit, want := range map[int]int{100: 25, 25: 25, 24: 24, 10: 10, 5: 5} {
		found, capped, err := c.Find(context.Background(), Query{}, limit)
		if err != nil || len(found) != want || capped != (want < 25) {
			t.Errorf("limit %d: %d channels, capped %v, %v", limit, len(found), capped, err)
		}
		if found[0].Name > found[1].Name {
			t.Errorf("limit %d: %s before %s", limit, found[0].Name, found[1].Name)
		}
	}
}

func TestChannelsAndEntries(t *testing.T) {
	var asked []string
	c := serve(t, directory(t, 1, &asked))
	found, _, err := c.Find(context.Background(), Query{Name: "SR*:BPM?&x", Tags: []string{"a b"}, Properties: map[string]string{"iocName": "ioc*"}}, 5)
	if err != nil {
		t.Fatal(err)
	}
	if want := "/ChannelFinder/resources/channels?iocName=ioc%2A&~from=0&~name=SR%2A%3ABPM%3F%26x&~size=6&~tag=a+b"; len(asked) != 1 || asked[0] != want {
		t.Errorf("asked %q, want %q", asked, want)
	}
	want := Channel{Name: "A:001", Owner: "ops", Tags: []string{"archived"}, Properties: map[string]string{"pvStatus": "Active", "recordDesc": "Pressure", "iocName": "ioc1"}}
	if !reflect.DeepEqual(found[0], want) {
		t.Errorf("%+v", found[0])
	}
	e := found[0].Entry()
	if e.PV != "A:001" || e.Description != "Pressure" || !reflect.DeepEqual(e.Fields, map[string]string{"iocname": "ioc1", "tags": "archived"}) {
		t.Errorf("%+v", e)
	}
	if active, known := found[0].Active(); !active || !known {
		t.Error("an active channel is not")
	}
	if _, known := (Channel{}).Active(); known {
		t.Error("a channel without pvStatus is known")
	}
}

func TestNames(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/resources/properties") && !strings.HasSuffix(r.URL.Path, "/resources/tags") {
			t.Errorf("asked %s", r.URL)
		}
		_, _ = w.Write([]byte(`[{"name":"b","owner":"x"},{"name":"a"}]`))
	})
	for _, list := range []func(context.Context) ([]string, error){c.Properties, c.Tags} {
		if got, err := list(context.Background()); err != nil || !reflect.DeepEqual(got, []string{"a", "b"}) {
			t.Errorf("%v %v", got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	asked := 0
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		want   string
	}{
		"broken":  {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, "no answer: it says 503 Service Unavailable"},
		"refused": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, "it says 401 Unauthorized"},
		"a page":  {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }, "the reply is not that of a ChannelFinder"},
		"once broken": {func(w http.ResponseWriter, _ *http.Request) {
			if asked++; asked == 1 {
				w.WriteHeader(500)
				return
			}
			_, _ = w.Write([]byte("[]"))
		}, ""},
		"silent": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "no answer within 20ms"},
	} {
		client := serve(t, c.handle)
		if name == "silent" {
			client.Wait = 20 * time.Millisecond
		}
		_, _, err := client.Find(context.Background(), Query{}, 5)
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "channelfinder 127.0.0.1:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := (&Client{}).Find(context.Background(), Query{}, 0); !errors.Is(err, engine.ErrUsage) {
		t.Error(err)
	}
}
