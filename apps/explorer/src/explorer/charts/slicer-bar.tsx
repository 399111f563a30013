/** Shows only the nodes whose value of a property is within a range. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { Pause, Play, X } from 'lucide-preact';
import { binsOf } from '../../parts/bins.js';
import { type Range, RangeChart } from '../../parts/range-chart.js';
import type { SlicedProperty } from '../../session/canvas/slice.js';
import { canvas, slicer } from '../../session/session.js';
import { readTime } from '../../shell/address.js';
import { format, text } from '../../texts/en.js';
import { slicerText } from '../../texts/time.js';

const BINS = 80;
const CHART_HEIGHT = 74;

export function SlicerBar() {
  useLayoutEffect(() => canvas.view?.uncover(), []);
  const property = slicer.property.value;
  return (
    <section class="time-bar overlay" aria-label={slicerText.title}>
      <div class="time-line">
        {property === undefined ? (
          <p class="small soft grow">{slicerText.none}</p>
        ) : (
          <Controls property={property} />
        )}
        <button class="icon-button" aria-label={text.close} title={text.close} onClick={() => slicer.close()}>
          <X size={16} />
        </button>
      </div>
      {property !== undefined && <Histogram property={property} />}
    </section>
  );
}

function Controls({ property }: { readonly property: SlicedProperty }) {
  const { isTime, extent } = property;
  const range = slicer.range ?? extent;
  const isPlaying = slicer.isPlaying.value;
  const inside = property.positions.filter(at => at >= range[0] && at <= range[1]).length;
  const label = isPlaying ? slicerText.pause : slicerText.play;
  return (
    <>
      <button
        class="icon-button"
        aria-label={label}
        title={label}
        onClick={() => (isPlaying ? slicer.pause() : slicer.play())}
      >
        {isPlaying ? <Pause size={17} /> : <Play size={17} />}
      </button>
      <select
        class="slicer-key"
        aria-label={slicerText.property}
        value={property.key}
        onChange={event => slicer.choose(event.currentTarget.value)}
      >
        {slicer.properties.value.map(({ key }) => (
          <option key={key} value={key}>
            {key}
          </option>
        ))}
      </select>
      <Limit
        label={slicerText.from}
        value={range[0]}
        isTime={isTime}
        onValue={from => slicer.show([from, Math.max(from, range[1])])}
      />
      <Limit
        label={slicerText.to}
        value={range[1]}
        isTime={isTime}
        onValue={to => slicer.show([Math.min(range[0], to), to])}
      />
      <p class="small soft time-facts grow" role="status">
        {slicerText.inside(inside, property.positions.length)}
      </p>
      {slicer.range !== undefined && (
        <button class="quiet" onClick={() => slicer.show(undefined)}>
          {slicerText.all}
        </button>
      )}
    </>
  );
}

/** One end of the range, as a field. An invalid value does not change the range. */
function Limit(props: {
  readonly label: string;
  readonly value: number;
  readonly isTime: boolean;
  readonly onValue: (value: number) => void;
}) {
  const [written, setWritten] = useState<string>();
  useLayoutEffect(() => setWritten(undefined), [props.value]);
  const shown = props.isTime
    ? format.moment(new Date(props.value))
    : String(Number(props.value.toPrecision(6)));
  const value = written === undefined ? props.value : read(written, props.isTime);
  const take = (): void => {
    if (written !== undefined && value !== undefined) props.onValue(value);
  };
  return (
    <input
      class={props.isTime ? 'time-field mono' : 'number-field mono'}
      aria-label={props.label}
      title={props.label}
      aria-invalid={value === undefined}
      value={written ?? shown}
      onInput={event => setWritten(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={event => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

function read(text: string, isTime: boolean): number | undefined {
  if (isTime) {
    const time = readTime(text, Date.now());
    return time === 'now' ? Date.now() : time;
  }
  return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
}

function Histogram({ property: { key, isTime, positions, extent } }: { readonly property: SlicedProperty }) {
  return (
    <div class="time-axis" title={slicerText.brush}>
      <RangeChart
        key={key}
        extent={extent}
        isTime={isTime}
        height={CHART_HEIGHT}
        label={slicerText.chart(key, positions.length)}
        bars={[
          {
            bins: binsOf(
              positions.map(at => [at, 1] as const),
              extent,
              BINS,
            ),
            color: '--accent',
          },
        ]}
        range={slicer.range}
        onPick={() => slicer.show(undefined)}
        onRange={(range: Range) => slicer.show(range)}
      />
    </div>
  );
}
