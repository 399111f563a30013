/** Progress of a finite stream, and its estimated remaining time. */
import { useEffect, useState } from 'preact/hooks';
import type { IngestStream } from '../api/types.js';
import { streamTexts } from '../texts/streams.js';
import { timeLeft, withSample, type Sample } from './time-left.js';

export function StreamProgress({ stream }: { readonly stream: IngestStream }) {
  const { name, status, stats } = stream;
  const isRunning = status === 'RUNNING';
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const done = stats.progress?.done;
    // Paused time does not count.
    setSamples(
      isRunning && done !== undefined ? before => withSample(before, { at: performance.now(), done }) : [],
    );
  }, [stats]);
  if (stats.progress === undefined) return null;
  const { unit, done, total } = stats.progress;
  const left = isRunning && done < total ? timeLeft(samples, total) : undefined;
  return (
    <div class="stream-progress">
      <progress
        aria-label={streamTexts.progress(name)}
        max={Math.max(1, total)}
        value={total === 0 ? 1 : done}
      />
      <span class="small soft">
        {streamTexts.progressOf[unit](done, total)}
        {left !== undefined && <strong> · {streamTexts.left(left)}</strong>}
      </span>
    </div>
  );
}
