"""Why an SSH host cannot start, in words for whoever starts it."""


class StartError(Exception):
    """The host cannot start; the message says why and what helps."""
