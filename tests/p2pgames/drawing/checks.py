"""What holds for every drawing."""

from p2pgames.drawing.shapes import Circle, Rect, Text
from tests.p2pgames.drawing.measure import Box, around, flat


def legible(drawing):
    """No text meets another one or is covered; what is meant or under the cursor may lie over texts."""
    seen = flat(drawing)
    texts = [(each.box, each.shape.text) for each in seen if isinstance(each.shape, Text)]
    texts.sort(key=lambda text: text[0].left)
    for number, (box, text) in enumerate(texts):
        for other, more in texts[number + 1 :]:
            if other.left >= box.right:
                break
            assert not box.meets(other), (text, more)
    written = []
    for each in seen:
        if isinstance(each.shape, Text):
            written.append(each)
        elif each.role not in ("preview", "cursor") and opaque(each.shape):
            hidden = [
                text.shape.text for text in written if text.key != each.key and text.box.meets(each.box, 1.5)
            ]
            assert not hidden, (each.key, hidden)


def opaque(shape):
    return isinstance(shape, Rect | Circle) and shape.paint.fill and shape.paint.alpha == 1


def inside(drawing):
    frame = Box(-0.6, -0.6, drawing.width + 0.6, drawing.height + 0.6)
    places = [*((each.shape, each.box) for each in flat(drawing))]
    places += [(spot.name, around(list(spot.outline))) for spot in drawing.spots]
    for what, box in places:
        assert frame.left <= box.left, what
        assert frame.top <= box.top, what
        assert box.right <= frame.right, what
        assert box.bottom <= frame.bottom, what
