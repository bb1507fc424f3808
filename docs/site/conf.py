"""The documents as a site that can be searched: ``just site`` builds it, unless a link leads nowhere."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "site"))

project = "p2pgames"
author = "the authors of p2pgames"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "from_code"]

# The pages stay where they are, so that their links also hold where the repository is read.
root_doc = "docs/site/index"
include_patterns = ["*.md", "docs/**", "protocol/*.md", "protocol/games/*.md", "protocol/verifier/README.md"]
exclude_patterns = ["docs/site/templates"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = f"p2pgames {version}"
html_show_copyright = False
html_show_sphinx = False
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "../../cli/p2pgames_cli/web/window/icon.svg"
html_search_scorer = str(ROOT / "docs" / "site" / "scorer.js")
templates_path = ["templates"]
html_additional_pages = {"index": "start.html"}
