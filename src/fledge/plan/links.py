"""Links between GPUs, and the time that exchanging gradients over them adds to an iteration."""

from dataclasses import dataclass

from fledge.hardware.table import Device

# Bytes per second and GPU that NCCL's all-reduce moves (its "bus bandwidth") for large messages, as operators report
# nccl-tests on machines with eight GPUs: NVLink of an SXM board by architecture; AMD's Infinity Fabric likewise.
NVLINK_BYTES_PER_S = {
    "Volta": 130e9,
    "Ampere": 235e9,
    "Hopper": 360e9,
    "Blackwell": 650e9,
    "CDNA2": 120e9,
    "CDNA3": 300e9,
}
BRIDGE_BYTES_PER_S = 45e9  # a bridge between two cards, such as the RTX 3090's
PCIE_BYTES_PER_S = 8e9  # 16 lanes of generation 4, through the CPU's memory; GeForce cards have no other way
# The backward pass hides the exchange of gradients but those of its last bucket. It has two thirds of a micro-batch's
# time; a compiled one hands its gradients out late, and both slow down while they share the GPU.
HIDING_SHARE = 0.4
LAST_BUCKET_SHARE = 0.1


# Of what a network between machines is sold as, NCCL reaches about this much.
NETWORK_SHARE = 0.85
BITS = 8


@dataclass(frozen=True)
class Link:
    name: str  # nvlink, pcie or network
    bytes_per_s: float


def link_between(device: Device, asked: str) -> Link:
    """The link that was asked for; for "auto" the usual one: NVLink on SXM boards and the like, else PCIe."""
    is_board = "SXM" in device.name or device.name.startswith(("GH200", "MI"))
    if asked == "pcie" or (asked == "auto" and not is_board):
        return Link("pcie", PCIE_BYTES_PER_S)
    rate = NVLINK_BYTES_PER_S.get(device.arch, BRIDGE_BYTES_PER_S) if is_board else BRIDGE_BYTES_PER_S
    return Link("nvlink", rate)


def link_between_nodes(inside: Link, gigabit_per_s: float) -> Link:
    """The slower of the links inside machines and between them: a ring goes through both, once per machine."""
    rate = NETWORK_SHARE * gigabit_per_s * 1e9 / BITS
    return Link("network", rate) if rate < inside.bytes_per_s else inside


def gathering_seconds(weight_bytes: int, processes: int, link: Link, micro_batch_s: float, micro_steps: int) -> float:
    """What an iteration takes longer because a model is sharded.

    Every micro-batch gathers all weights twice, for the forward and the backward pass, and reduces the gradients. Each
    hides behind computing as in DDP, but for the first block.
    """
    moved = 3 * (processes - 1) / processes * weight_bytes / link.bytes_per_s
    return micro_steps * max(LAST_BUCKET_SHARE * moved, moved - HIDING_SHARE * micro_batch_s)


def exchange_seconds(gradient_bytes: int, processes: int, link: Link, micro_batch_s: float, overlaps: bool) -> float:
    """What an iteration takes longer because the processes average their gradients once.

    `overlaps` is whether that happens during the backward pass of the last micro-batch, as DDP does it.
    """
    seconds = 2 * (processes - 1) / processes * gradient_bytes / link.bytes_per_s
    if not overlaps:
        return seconds
    return max(LAST_BUCKET_SHARE * seconds, seconds - HIDING_SHARE * micro_batch_s)
