"""The doors to the runs: what a page, a program or an operator reaches over the network."""
