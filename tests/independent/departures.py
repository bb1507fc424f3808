"""SPEC 7.5 and 7.9: who leaves by a round, and what is handed out."""


def leaving(given, due):
    """SPEC 7.5 (1): who leaves by this round, and why."""
    for seat in due:
        event = given.get(seat)
        if event is None:
            yield seat, "voted"
        elif event["fault"]:
            yield seat, "fault"
        elif event["act"] == "resign" and any(note[0] == seat for note in event["leaving"]):
            yield seat, "resigned"


def handed_out(given):
    """SPEC 7.9: by seat that resigns, its deck keys; of several notes the first acts."""
    noted = {}
    for _, event in sorted(given.items()):
        for seat, _, handed, _ in event["leaving"] if not event["fault"] else []:
            noted.setdefault(seat, handed)
    return noted
