// Package remote asks models behind HTTP: an embedder at /v1/embeddings in the
// shape of OpenAI, and a cross-encoder at /rerank in the shapes of Jina, Cohere,
// llama-server and Text Embeddings Inference.
//
// A failed request is tried once more when the service is busy or away. What a
// service answers is checked; an answer that cannot be right is an error of one
// line. The key of a service stands in an environment variable and in no message.
package remote
