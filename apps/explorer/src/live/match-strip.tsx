/** The matches of the last minutes, below the canvas. From each, one can travel to its moment. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { binsOf } from '../parts/bins.js';
import { type Range, RangeChart } from '../parts/range-chart.js';
import type { MatchMoment } from '../session/live/match-moments.js';
import { canvas, live, travel } from '../session/session.js';
import { showError } from '../shell/toasts.js';
import { stripText } from '../texts/time.js';

const MOST_MILLIS = 5 * 60_000;
const LEAST_MILLIS = 60_000;
const TICK_MILLIS = 1000;
const BINS = 150;
const HEIGHT = 66;

export function MatchStrip() {
  const [now, setNow] = useState(Date.now);
  useLayoutEffect(() => canvas.view?.uncover(), []);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLIS);
    return () => clearInterval(timer);
  }, []);
  const latest = live.timeline.value;
  const end = Math.max(now, latest.at(-1)?.at ?? 0);
  const begin = Math.min(latest[0]?.at ?? end, end - LEAST_MILLIS);
  const extent: Range = [Math.max(begin, end - MOST_MILLIS), end];
  const shown = latest.filter(({ at }) => at >= extent[0]);
  const [begun, ended] = [shown.filter(each => each.isMatch), shown.filter(each => !each.isMatch)];
  return (
    <section class="match-strip overlay" title={stripText.hint}>
      <RangeChart
        extent={extent}
        isTime
        height={HEIGHT}
        label={stripText.label(begun.length, ended.length)}
        bars={[
          { bins: binsOf(begun.map(weighted), extent, BINS), color: '--mark-match' },
          { bins: binsOf(ended.map(weighted), extent, BINS), color: '--soft', isDown: true },
        ]}
        onPick={position => void travel.open(nearest(shown, position) ?? position).catch(showError)}
        onRange={range => void travel.open(range[1], range).catch(showError)}
      />
    </section>
  );
}

const weighted = ({ at }: MatchMoment): readonly [number, number] => [at, 1];

/** Returns the time of the match that people aim at. */
function nearest(moments: readonly MatchMoment[], position: number): number | undefined {
  let best: number | undefined;
  for (const { at } of moments)
    if (best === undefined || Math.abs(at - position) < Math.abs(best - position)) best = at;
  return best;
}
