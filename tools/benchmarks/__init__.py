"""Benchmarks, each a program started by make (`make` lists them)."""
