"""How cost grows with the model: tokens a second, memory and the share of the machine's peak, one size at a time.

    python bench/scaling.py [--repeats=3] [--key=value ...]

Each row changes one thing of the middle row (6 layers, 384 wide, context 256, batch 8, GPT-2's vocabulary) and is a
process of its own. The last row is GPT-2's 124M. Settings are passed on to every row.
"""

import json
import subprocess
import sys

MIDDLE = {"n_layer": 6, "n_head": 6, "n_embd": 384, "block_size": 256, "batch_size": 8}
CHANGES: dict[str, list[dict[str, int]]] = {
    "width": [{"n_embd": n, "n_head": n // 64} for n in (128, 256, 384, 512, 768)],
    "depth": [{"n_layer": n} for n in (1, 3, 6, 12)],
    "context": [{"block_size": n} for n in (64, 256, 512, 1024)],
    "batch": [{"batch_size": n} for n in (1, 4, 8, 16)],
    "124M": [{"n_layer": 12, "n_head": 12, "n_embd": 768, "block_size": 1024, "batch_size": n} for n in (1, 2)],
}


def main() -> None:
    given = sys.argv[1:]
    common = ["--arch=modern", "--dataset=random-tokens", "--vocab_size=50304", "--gradient_accumulation_steps=1"]
    common += ["--compile=False", "--json"]
    print("| changed | layers | width | context | batch | tokens/s | ms | share of peak | MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, variants in CHANGES.items():
        for variant in variants:
            sizes = MIDDLE | variant
            settings = [f"--{key}={value}" for key, value in sizes.items()]
            command = [sys.executable, "-m", "fledge", "bench", "speed", *common, *settings, *given]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            found = json.loads(done.stdout)
            row = [name, sizes["n_layer"], sizes["n_embd"], sizes["block_size"], sizes["batch_size"]]
            row += [f"{found['tokens_per_s']['median']:,.0f}", f"{found['ms_per_iter']['median']:,.0f}"]
            row += [f"{found['mfu']:.0%}", f"{found['memory_mb']:,.0f}"]
            print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
