"""What schemathesis is told that the documents do not say of each parameter."""

from re import fullmatch
from urllib.parse import unquote

import schemathesis

LARGEST = 2**53 - 1  # whole numbers beyond are refused everywhere: a script's numbers are not exact there


def sent(value):
    """Reports whether a client can send the value at all."""
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int):
        return abs(value) <= LARGEST
    if isinstance(value, str) and fullmatch("-?[0-9]+", value):
        return abs(int(value)) <= LARGEST
    if isinstance(value, float):
        return not value.is_integer()  # a whole number with a point, 52.0, is none for the server
    if isinstance(value, dict):
        return all(sent(v) for v in value.values())
    if isinstance(value, list):
        return all(sent(v) for v in value)
    return True


def plain(text):
    """Reports whether a text can be in a path: control characters are refused in every one."""
    return not any(ord(c) < 0x20 or 0x7F <= ord(c) <= 0x9F for c in unquote(str(text)))


@schemathesis.hook
def filter_case(context, case):
    path, query = case.path_parameters or {}, dict(case.query or {})
    if "" in query.values():  # as good as no value, for what is not a text
        return False
    return all(plain(v) and sent(v) for v in path.values()) and sent(query) and sent(case.body)
