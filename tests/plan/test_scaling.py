"""The law recovers known laws from noisy small runs, and its range holds what comes."""

import numpy as np
import pytest

from fledge.plan.scaling import NO_START, LossPoint, checked_law, fit_law, published_law, worth_of_tokens

START = 6.5  # nats: a model that only knows how often each token occurs
DESIGN = ((1, 1e5), (1, 4e5), (1, 1.6e6), (2, 2e5), (2, 8e5), (3, 4e5))


def params(depth: int) -> float:
    return 12 * 64 * 64 * depth**3 + 2 * 65 * 64 * depth


class KnownLaw:
    """A law drawn within what was published, and runs that follow it."""

    def __init__(self, seed: int, text_tokens: float, harm: float = 0.0) -> None:
        self.random = np.random.default_rng(seed)
        self.text_tokens, self.harm = text_tokens, harm
        self.floor = self.random.uniform(1.4, 2.6)
        self.a, self.b = self.random.normal(0.30, 0.05), self.random.normal(0.42, 0.06)
        self.c = self.random.normal(0.0, 0.02)
        self.size, self.gap = self.random.uniform(0.3, 0.9), self.random.uniform(2.5, 5.0)

    def loss(self, n: float, tokens: float) -> float:
        worth = worth_of_tokens(np.array([tokens]), np.array([self.text_tokens]), np.array([15.4]))[0]
        passes = max(1.0, tokens / self.text_tokens)
        end = self.floor + self.size * (n / params(2)) ** -self.a
        gap = self.gap * (worth / 5e5) ** (-self.b * (n / params(2)) ** self.c)
        return float((end + gap) / (1 + gap / START) * np.exp(self.harm * np.log(passes) ** 2))

    def points(self, noise: float = 0.003) -> list[LossPoint]:
        return [self.point(params(depth), tokens, noise) for depth, tokens in DESIGN]

    def point(self, n: float, tokens: float, noise: float) -> LossPoint:
        loss = self.loss(n, tokens) * np.exp(noise * self.random.standard_normal())
        return LossPoint(n, tokens, self.text_tokens, float(loss))


def test_the_range_holds_the_loss_of_a_run_thirty_times_as_long() -> None:
    errors, inside = [], 0
    for seed in range(20):
        known = KnownLaw(seed, 1e9)
        law, _ = checked_law(known.points(), START)
        found, true = law.predict(params(4), 16e6, 1e9), known.loss(params(4), 16e6)
        errors.append(abs(found.value / true - 1))
        inside += found.low <= true <= found.high
    assert inside >= 17  # of 20; the range is one of 90%
    assert np.median(errors) < 0.02


def test_a_text_that_is_learned_by_heart_has_a_best_number_of_passes() -> None:
    known = KnownLaw(3, 4e5, harm=0.08)
    points = [*known.points(), known.point(params(1), 3.2e6, 0.003)]
    law, _ = checked_law(points, START)
    tokens = np.geomspace(2e5, 6e6, 40)
    best = tokens[law.expected(np.array(params(2)), tokens, np.array(4e5)).argmin()]
    true = tokens[np.argmin([known.loss(params(2), each) for each in tokens])]
    assert 1 / 1.6 < best / true < 1.6
    assert best < 4e6  # not the most there is


def test_without_evidence_a_second_pass_is_worth_less_with_an_ngram_table() -> None:
    points = KnownLaw(1, 2e6).points()  # none reads the text twice
    once, twice = np.array(2e6), np.array(4e6)
    gains = []
    for has_table in (False, True):
        law = fit_law(points, START, has_table=has_table)
        losses = [law.expected(np.array(params(4)), tokens, np.array(2e6)) for tokens in (once, twice)]
        gains.append(1 - losses[1] / losses[0])
    assert gains[0] > gains[1] + 0.01


def test_a_text_read_once_has_no_harm_in_it() -> None:
    law = fit_law(KnownLaw(1, 1e9).points(), START)
    losses = law.expected(np.array(params(2)), np.geomspace(1e5, 9e8, 30), np.array(1e9))
    assert (np.diff(losses) < 0).all()


def test_a_run_that_the_others_did_not_foresee_widens_the_range() -> None:
    points = KnownLaw(5, 1e9).points()
    law, found = checked_law(points, START)
    assert found is not None
    assert found[0] is max(points, key=lambda point: point.params * point.tokens)
    odd = [*points[:-1], LossPoint(points[-1].params, points[-1].tokens, 1e9, 0.8 * points[-1].loss)]
    widened, _ = checked_law(odd, START)
    assert widened.widened > 1.5 * law.widened
    spread = [one.predict(params(4), 4e6, 1e9) for one in (law, widened)]
    assert spread[1].high / spread[1].low > spread[0].high / spread[0].low


def test_more_runs_narrow_the_range() -> None:
    known = KnownLaw(7, 1e9)
    few = fit_law(known.points(), START)
    more = fit_law([*known.points(), known.point(params(4), 12e6, 0.003)], START)
    widths = [
        np.log(law.predict(params(4), 16e6, 1e9).high / law.predict(params(4), 16e6, 1e9).low) for law in (few, more)
    ]
    assert widths[1] < 0.7 * widths[0]


def test_the_same_runs_give_the_same_law() -> None:
    points = KnownLaw(2, 1e9).points()
    assert (fit_law(points, START).rows == fit_law(points, START).rows).all()
    with pytest.raises(ValueError, match="no runs"):
        fit_law([], START)


def test_runs_that_know_less_than_how_often_tokens_occur_are_left_out() -> None:
    points = KnownLaw(4, 1e9).points()
    ignorant = LossPoint(params(1), 2e4, 1e9, 1.1 * START, 20)
    assert (fit_law([ignorant, *points], START).rows == fit_law(points, START).rows).all()
    alone = fit_law([ignorant], START).predict(params(1), 1e6, 1e9)
    assert alone.low < alone.value < ignorant.loss


def test_the_published_law_is_hoffmanns() -> None:
    found = published_law().predict(400e6, 8e9, 1e12)
    assert found.value == pytest.approx(1.69 + 406.4 / 400e6**0.34 + 410.7 / 8e9**0.28, rel=1e-6)


def test_a_fall_that_does_not_slow_down_yet_is_followed() -> None:
    """Networks of depth 1 on film reviews (LOG.md, 2026-11-17), by tokens: 0.26 nats less for each doubling."""
    measured = {102_400: 6.163, 204_800: 5.895, 409_600: 5.660, 819_200: 5.391, 1_638_400: 5.132}
    points = [LossPoint(1_097_728, tokens, 8.5e6, loss, tokens / 1024) for tokens, loss in measured.items()]
    found, without_start = (fit_law(points[:4], start) for start in (7.02, NO_START))
    assert found.predict(1_097_728, 1_638_400, 8.5e6).value == pytest.approx(5.132, rel=0.012)
    assert without_start.predict(1_097_728, 1_638_400, 8.5e6).value > 5.132 * 1.02
