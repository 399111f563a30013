/** Contract of a link over every transport: the simulation's network, and real ones. */
import { Link, type LinkFrame } from '@weir/cluster';
import { type Scheduler, SeededRandom } from '@weir/platform';

export interface TransportEnd {
  transmit(frame: LinkFrame): void;
  readonly scheduler: Scheduler;
}

export interface LinkTrial {
  /** Opens both sides: each receives what the other transmits, unless it is lost. */
  open(
    receive: [(frame: LinkFrame) => void, (frame: LinkFrame) => void],
  ): Promise<[TransportEnd, TransportEnd]>;
  /** Blocks all traffic. */
  cut(): void;
  heal(): void;
  /** The second side stops reading. */
  stall(): void;
  resume(): void;
  /** Lets time pass until the function returns true. */
  until(check: () => boolean): Promise<void>;
  close(): Promise<void>;
}

const CREDIT = 64 * 1024;
const RESEND_MILLIS = 200;
/** More than the maximum message of NATS. */
const LARGE_BYTES = 3_000_000;
const SEED = 1;

class Side {
  readonly delivered: string[] = [];
  readonly fullness: boolean[] = [];
  transmitted = 0;
  /** Sizes of transmitted messages, keyed by number. */
  readonly sizes = new Map<number, number>();
  link!: Link;

  constructor(private readonly loss: (frame: LinkFrame) => number) {}

  start({ transmit, scheduler }: TransportEnd): void {
    this.link = new Link({
      transmit: frame => {
        this.transmitted++;
        if (frame.kind === 'message') this.sizes.set(frame.number, frame.payload.length);
        for (let copies = this.loss(frame); copies > 0; copies--) transmit(frame);
      },
      deliver: payload => void this.delivered.push(Buffer.from(payload).toString()),
      filled: isFull => void this.fullness.push(isFull),
      scheduler,
      credit: CREDIT,
      resendMillis: RESEND_MILLIS,
    });
  }

  send(text: string): void {
    this.link.send(Buffer.from(text));
  }

  get bytesTransmitted(): number {
    return [...this.sizes.values()].reduce((sum, each) => sum + each, 0);
  }
}

export function linkConformance(name: string, start: () => Promise<LinkTrial>): void {
  describe(`a link over ${name}`, () => {
    let trial: LinkTrial;
    let one: Side;
    let other: Side;

    beforeEach(async () => void (trial = await start()));
    afterEach(async () => {
      one.link.close();
      other.link.close();
      await trial.close();
    });

    /** @param loss copies of each frame that are transmitted: 0 loses it, 2 duplicates it. */
    async function open(loss: () => number = () => 1): Promise<void> {
      [one, other] = [new Side(loss), new Side(loss)];
      const ends = await trial.open([frame => one.link.receive(frame), frame => other.link.receive(frame)]);
      one.start(ends[0]);
      other.start(ends[1]);
    }

    const isIdle = (): boolean => one.link.isIdle && other.link.isIdle;
    const texts = (count: number, bytes: number): string[] =>
      Array.from({ length: count }, (_, i) => `${i} ${'x'.repeat(bytes)}`);

    test('delivers everything completely, once and in order, even if it is larger than the credit', async () => {
      await open();
      const sent = [...texts(100, 1_000), 'y'.repeat(LARGE_BYTES), '', ...texts(100, 10)];
      for (const text of sent) {
        one.send(text);
        other.send(text);
      }
      await trial.until(isIdle);
      expect(one.delivered.map(text => text.length)).toEqual(sent.map(text => text.length));
      expect(one.delivered.join() === sent.join() && other.delivered.join() === sent.join()).toBe(true);
    });

    test(`does so when frames are lost and duplicated (seed ${SEED})`, async () => {
      const random = new SeededRandom(SEED);
      await open(() => (random.chance(0.3) ? 0 : random.chance(0.3) ? 2 : 1));
      const sent = texts(200, 1_000);
      for (const text of sent) one.send(text);
      for (const text of sent.slice(0, 50)) other.send(text);
      await trial.until(isIdle);
      expect(other.delivered).toEqual(sent);
      expect(one.delivered).toEqual(sent.slice(0, 50));
    });

    test('does so when the connection is lost', async () => {
      await open();
      const sent = texts(90, 1_000);
      for (let round = 0; round < 3; round++) {
        for (const text of sent.slice(round * 30, round * 30 + 15)) one.send(text);
        await trial.until(() => other.delivered.length > round * 30);
        trial.cut();
        const before = one.transmitted;
        for (const text of sent.slice(round * 30 + 15, round * 30 + 30)) one.send(text);
        await trial.until(() => one.transmitted > before + 15);
        trial.heal();
      }
      await trial.until(isIdle);
      expect(other.delivered).toEqual(sent);
    });

    test('sends at most the credit to a receiver that does not read, and reports that to the sender', async () => {
      await open();
      one.send('first');
      await trial.until(isIdle);
      trial.stall();
      one.sizes.clear();
      const sent = texts(200, 1_000);
      for (const text of sent) one.send(text);
      const before = one.transmitted;
      await trial.until(() => one.transmitted > 2 * before);
      expect(one.bytesTransmitted).toBeLessThanOrEqual(CREDIT);
      expect(one.bytesTransmitted).toBeGreaterThan(CREDIT / 2);
      expect([one.fullness, other.delivered]).toEqual([[true], ['first']]);
      trial.resume();
      await trial.until(isIdle);
      expect(other.delivered).toEqual(['first', ...sent]);
      expect(one.fullness).toEqual([true, false]);
    });

    test('a closed side receives and sends nothing', async () => {
      await open();
      one.send('first');
      await trial.until(isIdle);
      other.link.close();
      const said = other.transmitted;
      one.send('second');
      other.send('third');
      const before = one.transmitted;
      await trial.until(() => one.transmitted > before + 2);
      expect([other.delivered, one.delivered, other.transmitted]).toEqual([['first'], [], said]);
      expect(one.link.isIdle).toBe(false);
    });
  });
}
