"""Measurements of how fast games run and compile; see `benchmarks.__main__`."""
