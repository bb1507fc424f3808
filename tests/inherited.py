"""What shapes inherit wherever they stand in a page: they say nothing of it themselves."""

from p2pgames.drawing.svg import INHERITED

SHAPES = "path, rect, circle, polygon, text, use, g"
WRITTEN = dict(part.split("=") for part in INHERITED.replace('"', "").split())


def strangers(page, where):
    """Return the markup of the shapes below an element that inherit anything else, and do not say it themselves."""
    return page.value(
        f"""[...document.querySelectorAll({where!r})].flatMap((each) => [...each.querySelectorAll("{SHAPES}")])
        .filter((each) => Object.entries({WRITTEN!r}).some(([name, value]) => {{
            const above = getComputedStyle(each.parentElement)[name];
            return !each.closest(".spots, .parts, [fill=transparent]") && above !== value
                && !each.parentElement.hasAttribute(name);
        }})).map((each) => each.outerHTML).slice(0, 3)"""
    )
