"""The GPU table: its rows are valid, and names are matched to the right row."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

import fledge
from fledge.common.errors import FledgeError
from fledge.hardware.gpu_names import find_gpu, match_gpu
from fledge.hardware.table import GIB, gpu_table

# As torch.cuda.get_device_name() prints them.
PRINTED = {
    "NVIDIA GeForce GTX 1080 Ti": "GTX 1080 Ti",
    "GeForce GTX 1080 Ti": "GTX 1080 Ti",
    "Tesla P100-PCIE-16GB": "Tesla P100 PCIe 16GB",
    "Tesla V100-SXM2-16GB": "Tesla V100 SXM2 16GB",
    "Tesla V100-SXM2-32GB": "Tesla V100 SXM2 32GB",
    "Tesla V100-PCIE-16GB": "Tesla V100 PCIe 16GB",
    "Tesla V100-PCIE-32GB": "Tesla V100 PCIe 32GB",
    "Tesla T4": "Tesla T4",
    "NVIDIA GeForce RTX 2060": "RTX 2060",
    "NVIDIA GeForce RTX 2080": "RTX 2080",
    "GeForce RTX 2080 Ti": "RTX 2080 Ti",
    "NVIDIA GeForce RTX 3060": "RTX 3060 12GB",
    "NVIDIA GeForce RTX 3070": "RTX 3070",
    "NVIDIA GeForce RTX 3080 Ti": "RTX 3080 Ti",
    "NVIDIA GeForce RTX 3090": "RTX 3090",
    "NVIDIA GeForce RTX 3090 Ti": "RTX 3090 Ti",
    "NVIDIA GeForce RTX 4060": "RTX 4060",
    "NVIDIA GeForce RTX 4070": "RTX 4070",
    "NVIDIA GeForce RTX 4070 Laptop GPU": "RTX 4070 Laptop",
    "NVIDIA GeForce RTX 4070 SUPER": "RTX 4070 Super",
    "NVIDIA GeForce RTX 4070 Ti": "RTX 4070 Ti",
    "NVIDIA GeForce RTX 4070 Ti SUPER": "RTX 4070 Ti Super",
    "NVIDIA GeForce RTX 4080": "RTX 4080",
    "NVIDIA GeForce RTX 4080 SUPER": "RTX 4080 Super",
    "NVIDIA GeForce RTX 4090": "RTX 4090",
    "NVIDIA GeForce RTX 5070 Ti": "RTX 5070 Ti",
    "NVIDIA GeForce RTX 5090": "RTX 5090",
    "NVIDIA RTX A6000": "RTX A6000",
    "NVIDIA RTX 6000 Ada Generation": "RTX 6000 Ada",
    "NVIDIA RTX PRO 6000 Blackwell Workstation Edition": "RTX PRO 6000 Workstation",
    "NVIDIA A10": "A10",
    "NVIDIA A10G": "A10G",
    "NVIDIA L4": "L4",
    "NVIDIA L40": "L40",
    "NVIDIA L40S": "L40S",
    "A100-SXM4-40GB": "A100 SXM 40GB",
    "NVIDIA A100-SXM4-40GB": "A100 SXM 40GB",
    "NVIDIA A100-SXM4-80GB": "A100 SXM 80GB",
    "NVIDIA A100-PCIE-40GB": "A100 PCIe 40GB",
    "NVIDIA A100 80GB PCIe": "A100 PCIe 80GB",
    "NVIDIA H100 PCIe": "H100 PCIe 80GB",
    "NVIDIA H100 80GB HBM3": "H100 SXM 80GB",
    "NVIDIA H200": "H200 SXM 141GB",
    "NVIDIA B200": "B200 SXM 180GB",
    "AMD Instinct MI210": "MI210",
    "AMD Instinct MI250X": "MI250X (one GCD)",
    "AMD Instinct MI300X": "MI300X",
    "AMD Instinct MI300X OAM": "MI300X",
    "Apple M1": "Apple M1",
    "Apple M2 Pro": "Apple M2 Pro",
    "Apple M4 Max": "Apple M4 Max",
}

# Real cards, and slices of cards, that the table lacks: near is not the same.
PRINTED_UNKNOWN = [
    "NVIDIA GeForce RTX 4090 Laptop GPU",
    "NVIDIA GeForce RTX 3080 Ti Laptop GPU",
    "NVIDIA GeForce RTX 4090 D",
    "NVIDIA GeForce RTX 3060 Ti",
    "NVIDIA GeForce RTX 2070 SUPER",
    "NVIDIA GeForce RTX 2070 with Max-Q Design",
    "NVIDIA GeForce GTX 1080",
    "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
    "NVIDIA RTX PRO 6000 Blackwell Server Edition",
    "Quadro RTX 6000",
    "NVIDIA TITAN RTX",
    "Tesla P100-SXM2-16GB",
    "Tesla V100S-PCIE-32GB",
    "GRID T4-8Q",
    "NVIDIA T4G",
    "NVIDIA A10-24Q",
    "NVIDIA A100-SXM4-40GB MIG 3g.20gb",
    "NVIDIA A100-SXM-64GB",
    "NVIDIA A800-SXM4-80GB",
    "NVIDIA H100 NVL",
    "NVIDIA H100 80GB HBM3 MIG 1g.10gb",
    "NVIDIA H800",
    "NVIDIA GH200 480GB",
    "NVIDIA GB200",
    "NVIDIA Graphics Device",
    "AMD Instinct MI250",
    "AMD Radeon RX 7900 XTX",
    "Apple M7 Max",
    "AMD EPYC 7742 64-Core Processor",
    "",
]

TYPED = {
    "4070": "RTX 4070",
    "rtx4070ti": "RTX 4070 Ti",
    "RTX 4070 Ti SUPER": "RTX 4070 Ti Super",
    "4070-ti-super": "RTX 4070 Ti Super",
    "4070 super": "RTX 4070 Super",
    "rtx 4070 laptop": "RTX 4070 Laptop",
    "3090": "RTX 3090",
    "geforce 3090ti": "RTX 3090 Ti",
    "3090 24gb": "RTX 3090",
    "3060": "RTX 3060 12GB",
    "3080 12gb": "RTX 3080 12GB",
    "rtx3080_10g": "RTX 3080 10GB",
    "4060 ti 16 GB": "RTX 4060 Ti 16GB",
    "1080ti": "GTX 1080 Ti",
    "t4": "Tesla T4",
    "p100": "Tesla P100 PCIe 16GB",
    "v100 32gb": "Tesla V100 SXM2 32GB",
    "v100-pcie-16gb": "Tesla V100 PCIe 16GB",
    "a100 80gb": "A100 SXM 80GB",
    "a100-40gb": "A100 SXM 40GB",
    "a100 pcie 80g": "A100 PCIe 80GB",
    "h100": "H100 SXM 80GB",
    "h100 sxm5": "H100 SXM 80GB",
    "H100-PCIe": "H100 PCIe 80GB",
    "h200": "H200 SXM 141GB",
    "a6000": "RTX A6000",
    "rtx 6000 ada": "RTX 6000 Ada",
    "rtx pro 6000": "RTX PRO 6000 Workstation",
    "mi300x": "MI300X",
    "m1": "Apple M1",
    "m3max": "Apple M3 Max",
}


@pytest.mark.parametrize(("printed", "name"), PRINTED.items())
def test_printed_names(printed: str, name: str) -> None:
    device = match_gpu(printed)
    assert device is not None
    assert device.name == name
    assert find_gpu(printed).name == name


@pytest.mark.parametrize("printed", PRINTED_UNKNOWN)
def test_printed_names_of_other_cards(printed: str) -> None:
    assert match_gpu(printed) is None


@pytest.mark.parametrize(("typed", "name"), TYPED.items())
def test_typed_names(typed: str, name: str) -> None:
    assert find_gpu(typed).name == name


def test_every_entry_answers_to_its_own_name() -> None:
    assert [find_gpu(device.name) for device in gpu_table()] == gpu_table()


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("a100", ["A100 SXM 40GB", "A100 SXM 80GB", "A100 PCIe 40GB", "A100 PCIe 80GB"]),
        ("3080", ["RTX 3080 10GB", "RTX 3080 12GB"]),
        ("4060 ti", ["RTX 4060 Ti 8GB", "RTX 4060 Ti 16GB"]),
        ("4080 laptop", ["RTX 4080", "RTX 4070 Laptop"]),
        ("3060 8gb", ["RTX 3060 12GB"]),
        ("rtx 6000", ["RTX 6000 Ada", "RTX A6000"]),
        ("nonsense", ["fledge devices"]),
    ],
)
def test_unclear_names_are_answered_with_the_nearest(typed: str, named: list[str]) -> None:
    with pytest.raises(FledgeError) as error:
        find_gpu(typed)
    assert repr(typed) in str(error.value)
    assert all(name in str(error.value) for name in named)


@pytest.mark.parametrize(
    ("printed", "bytes_seen", "name"),
    [
        ("NVIDIA GeForce RTX 3080", 10_498_867_200, "RTX 3080 10GB"),
        ("NVIDIA GeForce RTX 3080", 12_622_233_600, "RTX 3080 12GB"),
        ("NVIDIA GeForce RTX 4060 Ti", 16_710_893_568, "RTX 4060 Ti 16GB"),
        ("NVIDIA GeForce RTX 5060 Ti", 8_151 * 2**20, "RTX 5060 Ti 8GB"),
        ("NVIDIA GeForce RTX 3060", 8 * GIB, None),
        ("Tesla T4", 15_828_320_256, "Tesla T4"),
        ("NVIDIA A10G", 23_609_475_072, "A10G"),
        ("NVIDIA H100 80GB HBM3", 85_045_477_376, "H100 SXM 80GB"),
        ("Apple M2 Pro", 32 * GIB, "Apple M2 Pro"),
    ],
)
def test_memory_tells_cards_of_one_name_apart(printed: str, bytes_seen: int, name: str | None) -> None:
    device = match_gpu(printed, bytes_seen)
    assert (device and device.name) == name
    assert device is None or device.memory_bytes == bytes_seen


def test_a_typed_size_fills_in_what_the_table_leaves_open() -> None:
    assert find_gpu("m4 max").memory_bytes is None
    assert find_gpu("m4 max 48gb").memory_bytes == 48 * GIB


def test_figures_of_cards_everybody_knows() -> None:
    a100, t4, card = find_gpu("a100 40gb"), find_gpu("t4"), find_gpu("4070")
    assert dict(a100.peak_flops) == {
        "float32": 19.5e12,
        "tf32": 156e12,
        "float16": 312e12,
        "bfloat16": 312e12,
    }
    assert dict(t4.peak_flops) == {"float32": 8.1e12, "float16": 65e12}  # its bfloat16 is emulated
    assert (card.kind, card.memory_bytes, card.bandwidth, card.watts) == ("cuda", 12 * GIB, 504e9, 200)
    assert find_gpu("m1").kind == "mps"


def test_the_table_is_sound() -> None:
    path = Path(fledge.__file__).parent / "hardware" / "gpus.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert len({row["name"] for row in rows}) == len(rows) == len(gpu_table())
    for row in rows:
        assert row["native_bf16"] in ("yes", "no", "partly")
        assert row["sources"]
        if row["gemm_fraction"]:
            assert float(row["gemm_fraction"]) == round(float(row["gemm_tflops"]) / float(row["tensor_tflops"]), 2)
    for device in gpu_table():
        assert "float32" in device.peak_flops
        assert device.basis == "table"
        assert 50e9 < (device.bandwidth or 0) < 10e12
        json.dumps(device.to_json())


def test_the_table_imports_nothing_heavy() -> None:
    code = (
        "import sys, fledge.hardware.table as table\n"
        "table.gpu_table()\n"
        "print({'torch', 'numpy', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
