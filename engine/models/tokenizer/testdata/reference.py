"""Makes what the tests compare with, by the library "tokenizers" (PyPI).

train              write the small tokenizers of this folder, from made-up text
encode FILE        read requests as JSON from stdin, write the encodings to stdout

A request is {"texts": [[a] or [a, b], ...], "limit": n}; an answer is [ids, type ids].
"""

import json
import pathlib
import random
import sys

from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

HERE = pathlib.Path(__file__).parent
WORDS = """beam orbit vacuum pressure gauge valve magnet quadrupole dipole sextupole corrector cavity klystron
modulator trip fault reset shift operator logbook injection booster ring linac undulator shutter hutch interlock
temperature setpoint readback channel archive alarm limit pump leak bake gas lifetime current energy mode kicker
septum timing trigger delay noise drift scan wire screen camera image steering feedback water flow cooling power
supply voltage phase gap taper the a of in at to and is was after before when not with on for from by""".split()


def corpus():
    rng = random.Random(7)
    out = []
    for _ in range(2000):
        line = " ".join(rng.choice(WORDS) for _ in range(rng.randint(3, 14)))
        if rng.random() < 0.3:
            line += f" {rng.randint(0, 999)}.{rng.randint(0, 99)} mA"
        if rng.random() < 0.2:
            line = line.capitalize() + "."
        if rng.random() < 0.1:
            line += " SR:C03-VA:G{%d}" % rng.randint(1, 9)
        if rng.random() < 0.05:
            line += " " + rng.choice(["é à ü", "Überprüfung", "真空 圧力", "don't we'll", "naïve façade", "\u212b \u00b5m"])
        out.append(line)
    return out


def template(first, last):
    return dict(
        single=f"{first} $A {last}",
        pair=f"{first} $A {last} $B:1 {last}:1",
    )


def save(name, tok):
    path = HERE / f"{name}.json"
    tok.save(str(path), pretty=False)
    assert path.stat().st_size < 60_000, (name, path.stat().st_size)


def bert(name, model_args, normalizer, pre, size):
    tok = Tokenizer(models.WordPiece(unk_token="[UNK]", **model_args))
    tok.normalizer, tok.pre_tokenizer = normalizer, pre
    tok.train_from_iterator(corpus(), trainers.WordPieceTrainer(
        vocab_size=size, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"], show_progress=False))
    ids = {t: tok.token_to_id(t) for t in ("[CLS]", "[SEP]")}
    tok.post_processor = processors.TemplateProcessing(special_tokens=list(ids.items()), **template("[CLS]", "[SEP]"))
    save(name, tok)


def wordpiece():
    bert("wordpiece", {}, normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer(), 500)


def wordpiece_cased():
    pre = pre_tokenizers.Sequence([
        pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True),
        pre_tokenizers.Punctuation("contiguous"),
    ])
    normal = normalizers.Sequence([
        normalizers.BertNormalizer(lowercase=False, strip_accents=False),
        normalizers.NFD(), normalizers.Replace("'", "\u2019"),
    ])
    bert("wordpiece-cased", {"max_input_chars_per_word": 12}, normal, pre, 400)


def byte_level(name, pre, normalizer, special, post, **model_args):
    tok = Tokenizer(models.BPE(**model_args))
    tok.pre_tokenizer = pre
    if normalizer:
        tok.normalizer = normalizer
    tok.train_from_iterator(corpus(), trainers.BpeTrainer(
        vocab_size=600, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    tok.post_processor = post(tok)
    return tok


def roberta():
    tok = byte_level(
        "roberta", pre_tokenizers.ByteLevel(add_prefix_space=True), None, ["<s>", "<pad>", "</s>", "<unk>"],
        lambda t: processors.RobertaProcessing(("</s>", t.token_to_id("</s>")), ("<s>", t.token_to_id("<s>"))))
    tok.add_tokens([AddedToken("<unit>", lstrip=True, rstrip=True, normalized=False)])
    save("roberta", tok)


def split_bytes():
    words = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
    tok = byte_level(
        "split-bytes",
        pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(words), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]),
        normalizers.NFC(), ["<|begin|>", "<|end|>"],
        lambda t: processors.Sequence([
            processors.ByteLevel(trim_offsets=False),
            processors.TemplateProcessing(
                special_tokens=[(s, t.token_to_id(s)) for s in ("<|begin|>", "<|end|>")], **template("<|begin|>", "<|end|>"))]),
        ignore_merges=True)
    tok.add_tokens([AddedToken("Orbit", single_word=True, normalized=True)])
    save("split-bytes", tok)


def sentencepiece_bpe():
    tok = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tok.normalizer = normalizers.Sequence([normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")])
    tok.train_from_iterator(corpus()[:300], trainers.BpeTrainer(
        vocab_size=700, max_token_length=12, show_progress=False,
        special_tokens=["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)]))
    tok.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)])
    plain_bytes(tok, "sentencepiece-bpe")


def plain_bytes(tok, name):
    """The tokens of single bytes are no special tokens in real files."""
    data = json.loads(tok.to_str())
    data["added_tokens"] = [t for t in data["added_tokens"] if not t["content"].startswith("<0x")]
    save(name, Tokenizer.from_str(json.dumps(data)))


def clip():
    tok = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>", continuing_subword_prefix="@"))
    tok.normalizer = normalizers.Sequence([normalizers.Strip(), normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()])
    tok.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(" ", "removed"), pre_tokenizers.Split(Regex("[0-9]+"), "merged_with_previous"),
        pre_tokenizers.Split("-", "merged_with_next"), pre_tokenizers.Split(Regex(r"[\p{L}\p{M}]"), "contiguous", invert=True)])
    tok.train_from_iterator(corpus(), trainers.BpeTrainer(
        vocab_size=500, special_tokens=["<unk>"], end_of_word_suffix="</w>", continuing_subword_prefix="@", show_progress=False))
    save("suffix-bpe", tok)


def charsmap():
    """The table of characters that the trainer of SentencePiece makes for a few rules."""
    import io
    import sentencepiece
    rules = HERE / "rules.tsv"
    rules.write_text("".join(f"{a}\t{b}\n" for a, b in [
        ("FB01", "66 69"), ("2126", "3A9"), ("212B", "C5"), ("41 30A", "C5"), ("61 308", "E4"), ("A0", "20"), ("9", "20"), ("A", "20"),
        ("B5", "3BC"), ("FF21", "41"), ("FF11", "31"), ("2026", "2E 2E 2E"), ("200B", ""), ("5728", "771F"), ("65 301", "E9")]))
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus()[:200]), model_writer=out, vocab_size=200, normalization_rule_tsv=str(rules), minloglevel=2)
    rules.unlink()
    from sentencepiece import sentencepiece_model_pb2 as pb
    return pb.ModelProto.FromString(out.getvalue()).normalizer_spec.precompiled_charsmap


def unigram(name, size, normalizer, pre, **more):
    tok = Tokenizer(models.Unigram())
    tok.normalizer, tok.pre_tokenizer = normalizer, pre
    tok.train_from_iterator(corpus(), trainers.UnigramTrainer(
        vocab_size=size, unk_token="<unk>", special_tokens=["<s>", "<pad>", "</s>", "<unk>"], show_progress=False, **more))
    tok.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    return tok


def unigrams():
    save("unigram", unigram(
        "unigram", 500,
        normalizers.Sequence([normalizers.Precompiled(charsmap()), normalizers.Replace(Regex(" {2,}"), " ")]),
        pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])))
    tok = unigram("u", 300, normalizers.NFKC(), pre_tokenizers.Metaspace(prepend_scheme="first", split=False), max_piece_length=10)
    data = json.loads(tok.to_str())
    data["model"]["vocab"] += [[f"<0x{b:02X}>", 0.0] for b in range(256)]
    data["model"]["byte_fallback"] = True
    data["added_tokens"].append({
        "id": 556, "content": "mA", "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": False})
    data["truncation"] = {"direction": "Left", "max_length": 64, "strategy": "LongestFirst", "stride": 0}
    save("unigram-bytes", Tokenizer.from_str(json.dumps(data)))


def untrusting(path):
    """The tokenizer, with special tokens that no text can spell. Unigram has them among its pieces, so they get other names."""
    data = json.loads(pathlib.Path(path).read_text())
    if data["model"]["type"] == "Unigram":
        special = [t for t in data["added_tokens"] if t["special"]]
        data["added_tokens"] = [t for t in data["added_tokens"] if not t["special"]]
        for t in special:
            data["model"]["vocab"][t["id"]][0] = "\ufdd0" + t["content"]
    tok = Tokenizer.from_str(json.dumps(data))
    tok.encode_special_tokens = True
    return tok


def encode(path):
    request = json.load(sys.stdin)
    tok = untrusting(path)
    tok.no_padding()
    direction = (tok.truncation or {}).get("direction", "right")
    out = []
    for texts in request["texts"]:
        tok.no_truncation()
        if request["limit"]:
            tok.enable_truncation(request["limit"], strategy="only_second" if len(texts) == 2 else "longest_first", direction=direction)
        e = tok.encode(*texts)
        out.append([e.ids, e.type_ids])
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    if sys.argv[1] == "train":
        for make in (wordpiece, wordpiece_cased, roberta, split_bytes, sentencepiece_bpe, clip, unigrams):
            make()
    else:
        encode(sys.argv[2])
