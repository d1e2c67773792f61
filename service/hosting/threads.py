"""The engines of one model as threads of this process. Brings ONNX Runtime and Numba with it."""

from service.engine.thread import EngineThread
from service.hosting.messages import Order
from service.hosting.opening import open_engines
from service.hosting.started import Admission, Started


def start_threads(order: Order, admission: Admission) -> Started:
    """Engines that share the weights, and this process's interpreter. Raises BundleError or RuntimeLayerError."""
    engines = open_engines(order, lambda: admission.observer)
    workers = [
        EngineThread(
            opened.engine,
            max_waiting=admission.max_waiting_of_each(len(engines)),
            budget=admission.budget,
            name=f"engine-{order.bundle.manifest.name}-{number}",
        )
        for number, opened in enumerate(engines)
    ]
    return Started(workers, engines[0].runner.provider, engines[0].runner.threads)
