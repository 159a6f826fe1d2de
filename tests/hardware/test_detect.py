"""Name, memory and bfloat16 support of this machine agree with what the system says elsewhere."""

from pathlib import Path

from fledge.hardware import detect, host


def test_cpu_name_is_the_systems() -> None:
    name = host.cpu_name()
    assert name
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists() and "model name" in cpuinfo.read_text():
        assert f": {name}\n" in cpuinfo.read_text()


def test_bf16_in_hardware_agrees_with_the_kernel() -> None:
    has, reason = detect.cpu_has_bf16()
    assert reason
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists() and "avx" in cpuinfo.read_text():
        words = cpuinfo.read_text().split()
        assert has == ("avx512_bf16" in words or "amx_bf16" in words)


def test_machine_memory_is_what_the_system_says() -> None:
    memory = host.machine_memory()
    assert memory is not None
    assert memory > 2**28
