"""`python -m loadtest.plots RESULT FOLDER`: pictures of what the benchmark printed.

RESULT is a file whose last line is the benchmark's JSON object.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

DOTS_PER_INCH: Final = 110
BAR_WIDTH: Final = 0.8
PLAIN: Final = "{x:g}"


def draw_offline(document: dict[str, Any], image: Path) -> None:
    """Dragoman over CTranslate2 in every cell, one picture for each model."""
    models = _models(document["offline"])
    figure = Figure(figsize=(11, 3.2 * len(models)), layout="constrained")
    FigureCanvasAgg(figure)
    for axes, model in zip(figure.subplots(len(models), 1, squeeze=False)[:, 0], models, strict=True):
        _draw_ratios(axes, model, [cell for cell in document["offline"] if cell["model"] == model])
    figure.savefig(image, dpi=DOTS_PER_INCH)


def _draw_ratios(axes: Axes, model: str, cells: Sequence[dict[str, Any]]) -> None:
    ratios = [cell["ratio"]["ctranslate2"] for cell in cells]
    axes.bar(range(len(cells)), ratios, BAR_WIDTH, color=["tab:green" if ratio >= 1 else "tab:red" for ratio in ratios])
    axes.axhline(1, color="black", linewidth=1)
    names = [f"{cell['precision']} {cell['threads']}t beam {cell['num_beams']} cap {cell['cap']}" for cell in cells]
    axes.set_xticks(range(len(cells)), names, fontsize=6, rotation=90)
    axes.set_ylabel("times CTranslate2")
    axes.set_title(f"{model}: target tokens per second, without HTTP", fontsize=10)


def draw_serving(document: dict[str, Any], image: Path) -> None:
    """Requests per second and the 95th percentile of latency over the number of clients."""
    closed = [entry for entry in document["serving"] if entry["clients"]]
    models = _models(closed)
    figure = Figure(figsize=(11, 4 * len(models)), layout="constrained")
    FigureCanvasAgg(figure)
    for row, model in zip(figure.subplots(len(models), 2, squeeze=False), models, strict=True):
        _draw_clients(row, [entry for entry in closed if entry["model"] == model])
        row[0].set_title(f"{model}, over HTTP", fontsize=10)
    figure.savefig(image, dpi=DOTS_PER_INCH)


def _draw_clients(row: Sequence[Axes], entries: Sequence[dict[str, Any]]) -> None:
    for server in dict.fromkeys(entry["server"] for entry in entries):
        own = [entry for entry in entries if entry["server"] == server]
        clients = [entry["clients"] for entry in own]
        row[0].plot(clients, [_middle(entry["requests_per_s"]) for entry in own], marker="o", label=server)
        row[1].plot(clients, [entry["latency_ms"]["p95"] for entry in own], marker="o", label=server)
    for axes, what in zip(row, ("requests per second", "p95 of latency, ms"), strict=True):
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xticks(clients := sorted({entry["clients"] for entry in entries}), [str(count) for count in clients])
        axes.yaxis.set_major_formatter(PLAIN)
        axes.yaxis.set_minor_locator(LogLocator(subs=(2, 5)))
        axes.yaxis.set_minor_formatter(PLAIN)
        axes.set_xlabel("clients")
        axes.set_ylabel(what)
    row[0].legend(fontsize=7)


def draw_growth(document: dict[str, Any], image: Path) -> None:
    """What a word costs over each quantity that grows."""
    curves = document["growth"]
    quantities = list(dict.fromkeys(curve["what"] for curve in curves))
    figure = Figure(figsize=(11, 3.5), layout="constrained")
    FigureCanvasAgg(figure)
    for axes, what in zip(figure.subplots(1, len(quantities), squeeze=False)[0], quantities, strict=True):
        for curve in curves:
            if curve["what"] == what:
                axes.plot(curve["sizes"], curve["costs_us"], marker="o", label=f"{curve['model']}, {curve['way']}")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(what)
        axes.set_ylabel("microseconds a word")
        axes.legend(fontsize=7)
    figure.savefig(image, dpi=DOTS_PER_INCH)


def _models(entries: Sequence[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(entry["model"] for entry in entries))


def _middle(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw what there is."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.plots", description=__doc__)
    parser.add_argument("result", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    document = json.loads(options.result.read_text("utf-8").splitlines()[-1])
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, draw in {"offline": draw_offline, "serving": draw_serving, "growth": draw_growth}.items():
        if document[name]:
            draw(document, options.folder / f"{name}.png")


if __name__ == "__main__":
    main()
