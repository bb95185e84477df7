"""Measurements, each a program that make starts (`make` lists them)."""
