"""Parallel text, its ids, and the batches of an epoch."""

import gzip
from collections import Counter
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from models.corpus import BatchPlan, load_corpus, pad_rows, read_lines, read_parallel
from models.recipe import CorpusTable, RecipeError
from models.tokenizer import train_tokenizer
from tests.models.toys import BOS, EOS, PAD, sentences, toy_corpus, toy_plan


def table(folder: Path, sources: list[str], targets: list[str], weight: float = 1.0) -> CorpusTable:
    (folder / "c.en").write_text("".join(f"{line}\n" for line in sources), "utf-8")
    (folder / "c.de").write_text("".join(f"{line}\n" for line in targets), "utf-8")
    return CorpusTable(name="C", source=Path("c.en"), target=Path("c.de"), weight=weight, licence="", attribution="")


def pairs_of(plan: BatchPlan, epoch: int) -> list[tuple[int, int]]:
    return [tuple(pair) for batch in plan.epoch(epoch) for pair in batch.tolist()]


# Files


def test_lines_end_at_line_feeds_only(tmp_path: Path) -> None:
    text = "one\n\n two\u2028three\x0bfour\rfive \nGröße 图\n"
    expected = ["one", "", " two\u2028three\x0bfour\rfive ", "Größe 图"]
    (tmp_path / "a").write_bytes(text.encode())
    (tmp_path / "a.gz").write_bytes(gzip.compress(text.encode()))
    assert read_lines(tmp_path / "a") == read_lines(tmp_path / "a.gz") == expected


def test_a_last_line_without_line_feed_counts(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one\ntwo")
    assert read_lines(tmp_path / "a") == ["one", "two"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("absent", None),
        ("latin1", "Größe".encode("latin-1")),
        ("plain.gz", b"text"),
        ("cut.gz", gzip.compress(b"a", mtime=0)[:-5]),
    ],
)
def test_an_unreadable_file_is_named(tmp_path: Path, name: str, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(RecipeError, match=f"cannot read .*{name}: "):
        read_lines(tmp_path / name)


def test_sides_of_different_length_are_refused_with_both_numbers(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1\n2\n3\n")
    (tmp_path / "b").write_text("1\n2\n")
    with pytest.raises(RecipeError, match=r"a has 3 lines but .*b has 2"):
        read_parallel(tmp_path / "a", tmp_path / "b")


def test_pairs_that_are_empty_or_too_long_are_left_out(tmp_path: Path) -> None:
    sources = ["a", "", "a b", "a", "a b c d e f", "a b c d"]
    targets = ["x", "x", "", "x y z u v w", "x", "x y z u"]
    tokenizer = train_tokenizer([*sources, *targets], 300)
    corpus = load_corpus(tokenizer, table(tmp_path, sources, targets), tmp_path, max_tokens=5)
    texts = [tokenizer.decode(corpus.sources[i].tolist()) for i in range(len(corpus.sources))]
    assert texts == ["a", "a b c d"]
    assert tokenizer.decode(corpus.targets[1].tolist()) == "x y z u"
    assert max(corpus.sources.lengths) < 5


@pytest.mark.parametrize(("lines", "weight"), [(["a b c d e f"], 1.0), (["a", "b"], 0.2)])
def test_a_corpus_that_gives_nothing_is_refused(tmp_path: Path, lines: list[str], weight: float) -> None:
    tokenizer = train_tokenizer(["a b c d e f"], 300)
    with pytest.raises(RecipeError, match=f"corpus 'C' with weight {weight:g} gives no pairs"):
        load_corpus(tokenizer, table(tmp_path, lines, lines, weight), tmp_path, max_tokens=5)


# Tensors


def test_rows_are_padded_at_their_ends() -> None:
    assert pad_rows([[5, 6, 7], [8], [9, 4]], PAD).tolist() == [[5, 6, 7], [8, PAD, PAD], [9, 4, PAD]]


def test_a_batch_is_what_teacher_forcing_needs() -> None:
    corpus = toy_corpus(2)
    batch = toy_plan(corpus).load(np.array([[0, 1], [0, 0]]))
    for row, index in enumerate((1, 0)):
        source, target = corpus.sources[index].tolist(), corpus.targets[index].tolist()
        assert [i for i in batch.source[row].tolist() if i != PAD] == [*source, EOS]
        assert [i for i in batch.target_in[row].tolist() if i != PAD] == [BOS, *target]
        assert [i for i in batch.target_out[row].tolist() if i != PAD] == [*target, EOS]
    assert batch.target_in.shape == batch.target_out.shape
    assert batch.num_target_tokens == sum(corpus.targets.lengths) + 2


# Epochs


@pytest.mark.parametrize("batch_tokens", [10, 33, 200])
def test_no_batch_is_larger_than_the_bound(batch_tokens: int) -> None:
    plan = toy_plan(toy_corpus(150), batch_tokens=batch_tokens)
    batches = list(plan.iterate(0, 0))
    assert max(max(batch.source.numel(), batch.target_in.numel()) for batch in batches) <= batch_tokens
    # ... and most of the room is used.
    assert len(batches) < 2 * sum(batch.target_in.numel() for batch in batches) / batch_tokens + 2


def test_a_sentence_above_the_bound_is_a_batch_of_its_own() -> None:
    plan = toy_plan(toy_corpus(30), batch_tokens=5)
    long = [batch for batch in plan.iterate(0, 0) if max(batch.source.numel(), batch.target_in.numel()) > 5]
    assert long
    assert all(len(batch.source) == 1 for batch in long)


def test_every_pair_comes_exactly_once_in_every_epoch() -> None:
    plan = toy_plan(toy_corpus(70), toy_corpus(33, seed=1))
    expected = [(0, i) for i in range(70)] + [(1, i) for i in range(33)]
    for epoch in range(3):
        assert sorted(pairs_of(plan, epoch)) == expected


def test_whole_weights_repeat_every_pair() -> None:
    counts = Counter(pairs_of(toy_plan(toy_corpus(20), toy_corpus(15, seed=1, weight=3.0)), 0))
    assert counts == Counter({(0, i): 1 for i in range(20)} | {(1, i): 3 for i in range(15)})


def test_a_weight_below_one_takes_another_part_in_every_epoch() -> None:
    plan = toy_plan(toy_corpus(400, weight=0.25))
    epochs = [pairs_of(plan, epoch) for epoch in range(20)]
    assert all(len(epoch) == len(set(epoch)) == 100 for epoch in epochs)
    assert epochs[0] != epochs[1]
    # Twenty draws of a quarter leave (3/4)^20 of the pairs, one or two, unseen.
    assert len(set(chain.from_iterable(epochs))) > 390


def test_a_weight_between_repeats_all_and_some_once_more() -> None:
    counts = Counter(pairs_of(toy_plan(toy_corpus(40, weight=2.25)), 0))
    assert Counter(counts.values()) == {2: 30, 3: 10}


def test_a_decaying_epoch_uses_the_other_weights() -> None:
    plan = toy_plan(toy_corpus(10, weight=1.0, decay_weight=3.0), toy_corpus(10, seed=1, weight=2.0, decay_weight=0.5))
    pairs = np.concatenate(plan.epoch(0, decaying=True))
    assert [int((pairs[:, 0] == corpus).sum()) for corpus in (0, 1)] == [30, 5]


def test_order_depends_on_seed_and_epoch_only() -> None:
    def order(seed: int, epoch: int) -> list[tuple[int, int]]:
        return pairs_of(toy_plan(toy_corpus(60), toy_corpus(40, seed=1, weight=0.5), seed=seed), epoch)

    assert order(1, 0) == order(1, 0)
    assert order(1, 0) != order(1, 1)
    assert order(1, 0) != order(2, 0)


def test_an_epoch_can_be_entered_anywhere() -> None:
    plan = toy_plan(toy_corpus(60))
    batches = [batch.target_out.tolist() for batch in plan.iterate(2, 0)]
    for start in (1, 5, len(batches) - 1, len(batches)):
        assert [batch.target_out.tolist() for batch in plan.iterate(2, start)] == batches[start:]


def test_batches_hold_sentences_of_similar_length_in_mixed_order() -> None:
    batches = list(toy_plan(toy_corpus(400), batch_tokens=80).iterate(0, 0))
    padded = sum(batch.target_out.numel() for batch in batches)
    assert sum(batch.num_target_tokens for batch in batches) > 0.95 * padded
    lengths = [batch.target_out.shape[1] for batch in batches]
    assert lengths != sorted(lengths)


def test_sequences_are_kept_apart() -> None:
    rows = sentences([[3, 4], [5], [6, 7, 8]])
    assert [rows[i].tolist() for i in range(len(rows))] == [[3, 4], [5], [6, 7, 8]]
    assert rows.lengths.tolist() == [2, 1, 3]
