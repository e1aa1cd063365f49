"""The whole program in sentences and typed words, for whoever listens, reads by touch or pipes."""
