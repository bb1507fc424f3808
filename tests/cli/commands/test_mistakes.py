"""A common mistake is answered by a sentence that says what is wrong and what helps, before anything else is asked."""

import pytest

from p2pgames_cli.main import run

SAYS = {
    "give 7f3ac201 --yes": (2, "No game here has an id that begins with '7f3ac201'. See: p2pgames list"),
    "give 7f3ac201": (2, "No game here has an id that begins with '7f3ac201'. See: p2pgames list"),
    "take P2PGAME": (2, "This line does not hand a seat over: one that does begins with P2PGAMES-SEAT:"),
    "take P2PGAMES:MFRGG": (2, "This is an invite: type p2pgames join and then the line."),
    "join P2PGAME": (2, "This is not an invite: one begins with P2PGAMES: Copy the whole line."),
    "join train ticket": (2, "An invite in words has five words; this has 2."),
    "join P2PGAMES-SEAT:MFRGG": (2, "This line hands a seat over: type p2pgames take and then the line."),
    "hotseat linja --bot careful": (
        2,
        "Several play at this computer: say which seat the bot takes, such as --bot 2=careful.",
    ),
    "hotseat linja --bot 3=careful": (2, "Linja has seats 1 to 2: no bot can sit at seat 3."),
    "hotseat linja --bot 0=careful": (2, "A bot sits at a seat from 1 on, as in --bot 2=careful"),
    "merge {text} {text} --out {text}": (3, "{text}: This is not a game file of p2pgames."),
    "audit {text} --jobs 1": (3, "This is not a game file of p2pgames."),
    "unpack {text}": (3, "There is no pack in this text: one begins with -----BEGIN P2PGAMES PACK."),
    "league join {text}": (3, "begins with the line p2pgames league 1"),
    "rules linja elephants": (1, "Nothing in the rules contains 'elephants'."),
    "host linja --seats 5": (2, "linja is for 2 players, not 5."),
    "host linja --via tcp,pigeon": (2, "'pigeon' is not a way to connect: choose from tcp,"),
    "settings foo=bar": (2, 'There is no setting "foo". All of them: p2pgames settings'),
    "settings theme": (2, "Give it a value: p2pgames settings theme=VALUE."),
    "settings theme=pink": (
        2,
        'theme is "auto", "default", "contrast", "colour-blind" or "light", not "pink".',
    ),
}


@pytest.mark.parametrize("typed", SAYS)
def test_a_mistake_is_answered_by_what_helps(typed, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("P2PGAMES_HOME", str(tmp_path / "home"))
    text = tmp_path / "text"
    text.write_text("Hello\n")
    code, sentence = SAYS[typed]
    assert run([word.format(text=text) for word in typed.split()]) == code
    out, err = capsys.readouterr()
    assert sentence.format(text=text) in " ".join((out + err).split())
    assert "Traceback" not in err
    assert "[y/N]" not in err
    assert "key was made" not in err or typed.startswith("host")
    assert text.read_text() == "Hello\n"
