/** Counts along an axis of times or numbers, on which a position or a range can be picked. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { isDark } from '../shell/theme.js';
import { format } from '../texts/en.js';

export type Range = readonly [from: number, to: number];
/** Start of an interval, and what it counts. All intervals of a chart have the same length. */
export type Bin = readonly [start: number, count: number];

export interface Bars {
  readonly bins: readonly Bin[];
  /** Name of a color of the page. */
  readonly color: string;
  /** They hang from the axis. */
  readonly isDown?: boolean;
}

export interface ChartMark {
  readonly at: number;
  readonly color: string;
  readonly isHollow: boolean;
}

interface Props {
  readonly extent: Range;
  /** Positions are milliseconds since the Unix epoch. */
  readonly isTime: boolean;
  readonly height: number;
  readonly label: string;
  readonly bars: readonly Bars[];
  readonly marks?: readonly ChartMark[];
  readonly at?: number | undefined;
  readonly range?: Range | undefined;
  readonly onPick?: (at: number) => void;
  readonly onRange?: (range: Range) => void;
}

/** Half of a slider's thumb, so that a slider of the same width is aligned with the chart. */
const SIDE = 8;
const MARK_RADIUS = 3;
const HALF_LABEL = 24;
/** Shorter drags are clicks. */
const LEAST_DRAG = 4;

export function RangeChart(props: Props) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const latest = useRef(props);
  latest.current = props;
  const dark = isDark.value;
  const { height, isTime } = props;
  const colors = props.bars.map(({ color }) => color).join(' ');
  useEffect(() => {
    const target = container.current!;
    const made = new uPlot(optionsOf(latest, target), dataOf(latest.current.bars), target);
    made.over.addEventListener('click', () => {
      const left = made.cursor.left ?? -1;
      if (left >= 0) latest.current.onPick?.(positionAt(made, left, isTime));
    });
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: widthOf(target), height }));
    observer.observe(target);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [dark, height, isTime, colors]);
  useEffect(() => {
    const made = plot.current!;
    made.setData(dataOf(props.bars));
    const [from, to] = props.range ?? [0, 0];
    const [left, right] =
      props.range === undefined ? [0, 0] : [made.valToPos(from, 'x'), made.valToPos(to, 'x')];
    made.setSelect({ left, width: right - left, top: 0, height: made.over.clientHeight }, false);
  });
  const kind = props.onRange === undefined ? 'range-chart' : 'range-chart pickable';
  // The height is known before the chart is drawn, so that the canvas can make room.
  return (
    <div class={kind} ref={container} role="img" aria-label={props.label} style={{ height: `${height}px` }} />
  );
}

function optionsOf(latest: { readonly current: Props }, target: HTMLElement): uPlot.Options {
  const { isTime, height, bars, onRange } = latest.current;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  return {
    width: widthOf(target),
    height,
    ms: 1,
    padding: [MARK_RADIUS * 2, SIDE, 0, SIDE],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: onRange !== undefined, y: false, setScale: false, dist: LEAST_DRAG },
    },
    scales: {
      x: { time: isTime, range: () => [...latest.current.extent] },
      y: {
        range: (_plot, low, high) => [Math.min(0, low ?? 0), Math.max(1, high ?? 1)],
      },
    },
    axes: [
      {
        stroke: color('--soft'),
        grid: { stroke: color('--line'), width: 0.5 },
        ticks: { show: false },
        font: '11px system-ui',
        gap: 2,
        size: isTime ? 32 : 18,
        space: 80,
        values: (plot, splits, _axis, _space, step) => {
          const shown = splits.filter(position => !isNearSide(plot, position));
          const texts = isTime ? timesOf(shown, step) : shown.map(format.number);
          const byPosition = new Map(shown.map((position, i) => [position, texts[i]!]));
          return splits.map(position => byPosition.get(position) ?? '');
        },
      },
      { show: false },
    ],
    series: [
      {},
      ...bars.map(each => ({
        fill: color(each.color),
        stroke: color(each.color),
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars!({ size: [0.85, 60], align: 1 }),
      })),
    ],
    hooks: {
      setSelect: [
        plot => {
          const { left, width } = plot.select;
          if (width >= LEAST_DRAG)
            latest.current.onRange?.([
              positionAt(plot, left, isTime),
              positionAt(plot, left + width, isTime),
            ]);
        },
      ],
      draw: [plot => drawMarks(plot, latest.current, color)],
    },
  };
}

function drawMarks(plot: uPlot, { marks = [], at }: Props, color: (name: string) => string): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const xOf = (value: number): number => plot.valToPos(value, 'x', true);
  ctx.save();
  for (const mark of marks) {
    ctx.beginPath();
    ctx.arc(xOf(mark.at), bbox.top, MARK_RADIUS * ratio, 0, 2 * Math.PI);
    ctx.fillStyle = ctx.strokeStyle = color(mark.color);
    ctx.lineWidth = 1.5 * ratio;
    if (mark.isHollow) ctx.stroke();
    else ctx.fill();
  }
  if (at !== undefined) {
    ctx.fillStyle = color('--warn');
    ctx.fillRect(xOf(at) - ratio, 0, 2 * ratio, bbox.top + bbox.height);
  }
  ctx.restore();
}

/** Times are whole milliseconds, as the server takes them. @param left pixels from the start of the axis. */
function positionAt(plot: uPlot, left: number, isTime: boolean): number {
  const position = plot.posToVal(left, 'x');
  return isTime ? Math.round(position) : position;
}

/** There, a label would be cut off. */
function isNearSide(plot: uPlot, position: number): boolean {
  const left = plot.valToPos(position, 'x');
  return left < HALF_LABEL || left > plot.over.clientWidth - HALF_LABEL;
}

/** Square roots, so that one change is visible beside a thousand. */
function dataOf(bars: readonly Bars[]): uPlot.AlignedData {
  const starts = bars[0]?.bins.map(([start]) => start) ?? [];
  const heights = bars.map(({ bins, isDown }) =>
    bins.map(([, count]) => (count === 0 ? null : Math.sqrt(count) * (isDown === true ? -1 : 1))),
  );
  return [starts, ...heights];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** As precise as the distance of the ticks needs; the date is below the first tick of each day. */
function timesOf(splits: readonly number[], step: number): string[] {
  const dates = splits.map(time => format.moment(new Date(time)).slice(0, 10));
  return splits.map((time, i) => {
    if (step >= DAY) return dates[i]!;
    const clock = format.clock(new Date(time)).slice(0, step >= MINUTE ? 5 : step >= SECOND ? 8 : 12);
    return dates[i] === dates[i - 1] ? clock : `${clock}\n${dates[i]!}`;
  });
}

function widthOf(target: HTMLElement): number {
  return Math.max(120, target.clientWidth);
}
