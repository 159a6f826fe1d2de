"""The requests that docs/serve.md shows are sent."""

import json
import re
import shlex

import httpx2

from tests.docs.shown import FENCE, ROOT
from tests.web.serving import NAME, serving, tiny_engine

PAGE = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")
SHOWN_URL, SHOWN_MODEL = "http://127.0.0.1:8000/v1", '"demo"'


def test_requests_of_the_page() -> None:
    with serving(tiny_engine()) as running:
        blocks = FENCE.findall(PAGE)
        curls = [block for _, block in blocks if block.startswith("curl ")]
        assert curls
        for block in curls:
            _, url, _, header, _, body = shlex.split(re.sub(r"\\\n\s*", "", block))
            name, _, value = header.replace("KEY", running.address.token).partition(": ")
            where = url.replace(SHOWN_URL, running.url)
            answer = httpx2.post(where, headers={name: value}, json=json.loads(body), timeout=60)
            assert answer.status_code == 200, answer.text
        programs = [block for language, block in blocks if language == "python"]
        assert programs
        for program in programs:
            assert SHOWN_URL in program
            filled = program.replace(SHOWN_URL, running.url).replace("KEY", running.address.token)
            exec(filled.replace(SHOWN_MODEL, repr(NAME)), {})
