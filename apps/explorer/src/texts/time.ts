/** Texts of the bars of time and values below the canvas. */
import { format } from './en.js';

const { many } = format;

export const timeText = {
  slider: 'Moment',
  now: 'Now',
  none: 'No changes of these nodes are known.',
  play: 'Play',
  pause: 'Pause',
  earlier: 'Earlier change',
  later: 'Later change',
  refresh: 'Read new changes',
  speed: 'Speed',
  times: (factor: number) => `${factor}×`,
  whole: 'Whole period',
  brush: 'Drag over the chart to zoom in.',
  chart: (changes: number, matches: number) =>
    `${many(changes, 'change')} and ${many(matches, 'match', 'matches')} over time`,
  moments: (count: number) => many(count, 'moment'),
  limited: (count: number) => `of ${many(count, 'node')}`,
  reading: 'Reading the journals…',
  difference: 'Compared with now:',
  changed: 'changed since',
  absent: 'not present yet',
  bad: 'This is not a time. Enter now, -15s, +2h, milliseconds since 1970, or a date.',
};

export const stripText = {
  label: (begun: number, ended: number) =>
    `${many(begun, 'match', 'matches')}${ended === 0 ? '' : `, ${ended} ended`} in 5 minutes`,
  hint: 'Click a match to travel to its moment, or drag to select a period.',
};

export const slicerText = {
  title: 'Slicer',
  property: 'Property',
  none: 'No node on the canvas has a property with different numbers or dates.',
  play: 'Play: move the range',
  pause: 'Pause',
  from: 'From',
  to: 'To',
  all: 'Show all',
  brush: 'Drag over the chart to select a range. Nodes with a value outside it are hidden.',
  inside: (count: number, total: number) => `${format.number(count)} of ${many(total, 'node')} in the range`,
  chart: (key: string, count: number) => `Values of ${key} on ${many(count, 'node')}`,
};
