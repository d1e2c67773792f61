"""What can go wrong below the engine.

RuntimeLayerError
├── DeviceError   the device that was asked for cannot be used
└── RunnerError   one run of a graph failed; later runs may still work
(A bundle that cannot be served raises BundleError, see bundle.py.)
"""


class RuntimeLayerError(Exception):
    """Base of the errors below."""


class DeviceError(RuntimeLayerError):
    """The device that was asked for cannot be used; the message says why and what to do."""


class RunnerError(RuntimeLayerError):
    """One run of the encoder or the decoder failed."""
