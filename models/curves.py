"""A PNG of a run's curves: losses, validation BLEU and the learning rate over minutes."""

import json
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure


def draw_curves(history: Path, image: Path) -> None:
    """Read history.json and draw it. Nothing is drawn before the first validation."""
    points = json.loads(history.read_text("utf-8"))
    if not points:
        return
    figure = Figure(figsize=(9, 7), layout="constrained")
    FigureCanvasAgg(figure)
    losses, quality, rate = figure.subplots(3, 1, sharex=True)
    minutes = [point["minutes"] for point in points]
    losses.plot(minutes, [point["train_loss"] for point in points], label="training (smoothed labels)")
    losses.plot(minutes, [point["validation_loss"] for point in points], label="validation")
    losses.set_ylabel("nats per token")
    losses.legend()
    quality.plot(minutes, [point["validation_bleu"] for point in points], marker="o")
    quality.set_ylabel("validation BLEU, greedy")
    rate.plot(minutes, [point["rate"] for point in points])
    rate.set_ylabel("learning rate")
    rate.set_xlabel("minutes of training")
    figure.savefig(image, dpi=110)
