"""What can go wrong below the engine.

RuntimeLayerError
├── CapacityError the rows do not fit into memory
├── DeviceError   the device that was asked for cannot be used
└── RunnerError   one run of a graph failed; later runs may still work
(A bundle that cannot be served raises BundleError, see bundle.py.)
"""


class RuntimeLayerError(Exception):
    """Base of the errors below."""


class CapacityError(RuntimeLayerError):
    """The rows do not fit into memory; the message has the numbers and says what to change."""


class DeviceError(RuntimeLayerError):
    """The device that was asked for cannot be used; the message says why and what to do."""


class RunnerError(RuntimeLayerError):
    """One run of the encoder or the decoder failed."""
