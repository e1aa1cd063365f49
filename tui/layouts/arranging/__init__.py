"""Cards on their way into three rows, as every table of the family shows them: rows, tray, keys."""
