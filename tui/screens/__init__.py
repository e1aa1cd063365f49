"""The screens: each one canvas, one list of commands, and what it asks of the server."""
