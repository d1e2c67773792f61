"""The engines of one model in processes of their own."""

from typing import Final

from service.engine.worker import Worker
from service.hosting.hosted import HostedEngine
from service.hosting.messages import Order
from service.hosting.process import EngineProcess
from service.hosting.started import Admission, Started

MAX_PROCESSES: Final = 8  # of one model: each has a copy of its weights


def start_processes(order: Order, admission: Admission, count: int) -> Started:
    """Engines in `count` processes, or fewer: those within one share its weights.

    Raises BundleError or RuntimeLayerError.
    """
    shares = divide(order.num_workers, min(count, MAX_PROCESSES))
    processes = [EngineProcess(order._replace(num_workers=share)) for share in shares]
    max_waiting = admission.max_waiting_of_each(sum(len(process.ready.limits) for process in processes))
    workers: list[Worker] = []
    for process in processes:
        hosted = [
            HostedEngine(
                process,
                index,
                max_waiting=max_waiting,
                budget=admission.budget,
                observer=admission.observer,
            )
            for index in range(len(process.ready.limits))
        ]
        process.listen(hosted)
        workers += hosted
    return Started(workers, processes[0].ready.provider, processes[0].ready.threads)


def divide(num_workers: int, num_processes: int) -> list[int]:
    """How many workers each process has, none without any: as even as it gets, the first ones more."""
    least, more = divmod(num_workers, num_processes)
    return [least + (number < more) for number in range(min(num_workers, num_processes))]
