"""A server with a tiny random model, for tests."""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
import uvicorn

from fledge.config.shape import ModelShape
from fledge.model.build import build_model
from fledge.model.quantize import converted
from fledge.serving.chat import PlainTemplate
from fledge.serving.engine import Engine
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer
from fledge.web.openai_requests import Limits
from fledge.web.rate import Rate
from fledge.web.serve_app import Api
from fledge.web.serve_page import page_routes
from fledge.web.server import Address, guarded, listen, make_server

NAME = "tiny"
CHARS = CharTokenizer("\n abcdefghijklmnopqrstuvwxyzAU:é€")


@dataclass(frozen=True)
class Running:
    address: Address
    engine: Engine
    server: uvicorn.Server

    @property
    def connections(self) -> set[Any]:
        found: set[Any] = self.server.server_state.connections
        return found

    @property
    def url(self) -> str:
        return f"{self.address.base}v1"

    @property
    def bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.address.token}"}


def tiny_engine(tokenizer: Tokenizer | None = None, slots: int = 4, max_waiting: int = 8, block: int = 64) -> Engine:
    torch.manual_seed(0)
    used = tokenizer or ByteTokenizer()
    model = build_model(ModelShape("gpt2", 2, 2, 32, block, used.vocab_size, False)).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    return Engine(converted(model, "int8"), used, slots, max_waiting)


@contextlib.contextmanager
def serving(engine: Engine, max_tokens: int = 1000, per_minute: int = 0) -> Iterator[Running]:
    address = listen("127.0.0.1", 0, 18_900)
    limits, template = Limits(engine.block, max_tokens), PlainTemplate()
    api = Api(NAME, engine, template, limits, 1_700_000_000, Rate(per_minute))
    app = guarded([*api.routes(), *page_routes(NAME, template.is_the_models, limits)], address)
    server = make_server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [address.listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Running(address, engine, server)
    finally:
        server.force_exit = server.should_exit = True
        thread.join()
        engine.close()
        address.listener.close()
