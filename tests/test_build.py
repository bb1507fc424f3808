"""What is required where p2pgames is built: as pretended Pythons of other systems would have it."""

import io
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.tags import Tag, compatible_tags, sys_tags

import hatch_build
from tests import ROOT

CONFIG = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["metadata"]["hooks"][
    "custom"
]
SYSTEMS = {
    "glibc 2.39": (
        ["manylinux_2_39_x86_64", "manylinux_2_28_x86_64", "linux_x86_64"],
        "manylinux_2_28_x86_64",
    ),
    "glibc 2.17": (["manylinux_2_17_x86_64", "linux_x86_64"], ""),
    "musl": (["musllinux_1_2_x86_64", "linux_x86_64"], ""),
    "ARM": (["manylinux_2_31_aarch64", "manylinux_2_28_aarch64"], "manylinux_2_28_aarch64"),
    "Macs with Apple's processors": (["macosx_14_0_arm64", "macosx_11_0_arm64"], "macosx_11_0_arm64"),
    "Macs with Intel's": (["macosx_14_0_x86_64", "macosx_11_0_x86_64"], ""),
    "Windows": (["win_amd64"], "win_amd64"),
    "Windows on ARM": (["win_arm64"], ""),
}


@pytest.mark.parametrize(("platforms", "wheel"), SYSTEMS.values(), ids=SYSTEMS)
def test_what_has_wheels_for_some_systems_is_required_there_alone(monkeypatch, platforms, wheel):
    monkeypatch.setattr(hatch_build, "sys_tags", lambda: compatible_tags((3, 11), "cp311", platforms))
    metadata = {}
    hatch_build.Dependencies(".", CONFIG).update(metadata)
    assert metadata["dependencies"][:-1] == CONFIG["everywhere"][: None if wheel else -1]
    assert ("iroh>=1.2" in metadata["dependencies"]) is bool(wheel)
    assert hatch_build.here(CONFIG["where-wheels-are"]) == ({"iroh>=1.2": wheel} if wheel else {})


def test_a_wheel_that_is_built_here_can_be_installed_here():
    for tag in hatch_build.here(CONFIG["where-wheels-are"]).values():
        assert Tag("py3", "none", tag) in set(sys_tags())


def test_what_is_built_is_the_same_to_the_byte_wherever_and_whenever_it_is_built(tmp_path):
    built = []
    for number in (1, 2):
        place = tmp_path / f"place{number}"
        shutil.copytree(ROOT, place, ignore=shutil.ignore_patterns(".*", "__pycache__", "node_modules"))
        made = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-d", "out"], cwd=place, capture_output=True
        )
        assert made.returncode == 0, made.stderr
        built.append({file.name: file.read_bytes() for file in (place / "out").iterdir()})
    assert built[0] == built[1]
    (wheel,) = (name for name in built[0] if name.endswith(".whl"))
    names = zipfile.ZipFile(io.BytesIO(built[0][wheel])).namelist()
    assert any(name.endswith(".data/data/share/man/man1/p2pgames.1") for name in names)
    assert not [
        name for name in names if name.startswith(("tests/", "docs/", "benchmarks/")) or ".po" in name
    ]
