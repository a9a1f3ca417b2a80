"""Streamlit: a status box that a stream is written into. Usage: streamlit run streamlit_app.py."""
# pyright: reportMissingImports=false

import streamlit as st

from bench.work import ANSWER, Work

if message := st.chat_input("work"):
    with st.chat_message("assistant"):
        with st.status("Thinking", expanded=True) as status:
            st.write_stream(Work.parse(message).stream_blocking("streamlit"))
            status.update(label="Thought", state="complete")
        st.write(ANSWER)
