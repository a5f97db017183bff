"""The sounds of the pages, rendered by the browser into numbers: nobody has to listen. Audible, not clipped, short."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.browser.boards import browser, needs_browser, served

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
PEAK_MAX: Final = 0.9
"""What a loudspeaker clips is 1. Two sounds may overlap by a little."""
LOUDNESS_MAX: Final = 0.2
"""The mean square root over the loudest tenth of a second: speech that was levelled has about 0.1."""
AUDIBLE: Final = 0.01
SECONDS_MAX: Final = 1.25
_RENDERED: Final = """async ([volume, audible]) => {
  const { KINDS, compose } = await import('/assets/js/game/story/synth.js');
  const rate = 44100, tenth = rate / 10, rows = {};
  for (const kind of Object.keys(KINDS)) {
    const context = new OfflineAudioContext(1, 3 * rate, rate);
    compose(context, kind, volume);
    const samples = (await context.startRendering()).getChannelData(0);
    const row = { peak: 0, loudness: 0, last: 0, bad: samples.some((each) => !Number.isFinite(each)) };
    for (let at = 0; at < samples.length; at += 1) {
      row.peak = Math.max(row.peak, Math.abs(samples[at]));
      if (Math.abs(samples[at]) > audible) row.last = at / rate;
    }
    for (let at = 0; at + tenth <= samples.length; at += tenth / 2) {
      const power = samples.slice(at, at + tenth).reduce((sum, each) => sum + each * each, 0) / tenth;
      row.loudness = Math.max(row.loudness, Math.sqrt(power));
    }
    rows[kind] = row;
  }
  return rows;
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Json]:
    with served({}) as origin, browser() as chromium:
        page = chromium.new_page()
        page.goto(origin)
        yield page


def test_every_sound_is_audible_short_and_never_clipped(page: Json) -> None:
    rows = page.evaluate(_RENDERED, [1, AUDIBLE])
    assert set(rows) == {"fire", "water", "coin", "card", "end"}
    for kind, row in rows.items():
        assert not row["bad"], kind
        assert 5 * AUDIBLE < row["peak"] < PEAK_MAX, (kind, row)
        assert AUDIBLE / 2 < row["loudness"] < LOUDNESS_MAX, (kind, row)
        assert 0.02 < row["last"] < SECONDS_MAX, (kind, row)


def test_the_volume_is_a_factor_and_none_is_silence(page: Json) -> None:
    loud, soft, silent = (page.evaluate(_RENDERED, [volume, AUDIBLE]) for volume in (1, 0.25, 0))
    for kind in loud:
        assert soft[kind]["peak"] < loud[kind]["peak"] / 2, kind
        assert silent[kind]["peak"] < AUDIBLE, kind
