"""The page of rules: contents, what is looked for, the place one is led to; pictures as characters and as shapes."""

import pytest

from p2pgames import registry
from p2pgames_cli.pages.rules_page import rules_page

SIZES = [(60, 17), (80, 21), (120, 37), (200, 57)]


def shown(page, columns=80, rows=21):
    return ["".join(text for _ink, text in row) for row in page.rows(columns, rows).rows]


def at_place(name, sentence, **more):
    game = registry.game(name)
    return rules_page(game, game.in_words.places[sentence], **more)


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_page_of_the_rules_fits(name, columns, rows):
    page = rules_page(registry.game(name))
    seen = ""
    for _ in range(60):
        lines = shown(page, columns, rows)
        assert len(lines) <= rows
        assert {len(line) for line in lines} == {columns}
        seen += "\n".join(lines)
        page.press("PgDn")
    assert all(
        section.title.split()[-1] in seen
        for section in registry.game(name).in_words.sections
        if section.title
    )


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_one_is_led_to_a_paragraph_and_it_is_marked(columns, rows):
    lines = shown(at_place("metro", "metro.leads-back"), columns, rows)
    assert sum("▌" in line for line in lines) >= 4
    assert any("▌ 2. It must not make a line" in line for line in lines)


def test_what_is_typed_is_looked_for_and_a_number_is_a_section():
    page = rules_page(registry.game("linja"))
    shown(page)
    page.type("bonus")
    lines = shown(page)
    assert "? bonus▏  1 of 5" in lines[-1]
    assert any("▌ 3. Bonus." in line for line in lines)
    page.press("enter")
    assert "2 of 5" in shown(page)[-1]
    page.press("escape")
    page.type("4")
    assert "4  Points" in shown(page)[1]
    page.press("Ctrl-U")
    page.type("dragon")
    assert "not found" in shown(page)[-1]
    assert page.press("escape").leaves is False
    assert page.press("escape").leaves is True


def test_tab_goes_from_section_to_section_and_a_click_on_the_contents_does():
    page = rules_page(registry.game("linja"))
    shown(page)
    page.press("tab")
    page.press("tab")
    assert "2  A turn" in shown(page)[1]
    page.press("s-tab")
    assert "1  The board" in shown(page)[1]
    regions = page.rows(120, 37).regions
    regions[2].do()
    assert "3  The end" in shown(page, 120, 37)[1]


def test_tables_and_pictures_are_drawn():
    whole = "\n".join(shown(rules_page(registry.game("metro")), 120, 400))
    assert "players │ colour │ stations" in whole
    assert "CENTRE" in whole


def test_a_page_that_draws_it_gets_blocks_and_pictures_as_shapes():
    told = at_place("bus", "bus.circle").plain()
    assert told["sections"][told["at"][0]]["blocks"][told["at"][1]]["parts"][0][0].startswith("If you build")
    assert set(told["pictures"]) == {"bus.learn-line", "bus.learn-vroomm"}
    assert all(each.startswith("<svg ") for each in told["pictures"].values())
