# mypy: ignore-errors
"""fledge's arch "modern" for transformers: from_pretrained(FOLDER, trust_remote_code=True) runs this file.

Rotary embeddings, norms without gains, squared ReLU, and a table of n-gram embeddings: the last 2 to 5 tokens select
rows, whose sum is added to the token's embedding. Counts of the training text's n-grams, where it has them, are mixed
into its predictions. It computes what fledge computes, without a cache of keys and values.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F
from transformers import GenerationMixin, PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import CausalLMOutput

CONTEXT, UNIT = 8, 1 << 30
LOOK_BACK, HASH_BASE, HASH_PRIME, ROPE_BASE = 4, 1_000_003, 2**31 - 1, 10_000.0


class FledgeModernConfig(PretrainedConfig):
    model_type = "fledge_modern"

    def __init__(
        self,
        vocab_size=1,
        n_layer=1,
        n_head=1,
        n_embd=2,
        block_size=1,
        ngram_rows=0,
        ngram_counts=0,
        document_end=None,
        **others,
    ):
        self.vocab_size, self.n_layer, self.n_head, self.n_embd = vocab_size, n_layer, n_head, n_embd
        self.block_size, self.ngram_rows, self.document_end = block_size, ngram_rows, document_end
        self.ngram_counts = ngram_counts
        self.num_hidden_layers, self.hidden_size, self.max_position_embeddings = n_layer, n_embd, block_size
        super().__init__(**{"tie_word_embeddings": False, **others})


def norm(x):
    return F.layer_norm(x, (x.size(-1),))


def rotate(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((a * cos + b * sin, b * cos - a * sin), dim=-1)


class FledgeModernAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.c_attn, self.c_proj = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)

    def forward(self, x, cos, sin, mask):
        q, k, v = self.c_attn(x).unflatten(-1, (3, self.heads, -1)).unbind(2)
        q, k = rotate(norm(q), cos, sin).to(v.dtype), rotate(norm(k), cos, sin).to(v.dtype)
        q, k, v = (part.transpose(1, 2) for part in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=mask is None)
        return self.c_proj(y.transpose(1, 2).flatten(2))


class FledgeModernMLP(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.c_fc, self.c_proj = nn.Linear(width, 4 * width, bias=False), nn.Linear(4 * width, width, bias=False)

    def forward(self, x):
        return self.c_proj(F.relu(self.c_fc(x)).square())


class FledgeModernBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attn, self.mlp = FledgeModernAttention(width, heads), FledgeModernMLP(width)

    def forward(self, x, cos, sin, mask):
        x = x + self.attn(norm(x), cos, sin, mask)
        return x + self.mlp(norm(x))


class FledgeModernNgrams(nn.Module):
    def __init__(self, rows, width):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(rows, width))

    def forward(self, ids, documents):
        padded, key, total = F.pad(ids, (LOOK_BACK, 0), value=-1), ids, 0
        if documents is not None:
            documents = F.pad(documents, (LOOK_BACK, 0), value=0)
        for back in range(1, LOOK_BACK + 1):
            earlier = slice(LOOK_BACK - back, LOOK_BACK - back + ids.size(1))
            before = padded[:, earlier]
            if documents is not None:
                before = before.where(documents[:, earlier] == documents[:, LOOK_BACK:], -1)
            key = (key * HASH_BASE + before + 1) % HASH_PRIME
            total = total + F.embedding(key % len(self.table), self.table)
        return total


class FledgeModernCounts(nn.Module):
    def __init__(self, rows, vocab_size):
        super().__init__()
        self.vocab_size = vocab_size
        self.register_buffer("keys", torch.zeros(rows, dtype=torch.int64))
        self.register_buffer("running", torch.zeros(rows + 1, dtype=torch.int64))
        self.register_buffer("share", torch.tensor(0))

    def mixed(self, network, ids, documents):
        """The network's log-probabilities with the counts mixed in."""
        share = self.share / UNIT
        return torch.logaddexp(network + torch.log1p(-share), self(ids, documents).log() + share.log())

    def forward(self, ids, documents):
        """The probability of each token after each of `ids`."""
        T, padded = ids.size(1), F.pad(ids, (CONTEXT - 1, 0), value=-1)
        if documents is not None:
            documents = F.pad(documents, (CONTEXT - 1, 0), value=0)
        context = torch.zeros_like(ids)
        p = torch.full((ids.numel(), self.vocab_size), 1 / self.vocab_size, device=ids.device)
        for back in range(CONTEXT + 1):
            first, last = (torch.searchsorted(self.keys, (context.flatten() + one) * self.vocab_size) for one in (0, 1))
            p *= (UNIT - (self.running[last] - self.running[first]))[:, None]
            places, ends = torch.repeat_interleave(last - first), (last - first).cumsum(0)
            rows = torch.arange(len(places), device=ids.device) + (last - ends)[places]
            parts = (self.running[rows + 1] - self.running[rows]).to(p.dtype)
            p.view(-1).index_add_(0, places * self.vocab_size + self.keys[rows] % self.vocab_size, parts)
            p /= UNIT
            if back == CONTEXT:
                break
            earlier = slice(CONTEXT - 1 - back, CONTEXT - 1 - back + T)
            is_there = (padded[:, earlier] >= 0) & (context >= 0)
            if documents is not None:
                is_there = is_there & (documents[:, earlier] == documents[:, CONTEXT - 1 :])
            context = ((context * HASH_BASE + padded[:, earlier] + 1) % HASH_PRIME).where(is_there, -1)
        return p.view(*ids.shape, -1)


class FledgeModernForCausalLM(PreTrainedModel, GenerationMixin):
    config_class = FledgeModernConfig
    main_input_name = "input_ids"
    _supports_sdpa = True

    def __init__(self, config):
        super().__init__(config)
        self.embed = nn.Embedding(config.vocab_size, config.n_embd)
        self.ngrams = FledgeModernNgrams(config.ngram_rows, config.n_embd) if config.ngram_rows else None
        self.counts = FledgeModernCounts(config.ngram_counts, config.vocab_size) if config.ngram_counts else None
        self.blocks = nn.ModuleList([FledgeModernBlock(config.n_embd, config.n_head) for _ in range(config.n_layer)])
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.post_init()

    def get_input_embeddings(self):
        return self.embed

    def get_output_embeddings(self):
        return self.lm_head

    def forward(self, input_ids, attention_mask=None, labels=None, **ignored):
        if attention_mask is not None and not attention_mask.all():
            raise ValueError("this model has no padding: give it texts one by one, or of one length")
        if input_ids.size(1) > self.config.block_size:
            raise ValueError(f"{input_ids.size(1)} tokens are beyond the context of {self.config.block_size}")
        documents, mask = None, None
        if self.config.document_end is not None:  # attention stays inside a document
            ends = (input_ids == self.config.document_end).int()
            documents = ends.cumsum(1) - ends
            mask = (documents[:, :, None] == documents[:, None, :]).tril()[:, None]
        half = self.config.n_embd // self.config.n_head // 2
        frequencies = ROPE_BASE ** -(torch.arange(half, device=input_ids.device) / half)
        angles = torch.outer(torch.arange(input_ids.size(1), device=input_ids.device).float(), frequencies)[:, None]
        x = self.embed(input_ids)
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        if self.ngrams is not None:
            x = x + self.ngrams(input_ids, documents)
        x = norm(x)
        for block in self.blocks:
            x = block(x, cos, sin, mask)
        logits = self.lm_head(norm(x)).float()
        if self.counts is not None:
            logits = self.counts.mixed(logits.log_softmax(-1), input_ids, documents)
        loss = None
        if labels is not None:
            loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(), ignore_index=-100)
        return CausalLMOutput(loss=loss, logits=logits)

    def prepare_inputs_for_generation(self, input_ids, attention_mask=None, **kwargs):
        window = slice(-self.config.block_size, None)
        mask = None if attention_mask is None else attention_mask[:, window]
        return {"input_ids": input_ids[:, window], "attention_mask": mask}
