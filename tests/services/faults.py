"""What a loopback service can do wrong."""

from enum import StrEnum


class Fault(StrEnum):
    """A way for a service not to answer as documented."""

    UNAUTHORIZED = "401"
    FORBIDDEN = "403"
    NOT_FOUND = "404 everywhere"
    TOO_MANY = "429"
    TOO_MANY_SECONDS = "429, Retry-After: 7"
    TOO_MANY_DATE = "429, Retry-After as a date"
    TOO_MANY_TOMORROW = "429, Retry-After: 86400"
    INTERNAL = "500"
    BAD_GATEWAY = "502"
    UNAVAILABLE = "503"
    SLOW = "answers late"
    DRIPPING = "answers a byte at a time"
    HALF_SENT = "half sent"
    WRONG_JSON = "broken JSON or XML"
    WRONG_SHAPE = "JSON or XML of another kind"
    WRONG_ENCODING = "wrong encoding"
    REDIRECT_LOOP = "redirect loop"
    REDIRECT_PRIVATE = "redirect to a private address"
    ENDLESS = "endless body"
    GZIP_BOMB = "gzip bomb"
    RESET = "connection reset"
    HTML = "a web page, with status 200"
