"""The module's sentence is fine. What the second begins with is not."""

#: Of a table, this is the comment.
TABLE = {}


def number():
    """How many there are."""
    text = "What a string says is no comment."
    return len(text)
