"""Makes the small networks of the tests with the library "onnx" (PyPI). They count words: a token is the unit vector of its id."""

import pathlib

from onnx import TensorProto, checker, helper, numpy_helper, save
import numpy

HERE = pathlib.Path(__file__).parent
SIZE = 256


def constant(name, value, kind):
    return numpy_helper.from_array(numpy.array(value, dtype=kind), name)


def network(name, inputs, output, rank, nodes, dim=SIZE, kind=TensorProto.FLOAT, in_kind=TensorProto.INT64):
    shape = ["batch", "tokens", dim] if rank == 3 else ["batch", dim]
    graph = helper.make_graph(
        nodes, name,
        [helper.make_tensor_value_info(i, in_kind, ["batch", "tokens"]) for i in inputs],
        [helper.make_tensor_value_info(output, kind, shape)],
        [constant("depth", SIZE, "int64"), constant("values", [0, 1], "float32"), constant("one", 1, "float32"),
         constant("axis1", [1], "int64"), constant("axis2", [2], "int64"), constant("last", [-1], "int64")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="owl")
    model.ir_version = 8
    checker.check_model(model)
    save(model, HERE / f"{name}.onnx")


def node(op, inputs, output, **attributes):
    return helper.make_node(op, inputs, [output], **attributes)


def words(output):
    return node("OneHot", ["input_ids", "depth", "values"], output, axis=-1)


def overlap(swap):
    """The words that question and passage share, as two classes."""
    return [
        words("w"),
        node("Cast", ["token_type_ids"], "t", to=TensorProto.FLOAT), node("Unsqueeze", ["t", "axis2"], "in_passage"),
        node("Sub", ["one", "in_passage"], "in_question"),
        node("Mul", ["w", "in_question"], "wq"), node("Mul", ["w", "in_passage"], "wp"),
        node("ReduceSum", ["wq", "axis1"], "q", keepdims=0), node("ReduceSum", ["wp", "axis1"], "p", keepdims=0),
        node("Mul", ["q", "p"], "both"), node("ReduceSum", ["both", "axis1"], "score", keepdims=1),
        node("Neg", ["score"], "against"),
        node("Concat", ["score", "against"] if swap else ["against", "score"], "logits", axis=-1),
    ]


TYPED = ["input_ids", "attention_mask", "token_type_ids"]
network("hidden", ["input_ids", "attention_mask"], "last_hidden_state", 3, [words("last_hidden_state")])
network("positions", ["input_ids", "position_ids"], "last_hidden_state", 3, [words("last_hidden_state")])
network("sentence", TYPED, "sentence_embedding", 2, [words("w"), node("ReduceMean", ["w"], "sentence_embedding", axes=[1], keepdims=0)])
network("classes", TYPED, "logits", 2, overlap(False), dim=2)
network("classes-swapped", TYPED, "logits", 2, overlap(True), dim=2)
network("half", ["input_ids"], "last_hidden_state", 3, [
    words("w"), node("Cast", ["w"], "last_hidden_state", to=TensorProto.FLOAT16)], kind=TensorProto.FLOAT16)
network("short-ids", ["input_ids"], "last_hidden_state", 3, [
    node("Cast", ["input_ids"], "long", to=TensorProto.INT64), node("OneHot", ["long", "depth", "values"], "last_hidden_state", axis=-1),
], in_kind=TensorProto.INT32)
network("pictures", ["pixel_values", "input_ids"], "last_hidden_state", 3, [words("last_hidden_state")])
