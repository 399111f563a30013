/** An exact, reversible sum of durations: months, days and time are summed separately. */
import { type Duration, durationOf } from '@weir/model';

const NANOS_PER_SECOND = 1_000_000_000n;

export class DurationSum {
  private count = 0;
  private months = 0n;
  private days = 0n;
  private nanos = 0n;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  add({ months, days, seconds, nanos }: Duration, count: number): void {
    const times = BigInt(count);
    this.count += count;
    this.months += BigInt(months) * times;
    this.days += BigInt(days) * times;
    this.nanos += (BigInt(seconds) * NANOS_PER_SECOND + BigInt(nanos)) * times;
  }

  /** `undefined` if one of its parts is out of range. */
  total(): Duration | undefined {
    const nanos = ((this.nanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
    const seconds = (this.nanos - nanos) / NANOS_PER_SECOND;
    return within({
      months: Number(this.months),
      days: Number(this.days),
      seconds: Number(seconds),
      nanos: Number(nanos),
    });
  }

  /** Requires at least one value. Whole months first; the remainder carries over to days, and so on. */
  average(): Duration | undefined {
    const total = this.total();
    return (
      total &&
      within({
        months: total.months / this.count,
        days: total.days / this.count,
        seconds: total.seconds / this.count,
        nanos: Math.trunc(total.nanos / this.count),
      })
    );
  }
}

function within(parts: Parameters<typeof durationOf>[0]): Duration | undefined {
  const duration = durationOf(parts);
  const { months, days, seconds } = duration;
  return [months, days, seconds].every(Number.isSafeInteger) ? duration : undefined;
}
