"""Run the production backend of the app in the current folder, with its built front end, on one port.

Usage: python -P backend.py HOST PORT

Started by tools/serve.py, which sets the environment. It ends on SIGTERM, and also when its standard input closes: so
it never outlives the process that started it, however that one ended.
"""

import os
import signal
import sys
import threading

from reflex.utils import exec as reflex_exec
from reflex_base.constants import LogLevel
from reflex_base.environment import environment


def end_with_parent() -> None:
    """Wait until the parent is gone, then ask this process to stop."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Serve until told to stop."""
    host, port = sys.argv[1], int(sys.argv[2])
    environment.REFLEX_SKIP_COMPILE.set(True)
    threading.Thread(target=end_with_parent, daemon=True).start()
    reflex_exec.run_backend_prod(host, port, LogLevel.WARNING, mount_frontend_compiled_app=True)


if __name__ == "__main__":
    main()
