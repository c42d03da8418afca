// Package tokenizer turns text into the token ids that a language model reads.
// It reads the tokenizer.json of the Hugging Face library "tokenizers", or the
// vocab.txt of an uncased BERT model, and needs nothing but Go.
//
//	Tokenizer   Encode, EncodePair, truncation          tokenizer.go
//	Load        a folder, Parse a file                  load.go
//	normalizer  one text to another                     normalize.go, charsmap.go
//	splitter    a text to words                         split.go, words.go, bytelevel.go
//	model       a word to ids                           wordpiece.go, bpe.go, unigram.go
//	template    what stands before, between and after   template.go
//	matcher     tokens that were added to a vocabulary  added.go
//
// A text is data: what reads like a special token in it ("[CLS]", "<s>") is
// encoded as the letters that it is made of. The reference library does so with
// encode_special_tokens; the tests compare with it. A part that this package does
// not know is refused by name.
package tokenizer
