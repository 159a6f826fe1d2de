"""The GPU table: its rows are valid, and names are matched to the right row."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fledge
from fledge.common.errors import FledgeError
from fledge.hardware.gpu_names import find_gpu, match_gpu, other_gpus
from fledge.hardware.table import GIB, gpu_table
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.readers.notices import find_notice

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
    "Apple M5": "Apple M5",
    "NVIDIA GeForce GTX 1080": "GTX 1080",
    "NVIDIA GeForce GTX 1070 Ti": "GTX 1070 Ti",
    "NVIDIA GeForce GTX 1060 6GB": "GTX 1060 6GB",
    "NVIDIA GeForce GTX 1060 3GB": "GTX 1060 3GB",
    "NVIDIA GeForce GTX 1660 SUPER": "GTX 1660 Super",
    "NVIDIA GeForce GTX 1660 Ti": "GTX 1660 Ti",
    "NVIDIA TITAN Xp": "TITAN Xp",
    "TITAN Xp": "TITAN Xp",
    "NVIDIA GeForce RTX 3060 Ti": "RTX 3060 Ti",
    "NVIDIA GeForce RTX 3070 Ti": "RTX 3070 Ti",
    "NVIDIA GeForce RTX 3050 Ti Laptop GPU": "RTX 3050 Ti Laptop",
    "NVIDIA GeForce RTX 3060 Laptop GPU": "RTX 3060 Laptop",
    "NVIDIA GeForce RTX 3080 Ti Laptop GPU": "RTX 3080 Ti Laptop",
    "NVIDIA GeForce RTX 4050 Laptop GPU": "RTX 4050 Laptop",
    "NVIDIA GeForce RTX 4060 Laptop GPU": "RTX 4060 Laptop",
    "NVIDIA GeForce RTX 4090 Laptop GPU": "RTX 4090 Laptop",
    "NVIDIA GeForce RTX 5070 Ti Laptop GPU": "RTX 5070 Ti Laptop",
    "NVIDIA GeForce RTX 5090 Laptop GPU": "RTX 5090 Laptop",
    "NVIDIA RTX A4000": "RTX A4000",
    "NVIDIA RTX A5000": "RTX A5000",
    "NVIDIA A40": "A40",
    "NVIDIA GH200 144G HBM3e": "GH200 144GB",
    "NVIDIA GB10": "GB10",
    "AMD Radeon RX 7900 XTX": "RX 7900 XTX",
    "AMD Radeon RX 9070 XT": "RX 9070 XT",
    "Intel(R) Arc(TM) B580 Graphics": "Arc B580",
}
# Those of a name that differ in their memory only: what they have in common.
PRINTED_ALIKE = {
    "NVIDIA GeForce RTX 4060 Ti": "RTX 4060 Ti",
    "NVIDIA GeForce RTX 3080 Laptop GPU": "RTX 3080 Laptop",
    "NVIDIA A100-SXM4": "A100 SXM",
    "NVIDIA GH200 480GB": "GH200",
    "Intel(R) Arc(TM) A770 Graphics": "Arc A770",
}

# Real cards, and slices of cards, that the table lacks: near is not the same.
PRINTED_UNKNOWN = [
    "NVIDIA GeForce RTX 3050 ...",  # nvidia-smi cuts names short: a 3050, a 3050 Ti Laptop, ...
    "NVIDIA GeForce RTX 3080",  # 10 or 12 GB, and not the same chip
    "NVIDIA GeForce RTX 3050",
    "NVIDIA GeForce GTX 1060",
    "NVIDIA GeForce RTX 3080 with Max-Q Design",
    "AMD Radeon RX 7900 GRE",
    "NVIDIA RTX A4000 Laptop GPU",
    "gfx1100",
    "NVIDIA GeForce RTX 4090 D",
    "NVIDIA GeForce RTX 2070 SUPER",
    "NVIDIA GeForce RTX 2070 with Max-Q Design",
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
    "NVIDIA GB200",
    "NVIDIA Graphics Device",
    "AMD Instinct MI250",
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
    "Apple M3 Max": "Apple M3 Max",
    "GeForce RTX 4070 Ti SUPER": "RTX 4070 Ti Super",
    "nvidia a100-sxm4-80gb": "A100 SXM 80GB",
    "NVIDIA GEFORCE RTX 4060 LAPTOP GPU": "RTX 4060 Laptop",
    "4060 mobile": "RTX 4060 Laptop",
    "3080 laptop 16gb": "RTX 3080 Laptop 16GB",
    "rx7900xtx": "RX 7900 XTX",
    "7900 xtx": "RX 7900 XTX",
    "gfx1100": "RX 7900 XTX",
    "arc a770": "Arc A770 16GB",
    "intel arc b580": "Arc B580",
    "b580": "Arc B580",
    "titan xp": "TITAN Xp",
    "1660 super": "GTX 1660 Super",
    "gh200": "GH200 96GB",
    "gb10": "GB10",
    "DGX Spark": "GB10",
    "a5000": "RTX A5000",
}
# What a name that may mean several is taken for, and the others.
AMBIGUOUS = {
    "RTX 3080": ("RTX 3080 10GB", ["RTX 3080 12GB", "RTX 3080 Laptop 8GB", "RTX 3080 Laptop 16GB"]),
    "a100": ("A100 SXM 40GB", ["A100 SXM 80GB", "A100 PCIe 40GB", "A100 PCIe 80GB"]),
    "A100 80GB": ("A100 SXM 80GB", ["A100 PCIe 80GB"]),
    "h100": ("H100 SXM 80GB", ["H100 PCIe 80GB"]),
    "v100": ("Tesla V100 SXM2 16GB", ["Tesla V100 SXM2 32GB", "Tesla V100 PCIe 16GB", "Tesla V100 PCIe 32GB"]),
    "4060 ti": ("RTX 4060 Ti 8GB", ["RTX 4060 Ti 16GB"]),
    "5060 ti": ("RTX 5060 Ti 16GB", ["RTX 5060 Ti 8GB"]),
    "4070": ("RTX 4070", ["RTX 4070 Laptop"]),
    "3050": ("RTX 3050 8GB", ["RTX 3050 6GB", "RTX 3050 Laptop 4GB", "RTX 3050 Laptop 6GB"]),
    "3050 6gb": ("RTX 3050 6GB", ["RTX 3050 Laptop 6GB"]),
    "1060": ("GTX 1060 6GB", ["GTX 1060 3GB"]),
    "m2": ("Apple M2", ["Apple M2 Pro", "Apple M2 Max", "Apple M2 Ultra"]),
    "gfx1100": ("RX 7900 XTX", ["RX 7900 XT"]),
    "gh200": ("GH200 96GB", ["GH200 144GB"]),
}
SURE = ["RTX 3080 10GB", "rtx 4070 ti super", "4070 laptop", "A100 SXM 80GB", "Apple M3 Max", "t4", "RTX 3090", "b200"]


@pytest.mark.parametrize(("printed", "name"), PRINTED.items())
def test_printed_names(printed: str, name: str) -> None:
    device = match_gpu(printed)
    assert device is not None
    assert device.name == name
    assert find_gpu(printed).name == name


@pytest.mark.parametrize("printed", PRINTED_UNKNOWN)
def test_printed_names_of_other_cards(printed: str) -> None:
    assert match_gpu(printed) is None


def test_names_in_a_log_are_read_to_their_end() -> None:
    makers = re.compile(r"NVIDIA|AMD|Apple|Intel|GeForce|Tesla|Quadro|RTX")
    for printed in filter(makers.match, [*PRINTED, *PRINTED_ALIKE, *PRINTED_UNKNOWN]):
        notice = find_notice(f"GPU 0: {printed} | 40960MiB")
        device = match_gpu(notice[1]) if notice else None
        assert (device and device.name) == (PRINTED.get(printed) or PRINTED_ALIKE.get(printed)), printed


@pytest.mark.parametrize(("used", "name"), [("mps", "Apple M3 Max"), ("cpu", None), (None, None)])
def test_a_mac_trains_on_its_gpu_only_if_the_log_says_so(used: str | None, name: str | None, tmp_path: Path) -> None:
    lines = ["Apple M3 Max", *([f"using device: {used}"] if used else [])]
    lines += [f"iter {it}: loss {3 - it / 100:.4f}, time 40.00ms, mfu 1.00%" for it in range(0, 60, 10)]
    log = tmp_path / "train.log"
    log.write_text("\n".join(lines))
    device = Facts(read_log(str(log)).runs[-1]).device
    assert (device and device.name) == name


@pytest.mark.parametrize(("typed", "name"), TYPED.items())
def test_typed_names(typed: str, name: str) -> None:
    assert find_gpu(typed).name == name


def test_every_entry_answers_to_its_own_name() -> None:
    assert [find_gpu(device.name) for device in gpu_table()] == gpu_table()


@pytest.mark.parametrize(("typed", "expected"), AMBIGUOUS.items())
def test_a_name_of_several_is_the_commonest_and_the_others_are_named(
    typed: str, expected: tuple[str, list[str]]
) -> None:
    assert (find_gpu(typed).name, other_gpus(typed)) == expected


@pytest.mark.parametrize("typed", SURE)
def test_a_name_of_one_has_no_others(typed: str) -> None:
    assert other_gpus(typed) == []


@pytest.mark.parametrize(("printed", "name"), PRINTED_ALIKE.items())
def test_printed_names_of_cards_that_differ_in_memory_only(printed: str, name: str) -> None:
    device = match_gpu(printed)
    assert device is not None
    assert (device.name, device.memory_bytes) == (name, None)
    assert device.peak_flops == find_gpu(printed).peak_flops


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("4080 laptp", ["RTX 4080 Laptop"]),
        ("RTX 4070 Ti Supper", ["RTX 4070 Ti Super"]),
        ("rtx 4095", ["RTX 4090"]),
        ("m6 max", ["Apple M5 Max"]),
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


# Cores (CUDA cores, or 64 per compute unit, or Intel's vector lanes) and GHz of boost, from the makers' specifications.
CORES = {
    "GTX 1060 6GB": (1280, 1.708), "GTX 1060 3GB": (1152, 1.708), "GTX 1070": (1920, 1.683),
    "GTX 1070 Ti": (2432, 1.683), "GTX 1080": (2560, 1.733), "GTX 1080 Ti": (3584, 1.582), "TITAN Xp": (3840, 1.582),
    "GTX 1650": (896, 1.665), "GTX 1650 Super": (1280, 1.725), "GTX 1660": (1408, 1.785),
    "GTX 1660 Super": (1408, 1.785), "GTX 1660 Ti": (1536, 1.77), "RTX 2060": (1920, 1.68), "RTX 2070": (2304, 1.62),
    "RTX 2080": (2944, 1.71), "RTX 2080 Ti": (4352, 1.545), "RTX 3050 8GB": (2560, 1.777),
    "RTX 3050 6GB": (2304, 1.47), "RTX 3050 Laptop 4GB": (2048, 1.74), "RTX 3050 Laptop 6GB": (2560, 1.492),
    "RTX 3050 Ti Laptop": (2560, 1.695), "RTX 3060 12GB": (3584, 1.777), "RTX 3060 Laptop": (3840, 1.703),
    "RTX 3060 Ti": (4864, 1.665), "RTX 3070": (5888, 1.725), "RTX 3070 Laptop": (5120, 1.62),
    "RTX 3070 Ti": (6144, 1.77), "RTX 3070 Ti Laptop": (5888, 1.485), "RTX 3080 10GB": (8704, 1.71),
    "RTX 3080 12GB": (8960, 1.71), "RTX 3080 Laptop 8GB": (6144, 1.71), "RTX 3080 Laptop 16GB": (6144, 1.71),
    "RTX 3080 Ti": (10240, 1.665), "RTX 3080 Ti Laptop": (7424, 1.59), "RTX 3090": (10496, 1.695),
    "RTX 3090 Ti": (10752, 1.86), "RTX 4050 Laptop": (2560, 2.37), "RTX 4060": (3072, 2.46),
    "RTX 4060 Laptop": (3072, 2.37), "RTX 4060 Ti 8GB": (4352, 2.535), "RTX 4060 Ti 16GB": (4352, 2.535),
    "RTX 4070": (5888, 2.475), "RTX 4070 Laptop": (4608, 2.175), "RTX 4070 Super": (7168, 2.475),
    "RTX 4070 Ti": (7680, 2.61), "RTX 4070 Ti Super": (8448, 2.61), "RTX 4080": (9728, 2.505),
    "RTX 4080 Laptop": (7424, 2.28), "RTX 4080 Super": (10240, 2.55), "RTX 4090": (16384, 2.52),
    "RTX 4090 Laptop": (9728, 2.04), "RTX 5050": (2560, 2.572), "RTX 5050 Laptop": (2560, 2.662),
    "RTX 5060": (3840, 2.497), "RTX 5060 Laptop": (3328, 2.497), "RTX 5060 Ti 8GB": (4608, 2.572),
    "RTX 5060 Ti 16GB": (4608, 2.572), "RTX 5070": (6144, 2.512), "RTX 5070 Laptop": (4608, 2.347),
    "RTX 5070 Ti": (8960, 2.452), "RTX 5070 Ti Laptop": (5888, 2.22), "RTX 5080": (10752, 2.617),
    "RTX 5080 Laptop": (7680, 2.287), "RTX 5090": (21760, 2.407), "RTX 5090 Laptop": (10496, 2.16),
    "RTX A4000": (6144, 1.56), "RTX A5000": (8192, 1.695), "RTX A6000": (10752, 1.8), "A40": (10752, 1.74),
    "GB10": (6144, 2.418), "RX 7900 XTX": (12288, 2.5), "RX 7900 XT": (10752, 2.394), "RX 9070 XT": (8192, 2.97),
    "RX 9070": (7168, 2.52), "Arc A770 16GB": (4096, 2.4), "Arc A770 8GB": (4096, 2.4), "Arc B580": (2560, 2.67),
}  # fmt: skip
# The dense 16-bit rate, accumulating in float32, in multiples of the float32 rate. GeForce has half of the others'.
TENSOR_TIMES = {"Turing": 4.0, "Ampere": 2.0, "Ada": 2.0, "Blackwell": 2.0, "RDNA3": 2.0, "RDNA4": 4.0}
FULL_RATE = ("RTX A4000", "RTX A5000", "RTX A6000", "A40", "GB10")


@pytest.mark.parametrize("name", CORES)
def test_peaks_follow_from_cores_and_clocks(name: str) -> None:
    device, (cores, ghz) = find_gpu(name), CORES[name]
    assert device.peak_flops["float32"] / 1e9 == pytest.approx(2 * cores * ghz, rel=0.01)
    if "float16" in device.peak_flops and device.kind == "cuda":
        times = 4.0 if name in FULL_RATE else TENSOR_TIMES[device.arch]
        assert device.peak_flops["float16"] == pytest.approx(times * device.peak_flops["float32"], rel=0.015)
