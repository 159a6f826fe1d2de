"""`fledge serve`: a model behind OpenAI's API, and a page to try it."""

import contextlib
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fledge.api.models import find_source
from fledge.common.errors import FledgeError, raise_all
from fledge.config.checks import device_problems
from fledge.interop.chat_template import read_chat_template
from fledge.logs.rundir import find_run
from fledge.model.flops import least_sampling_bytes, parameters
from fledge.model.quantize import converted
from fledge.options.parser import Arguments
from fledge.options.serve import ServeOptions
from fledge.serving.chat import ChatTemplate
from fledge.serving.engine import Engine
from fledge.serving.loading import load_for_decoding
from fledge.serving.model_template import template_for
from fledge.texts import say, text
from fledge.train.choices import choose_device, choose_weights
from fledge.train.memory import require_memory
from fledge.train.model_tokenizer import tokenizer_for
from fledge.train.pretrained import PretrainedModel, open_pretrained
from fledge.train.runtime import DTYPES
from fledge.web.openai_requests import MAX_TEXTS, Limits
from fledge.web.rate import Rate
from fledge.web.serve_app import Api
from fledge.web.serve_page import page_routes
from fledge.web.server import Address, announce, guarded, listen, run_server

USUAL_PORT = 8000
USUAL_CONTEXT = 4096  # tokens: published models have contexts of many thousand, which each stream would need room for
# How long Python lets one thread run while another waits, in seconds. The usual 5 ms is a whole step of a small model.
SWITCH_S = 0.0005
PROMPT = "Once upon a time"


def run(arguments: Arguments) -> int:
    options: ServeOptions = arguments.options
    raise_all(device_problems(options.device))
    source = find_source(arguments.words[0]) if arguments.words else find_run(None)
    address = listen(options.host, options.port, USUAL_PORT)
    with contextlib.closing(address.listener):
        _serve(load_for_decoding(lambda: _open(source, options)), address, options)
    return 0


def _serve(served: "Served", address: Address, options: ServeOptions) -> None:
    template = served.template
    api = Api(served.name, served.engine, template, served.limits, int(time.time()), Rate(options.rate))
    pages = page_routes(served.name, template.is_the_models, served.limits)
    with contextlib.closing(served.engine), _switching_often():
        _describe(served, address, options, template.is_the_models)
        run_server(guarded([*api.routes(), *pages], address), address)


@contextlib.contextmanager
def _switching_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@dataclass(frozen=True)
class Served:
    name: str
    template: ChatTemplate
    about: str
    engine: Engine
    limits: Limits


def _open(source: str | Path, options: ServeOptions) -> Served:
    saved = open_pretrained(source, options.which)
    tokenizer = tokenizer_for(saved, Path(options.data_dir))
    own = saved.shape.block_size
    if options.context > own:
        raise FledgeError(
            say("serve.context_beyond", context=options.context, own=own, label=saved.label),
            say("serve.try_context", own=own),
        )
    saved = saved.cropped(options.context or min(own, USUAL_CONTEXT))
    device, _ = choose_device(options.device)
    dtype, why = choose_weights(options.dtype, device, saved.shape, samples=1)
    number_bytes = 1 if dtype == "int8" else DTYPES[dtype].itemsize
    least = least_sampling_bytes(saved.shape, options.streams, number_bytes)
    require_memory(device, least, f"--streams={options.streams}", text(say("serve.fewer_streams")))
    model = converted(saved.build().to(device), dtype).eval()
    size = parameters(saved.shape)
    about = text(say("serve.model", label=saved.label, params=size, dtype=dtype, why=why))
    texts = min(MAX_TEXTS, options.streams + options.queue)
    limits = Limits(saved.shape.block_size, options.max_tokens, texts)
    name = options.name or _name(source, saved)
    found = read_chat_template(Path(source)) if saved.is_foreign else None
    template, problem = template_for(found, tokenizer)
    if problem:
        about += "\n" + text(say("serve.template", problem=problem))
    return Served(name, template, about, Engine(model, tokenizer, options.streams, options.queue), limits)


def _name(source: str | Path, saved: PretrainedModel) -> str:
    """What clients call the model: the run's name, or the file's."""
    path = Path(source)
    if path.is_file():
        is_nameless = path.name == "ckpt.pt"  # nanoGPT's: its folder has the name
        return path.resolve().parent.name if is_nameless else path.stem
    if (path / "state.json").is_file():  # a step of a run
        return f"{path.resolve().parent.parent.name}/{path.name}"
    return path.resolve().name or saved.shape.arch


def _describe(served: Served, address: Address, options: ServeOptions, is_trained: bool) -> None:
    print(served.about)
    limits = served.limits
    slots, waiting = options.streams, options.queue
    print(
        text(
            say(
                "serve.limits",
                context=limits.context,
                most=limits.max_tokens,
                slots=f"{slots:,}",
                waiting=f"{waiting:,}",
            )
        )
    )
    if not is_trained:
        print(text(say("serve.untrained")))
    base, asked = f"{address.base}v1", json.dumps({"prompt": PROMPT, "max_tokens": 100})
    print(text(say("serve.key", key=address.token)))
    print(text(say("serve.try.curl")))
    headers = f"-H 'Authorization: Bearer {address.token}' -H 'Content-Type: application/json'"
    print(f"  curl {base}/completions {headers} -d '{asked}'")
    print(text(say("serve.try.client")))
    print(f'  client = openai.OpenAI(base_url="{base}", api_key="{address.token}")')
    call = f"model={json.dumps(served.name)}, prompt={json.dumps(PROMPT)}, max_tokens=100"
    print(f"  print(client.completions.create({call}).choices[0].text)")
    announce(address, text(say("serve.what", name=served.name)))
