/** Line chart of rates over the last minutes. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { isDark } from '../shell/theme.js';

export interface RateLine {
  readonly name: string;
  readonly points: readonly { readonly at: number; readonly perSecond: number }[];
}

/** Smaller charts need no axes. */
const SMALL = 100;
/** Labels show whole seconds. */
const TICK_SECONDS = [1, 5, 10, 15, 30, 60, 120, 300, 600];
const COLORS = ['--accent', '--mark-match', '--synthetic', '--good', '--bad', '--code-name'];

export function RateLines({
  lines,
  height,
  label,
}: {
  readonly lines: readonly RateLine[];
  readonly height: number;
  readonly label: string;
}) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const latest = useRef(lines);
  latest.current = lines;
  const names = lines.map(({ name }) => name).join('\n');
  const dark = isDark.value;
  useEffect(() => {
    const target = container.current!;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color('--soft'),
      grid: { stroke: color('--line'), width: 0.5 },
      ticks: { show: false },
      font: '11px system-ui',
    };
    const made = new uPlot(
      {
        width: Math.max(120, target.clientWidth),
        height,
        legend: { show: lines.length > 1 },
        cursor: { drag: { x: false, y: false } },
        scales: {
          x: { range: () => timesShown(latest.current) },
          y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.15)] },
        },
        axes:
          height < SMALL
            ? [{ show: false }, { show: false }]
            : [
                { ...axis, values: timesOf, space: 84, incrs: TICK_SECONDS },
                { ...axis, size: 44 },
              ],
        series: [
          {},
          ...lines.map(({ name }, i) => ({
            label: name,
            stroke: color(COLORS[i % COLORS.length]!),
            width: 2,
            ...(lines.length === 1
              ? { fill: `color-mix(in srgb, ${color(COLORS[0]!)} 14%, transparent)` }
              : {}),
            points: { show: false },
          })),
        ],
      },
      dataOf(lines),
      target,
    );
    plot.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: Math.max(120, target.clientWidth), height }),
    );
    observer.observe(target);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [names, dark, height]);
  useEffect(() => plot.current?.setData(dataOf(lines)));
  return <div class="rate-lines" ref={container} role="img" aria-label={label} />;
}

/** The chart is mostly empty at first: two points stretched over the full width would be meaningless. */
const LEAST_SECONDS = 60;

/** From the points themselves: for less than two, uPlot chooses times that have nothing to do with them. */
function timesShown(lines: readonly RateLine[]): [number, number] {
  const [times] = dataOf(lines);
  const end = times.at(-1) ?? Date.now() / 1000;
  return [Math.min(times[0] ?? end, end - LEAST_SECONDS), end];
}

function timesOf(_plot: uPlot, times: readonly number[]): string[] {
  return times.map(time => new Date(time * 1000).toLocaleTimeString('en-GB'));
}

/** All lines have the same times, except lines that started later. */
function dataOf(lines: readonly RateLine[]): uPlot.AlignedData {
  const times = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b);
  const values = lines.map(({ points }) => {
    const known = new Map(points.map(({ at, perSecond }) => [at, perSecond]));
    return times.map(time => known.get(time) ?? null);
  });
  return [times, ...values];
}
