"""Decoding on a CPU, one token at a time, by native/decode.c: a step of torch's has hundreds of operators.

For gpt2, llama and qwen3 with bfloat16 or int8 weights; other models are decoded by torch.
"""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from fledge.model.base import GPT, KVCache
from fledge.model.gpt2 import GPT2, LAYER_NORM_EPS, Block, LayerNorm
from fledge.model.kernels import MAX_ROWS, CLayer, CMatrix, CModel, CNorm, Kernels, c_matrix, kernels
from fledge.model.llama import Llama, LlamaBlock, RMSNorm
from fledge.model.quantize import Int8Linear


class Decoder:
    """The next step of a model with a KV cache. The model's weights must stay where they are."""

    def __init__(self, model: GPT2 | Llama, ours: Kernels) -> None:
        self._model, self.kernels = model, ours  # the model lives as long as what points to its weights
        shape = model.shape
        self._layers = (CLayer * shape.n_layer)()
        made = CModel(
            layers=self._layers,
            head=_matrix(model.lm_head),
            n_layer=shape.n_layer,
            width=shape.n_embd,
            heads=shape.n_head,
            kv_heads=shape.kv_heads,
            head_width=shape.head_size,
            ffn_width=shape.ffn_size,
            vocabulary=shape.vocab_size,
        )
        if isinstance(model, GPT2):
            made.tokens, made.positions = _table(model.transformer["wte"]), _table(model.transformer["wpe"])
            made.last, made.eps = _norm(model.transformer["ln_f"]), LAYER_NORM_EPS
            made.has_tanh_gelu = int(shape.gelu == "tanh")
            blocks = [_gpt2_layer(block) for block in model.transformer["h"].children()]
        else:
            self._cos, self._sin = model.cos.float().contiguous(), model.sin.float().contiguous()
            made.cos, made.sin = self._cos.data_ptr(), self._sin.data_ptr()
            made.tokens = _table(model.model["embed_tokens"])
            made.last, made.eps = _norm(model.model["norm"]), shape.norm_eps
            made.has_rms_norm, made.has_head_norms = 1, int(shape.arch == "qwen3")
            blocks = [_llama_layer(block) for block in model.model["layers"].children()]
        for number, block in enumerate(blocks):
            self._layers[number] = block
        self._made = made
        self._storage: KVCache | None = None

    @staticmethod
    def reads(length: int) -> bool:
        """Whether `logits` can read so many tokens of a sequence: the next token, or a short prompt.

        It depends on the length alone: what a sequence gets must not depend on how many are read with it.
        """
        return length <= MAX_ROWS

    def logits(self, tokens_BT: Sequence[Sequence[int]], cache: KVCache) -> Tensor:
        """As GPT.logits does it."""
        logits_BV = self._read(tokens_BT, cache.places(len(tokens_BT[0])), cache.storage)
        cache.advance(len(tokens_BT[0]))
        return logits_BV

    def logits_of_each(self, prompts: Sequence[Sequence[int]], caches: Sequence[KVCache]) -> Tensor:
        """Prompts of different lengths, each of a sequence in the same storage; the logits after each, B V."""
        pairs = list(zip(prompts, caches, strict=True))
        places = [place for prompt, cache in pairs for place in cache.places(len(prompt))]
        logits_BV = self._read(prompts, places, caches[0].storage)
        for prompt, cache in pairs:
            cache.advance(len(prompt))
        return logits_BV

    def _read(self, sequences: Sequence[Sequence[int]], places: Sequence[tuple[int, int]], storage: KVCache) -> Tensor:
        """The tokens of each sequence; a few sequences at a time."""
        if storage is not self._storage:
            for layer, keys, values in zip(self._layers, storage.keys, storage.values, strict=True):
                layer.keys, layer.values = keys.data_ptr(), values.data_ptr()
            self._made.max_length = storage.keys[0].size(2)
            assert self._made.max_length <= self._model.shape.block_size
            self._storage = storage
        logits, begin, at = [], 0, 0
        while begin < len(sequences):
            end, ends = begin + 1, [len(sequences[begin])]
            while end < len(sequences) and ends[-1] + len(sequences[end]) <= MAX_ROWS:
                ends.append(ends[-1] + len(sequences[end]))
                end += 1
            tokens = [token for sequence in sequences[begin:end] for token in sequence]
            last = [end - 1 for end in ends]
            logits.append(self.kernels.decode(self._made, tokens, places[at : at + ends[-1]], last))
            begin, at = end, at + ends[-1]
        return logits[0] if len(logits) == 1 else torch.cat(logits)  # without a copy


def next_logits(model: GPT) -> Callable[[Tensor, KVCache], Tensor]:
    """`model.logits` for sampling: the same by a faster way, where there is one."""
    fast = decoder(model)

    def logits(idx_BT: Tensor, cache: KVCache) -> Tensor:
        if fast is not None and fast.reads(idx_BT.size(1)):
            return fast.logits(idx_BT.tolist(), cache)
        return model.logits(idx_BT, cache)

    return logits


def decoder(model: GPT) -> Decoder | None:
    """The decoder of a model; None for those that only torch can decode."""
    if not isinstance(model, GPT2 | Llama):
        return None
    weights = {parameter.dtype for parameter in model.parameters()}
    if weights != {torch.bfloat16} or next(model.parameters()).device.type != "cpu":
        return None
    ours = kernels()
    return None if ours is None else Decoder(model, ours)


def _matrix(linear: nn.Module) -> CMatrix:
    if isinstance(linear, Int8Linear):
        return c_matrix(linear.weight, linear.scale, linear.bias)
    assert isinstance(linear, nn.Linear)
    return c_matrix(linear.weight, None, linear.bias)


def _table(embedding: nn.Module) -> int:
    assert isinstance(embedding, nn.Embedding)
    return embedding.weight.data_ptr()


def _norm(norm: nn.Module | None) -> CNorm:
    if isinstance(norm, LayerNorm):
        return CNorm(norm.weight.data_ptr(), None if norm.bias is None else norm.bias.data_ptr())
    if isinstance(norm, RMSNorm):
        return CNorm(norm.weight.data_ptr(), None)
    return CNorm()


def _gpt2_layer(block: nn.Module) -> CLayer:
    assert isinstance(block, Block)
    return CLayer(
        before_attention=_norm(block.ln_1),
        before_mlp=_norm(block.ln_2),
        query=_matrix(block.attn.c_attn),  # the keys and values, too
        out=_matrix(block.attn.c_proj),
        up=_matrix(block.mlp.c_fc),
        down=_matrix(block.mlp.c_proj),
    )


def _llama_layer(block: nn.Module) -> CLayer:
    assert isinstance(block, LlamaBlock)
    attention, mlp = block.self_attn, block.mlp
    return CLayer(
        before_attention=_norm(block.input_layernorm),
        before_mlp=_norm(block.post_attention_layernorm),
        of_queries=_norm(attention.q_norm),
        of_keys=_norm(attention.k_norm),
        query=_matrix(attention.q_proj),
        key=_matrix(attention.k_proj),
        value=_matrix(attention.v_proj),
        out=_matrix(attention.o_proj),
        gate=_matrix(mlp.gate_proj),
        up=_matrix(mlp.up_proj),
        down=_matrix(mlp.down_proj),
    )
