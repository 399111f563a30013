/** A slider over the times at which the shown nodes changed. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { ChevronLeft, ChevronRight, Pause, Play, RefreshCw, X } from 'lucide-preact';
import { travel, canvas } from '../session/session.js';
import { readTime } from '../shell/address.js';
import { showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';

const BARS = 80;

export function TimeBar() {
  const [isBad, setBad] = useState(false);
  useLayoutEffect(() => canvas.view?.uncover(), []);
  const moments = travel.moments.value;
  const momentIndex = travel.momentIndex.value;
  const time = canvas.atTime.value;
  const go = (moment: number | undefined): void => void travel.goTo(moment).catch(showError);
  const { changed, absent } = travel.totals.value;
  return (
    <section class="time-bar overlay" aria-label={text.time.title}>
      <div class="time-line">
        <button
          class="icon-button"
          aria-label={travel.isPlaying.value ? text.time.pause : text.time.play}
          title={travel.isPlaying.value ? text.time.pause : text.time.play}
          disabled={moments.length === 0}
          onClick={() => (travel.isPlaying.value ? travel.pause() : travel.play())}
        >
          {travel.isPlaying.value ? <Pause size={17} /> : <Play size={17} />}
        </button>
        <button
          class="icon-button"
          aria-label={text.time.earlier}
          title={text.time.earlier}
          disabled={moments.length === 0}
          onClick={() => void travel.step(-1)}
        >
          <ChevronLeft size={17} />
        </button>
        <div class="slider">
          <Histogram moments={moments} />
          <input
            type="range"
            min={0}
            max={moments.length}
            disabled={moments.length === 0}
            value={time === undefined ? moments.length : momentIndex}
            aria-label={text.time.slider}
            aria-valuetext={time === undefined ? text.time.now : format.moment(new Date(time))}
            onInput={event => go(moments[Number(event.currentTarget.value)])}
          />
        </div>
        <button
          class="icon-button"
          aria-label={text.time.later}
          title={text.time.later}
          disabled={moments.length === 0}
          onClick={() => void travel.step(1)}
        >
          <ChevronRight size={17} />
        </button>
        <TimeField time={time} isBad={isBad} onBad={setBad} onTime={go} />
        <button
          class="icon-button"
          aria-label={text.schema.refresh}
          title={text.schema.refresh}
          onClick={() => void travel.readMoments().catch(showError)}
        >
          <RefreshCw size={15} />
        </button>
        <button
          class="icon-button"
          aria-label={text.close}
          onClick={() => void travel.close().catch(showError)}
        >
          <X size={16} />
        </button>
      </div>
      {isBad && (
        <p class="small field-error" id="time-error" role="alert">
          {text.time.bad}
        </p>
      )}
      <p class="small soft time-facts">
        {travel.isReading.value
          ? text.time.reading
          : moments.length === 0
            ? text.time.none
            : `${text.time.moments(moments.length)} ${text.time.limited(travel.nodesRead.value)}`}
        {time !== undefined && (
          <>
            {' · '}
            {text.time.difference} <i class="swatch warn" /> {changed} {text.time.changed}{' '}
            <i class="swatch absent" /> {absent} {text.time.absent}
          </>
        )}
      </p>
    </section>
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
  const said = props.time === undefined ? text.time.now : format.moment(new Date(props.time));
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

/** Number of changes at each position of the slider, which has one step for each change. */
function Histogram({ moments }: { readonly moments: readonly number[] }) {
  const first = moments[0];
  if (first === undefined) return <div class="histogram" />;
  const bars = Math.min(BARS, moments.length);
  const gaps = Array.from({ length: bars }, (_each, i) => {
    const [from, to] = [
      Math.floor((i * moments.length) / bars),
      Math.floor(((i + 1) * moments.length) / bars),
    ];
    return Math.max(1, (moments[to - 1] ?? first) - (moments[from] ?? first));
  });
  const least = Math.min(...gaps);
  return (
    <div class="histogram" aria-hidden="true" title={text.time.hint}>
      {gaps.map((gap, i) => (
        <i key={i} style={{ height: `${Math.max(12, 100 * (least / gap) ** 0.35)}%` }} />
      ))}
    </div>
  );
}
