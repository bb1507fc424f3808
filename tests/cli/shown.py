"""Something plain that has a terminal to itself."""

from p2pgames_cli.pages.page import PageContent
from p2pgames_cli.ui.app import Shown


class Rows(Shown):
    """Rows that are asked for anew for each frame; what is typed is noted, and ``until`` ends it."""

    def __init__(self, client, rows, until=""):
        self.client, self.rows, self.until, self.typed = client, rows, until, []

    @property
    def ended(self):
        return bool(self.until) and self.until in self.typed

    def keys(self):
        return None

    def compose(self, columns, rows):
        return PageContent(self.rows())

    def press(self, key):
        self.typed.append(key)

    def type(self, text):
        self.typed.append(text)

    def click(self, row, column):
        pass

    def scroll(self, key):
        pass

    def before_key(self):
        pass
