"""A table's canvas: pure functions from a scene to rows of cells."""
