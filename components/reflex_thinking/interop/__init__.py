"""Streams of whole agents as canonical events: AG-UI, the Vercel AI UI message stream, pydantic-ai, LangChain and LangGraph.

``rt.events(stream)`` reads them like any provider's. One module reads each; none of the libraries is imported.
"""
