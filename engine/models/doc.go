// Package models runs the networks that turn text into vectors and judge
// passages: the two built-in ones, those of a folder of the user and services
// over HTTP. OpenEmbedder and OpenReranker give an engine.Embedder and an
// engine.CrossEncoder that load in the background, on first use.
//
//	Spec      where a model comes from                spec.go
//	layout    a folder in Hugging Face layout         folder.go, family.go
//	runner    one network in ONNX Runtime             network_cgo.go
//	local     a tokenizer and a network               embedder.go, reranker.go
//	Check...  the self-test that refuses a broken one selftest.go
//	Lazy      loading in the background, and its end  lazy.go
//	Runtime   what owl doctor reports                 models.go
//
// Built with CGO_ENABLED=0 there is no ONNX Runtime; services work, and
// everything else says so in one line.
package models
