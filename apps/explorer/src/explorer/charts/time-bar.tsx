/** Travels in time: the changes of the shown nodes and the matches on an axis, with the moment that is shown. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { ChevronLeft, ChevronRight, Pause, Play, RefreshCw, X } from 'lucide-preact';
import { binsOf } from '../../parts/bins.js';
import { RangeChart } from '../../parts/range-chart.js';
import { SPEEDS } from '../../session/canvas/time-travel.js';
import { marksOf } from '../../session/live/match-moments.js';
import { canvas, live, travel } from '../../session/session.js';
import { readTime } from '../../shell/address.js';
import { showError } from '../../shell/toasts.js';
import { format, text } from '../../texts/en.js';
import { timeText } from '../../texts/time.js';

const BINS = 120;
const CHART_HEIGHT = 74;

const go = (time: number | undefined): void => void travel.goTo(time).catch(showError);

export function TimeBar() {
  const [isBad, setBad] = useState(false);
  useLayoutEffect(() => canvas.view?.uncover(), []);
  const time = canvas.atTime.value;
  return (
    <section class="time-bar overlay" aria-label={text.time.title}>
      <div class="time-line">
        <Player />
        <TimeField time={time} isBad={isBad} onBad={setBad} onTime={go} />
        <Facts />
        {travel.range.value !== undefined && (
          <button class="quiet" onClick={() => (travel.range.value = undefined)}>
            {timeText.whole}
          </button>
        )}
        <IconButton label={timeText.refresh} onClick={() => void travel.readChanges().catch(showError)}>
          <RefreshCw size={15} />
        </IconButton>
        <IconButton label={text.close} onClick={() => void travel.close().catch(showError)}>
          <X size={16} />
        </IconButton>
      </div>
      {isBad && (
        <p class="small field-error" id="time-error" role="alert">
          {timeText.bad}
        </p>
      )}
      <Axis />
    </section>
  );
}

/** Plays the changes, or steps through them. */
function Player() {
  const isPlaying = travel.isPlaying.value;
  const isOff = travel.moments.value.length === 0;
  return (
    <>
      <IconButton
        label={isPlaying ? timeText.pause : timeText.play}
        isOff={isOff}
        onClick={() => (isPlaying ? travel.pause() : travel.play())}
      >
        {isPlaying ? <Pause size={17} /> : <Play size={17} />}
      </IconButton>
      <select
        class="speed"
        aria-label={timeText.speed}
        title={timeText.speed}
        value={travel.speed.value}
        onChange={event => (travel.speed.value = Number(event.currentTarget.value))}
      >
        {SPEEDS.map(speed => (
          <option key={speed} value={speed}>
            {timeText.times(speed)}
          </option>
        ))}
      </select>
      <IconButton
        label={timeText.earlier}
        isOff={isOff}
        onClick={() => void travel.step(-1).catch(showError)}
      >
        <ChevronLeft size={17} />
      </IconButton>
      <IconButton label={timeText.later} isOff={isOff} onClick={() => void travel.step(1).catch(showError)}>
        <ChevronRight size={17} />
      </IconButton>
    </>
  );
}

function Axis() {
  const time = canvas.atTime.value;
  const moments = travel.moments.value;
  const extent = travel.extent.value;
  const [from, to] = extent;
  const matches = live.timeline.value.filter(({ at }) => at >= from && at <= to);
  const changes = travel.changes.value.map(each => [each.time, each.entries] as const);
  const goToPosition = (position: number): void => void travel.goToPosition(position).catch(showError);
  return (
    <div class="time-axis" title={timeText.brush}>
      <RangeChart
        extent={extent}
        isTime
        height={CHART_HEIGHT}
        label={timeText.chart(moments.length, matches.length)}
        bars={[{ bins: binsOf(changes, extent, BINS), color: '--accent' }]}
        marks={marksOf(matches)}
        at={time ?? (travel.range.value === undefined ? to : undefined)}
        onPick={goToPosition}
        onRange={range => (travel.range.value = range)}
      />
      <input
        type="range"
        min={from}
        max={to}
        step="any"
        disabled={moments.length === 0}
        value={time ?? to}
        aria-label={timeText.slider}
        aria-valuetext={time === undefined ? timeText.now : format.moment(new Date(time))}
        onInput={event => goToPosition(Number(event.currentTarget.value))}
        onKeyDown={event => {
          const move = KEYS.get(event.key);
          if (move === undefined) return;
          event.preventDefault();
          void move().catch(showError);
        }}
      />
    </div>
  );
}

/** On the slider, keys go from change to change. */
const KEYS: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['ArrowLeft', () => travel.step(-1)],
  ['ArrowDown', () => travel.step(-1)],
  ['ArrowRight', () => travel.step(1)],
  ['ArrowUp', () => travel.step(1)],
  ['PageDown', () => travel.step(-10)],
  ['PageUp', () => travel.step(10)],
  ['Home', () => travel.goTo(travel.moments.value[0])],
  ['End', () => travel.goTo(undefined)],
]);

function Facts() {
  const moments = travel.moments.value;
  const { changed, absent } = travel.totals.value;
  return (
    <p class="small soft time-facts grow">
      {travel.isReading.value
        ? timeText.reading
        : moments.length === 0
          ? timeText.none
          : `${timeText.moments(moments.length)} ${timeText.limited(travel.nodesRead.value)}`}
      {canvas.atTime.value !== undefined && (
        <>
          {' · '}
          {timeText.difference} <i class="swatch warn" /> {changed} {timeText.changed}{' '}
          <i class="swatch absent" /> {absent} {timeText.absent}
        </>
      )}
    </p>
  );
}

function TimeField(props: {
  readonly time: number | undefined;
  readonly isBad: boolean;
  readonly onBad: (isBad: boolean) => void;
  readonly onTime: (time: number | undefined) => void;
}) {
  const [written, setWritten] = useState<string>();
  // A time that was chosen elsewhere replaces an invalid one.
  useLayoutEffect(() => {
    setWritten(undefined);
    props.onBad(false);
  }, [props.time]);
  const said = props.time === undefined ? timeText.now : format.moment(new Date(props.time));
  const take = (): void => {
    if (written === undefined) return;
    const time = readTime(written, Date.now());
    props.onBad(time === undefined);
    if (time === undefined) return;
    props.onTime(time === 'now' ? undefined : time);
    setWritten(undefined);
  };
  return (
    <input
      class="time-field mono"
      aria-label={text.time.title}
      aria-invalid={props.isBad}
      aria-describedby={props.isBad ? 'time-error' : undefined}
      value={written ?? said}
      onInput={event => {
        setWritten(event.currentTarget.value);
        props.onBad(false);
      }}
      onBlur={take}
      onKeyDown={event => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

function IconButton(props: {
  readonly label: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <button
      class="icon-button"
      aria-label={props.label}
      title={props.label}
      disabled={props.isOff ?? false}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}
