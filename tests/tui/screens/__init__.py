"""The screens in a real app, at a real server, over a real socket."""
