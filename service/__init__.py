"""The server. Layers: api -> text -> engine -> runtime, one direction only."""

import os

__version__ = "0.1.0"

# ONNX Runtime reports to its makers unless told otherwise before it is imported. Nobody's server should.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
