/**
 * Limits on the duration of a recovery: checkpoints as soon as much was written, and no ingest while any worker
 * recovers.
 */
import { settle, TestEnvironment, until } from '@weir/platform/testing';
import { WriteGate } from '../flow/write-gate.js';
import type { WorkerServices } from '../contract/worker-services.js';
import { Workers } from '../contract/workers.js';
import { WorkerShards } from '../worker/worker-shards.js';
import { CheckpointLoop } from './checkpoint-loop.js';
import { GraphRecovery } from './graph-recovery.js';

/** Two workers that count writes, which checkpoints forget. */
class Writers {
  readonly environment = new TestEnvironment();
  readonly written = [0, 0];
  checkpoints = 0;
  /** Numbers of writes made while the next `settle` steps run. */
  readonly meanwhile: number[] = [];
  readonly steps: string[] = [];
  /** Thrown instead of settling. */
  failure: Error | undefined = undefined;
  readonly loop = new CheckpointLoop(
    new Workers(
      this.written.map((_, index) => this.worker(index)),
      [0, 1],
    ),
    this.environment,
  );

  private worker(index: number): WorkerServices {
    const checkpoint = async (step: string): Promise<number> => {
      if (index === 0) this.steps.push(step);
      if (step === 'mark') return this.written[index]!;
      if (step === 'settle' && this.failure !== undefined) throw this.failure;
      if (step === 'settle') return index === 0 ? (this.meanwhile.shift() ?? 0) : 0;
      this.written[index] = 0;
      if (index === 0) this.checkpoints++;
      return 0;
    };
    return { shards: { checkpoint } } as unknown as WorkerServices;
  }

  /** Lets time pass in steps, and completes all due work in each. */
  async pass(millis: number): Promise<void> {
    for (let passed = 0; passed < millis; passed += 10) {
      this.environment.advance(10);
      await settle();
    }
  }
}

test('takes a checkpoint as soon as much was written, and otherwise every half second', async () => {
  const writers = new Writers();
  writers.loop.start();
  await writers.pass(600);
  expect(writers.checkpoints).toBe(0);
  for (let i = 1; i <= 4; i++) {
    writers.written.fill(2_000);
    await writers.pass(100);
    expect(writers.checkpoints).toBe(i);
  }
  writers.written[1] = 3;
  await writers.pass(400);
  expect(writers.checkpoints).toBe(4);
  await writers.pass(150);
  expect(writers.checkpoints).toBe(5);
  writers.written[0] = 1;
  await writers.loop.stop();
  await writers.loop.take();
  expect(writers.checkpoints).toBe(6);
});

test('under heavy writes, starts the next checkpoint while the stores forget', async () => {
  const writers = new Writers();
  writers.loop.start();
  writers.written.fill(2_000);
  writers.meanwhile.push(5_000, 3_000, 2_000);
  await writers.pass(60);
  expect(writers.steps).toEqual(['mark', 'settle', 'forget', 'settle', 'forget', 'settle', 'forget']);
});

test('while the store fails, tries a checkpoint once a second and reports the failure once a minute', async () => {
  const writers = new Writers();
  const { environment, steps, loop } = writers;
  writers.failure = new Error('the disk is full');
  writers.written.fill(5_000);
  loop.start();
  await writers.pass(10_000);
  expect(steps.filter(step => step === 'settle').length).toBeLessThanOrEqual(10);
  expect(environment.logged.map(({ level }) => level)).toEqual(['warn']);
  writers.failure = undefined;
  await writers.pass(1_000);
  expect(environment.logged.map(({ level }) => level)).toEqual(['warn', 'info']);
  const { checkpoints } = writers;
  writers.written.fill(5_000);
  await writers.pass(60);
  expect(writers.checkpoints).toBe(checkpoints + 1);
});

/** Two workers whose recovery ends when the test says so. */
class Recovering {
  readonly environment = new TestEnvironment();
  readonly gates = [new WriteGate(), new WriteGate()];
  readonly ends: ((error?: Error) => void)[] = [];
  readonly recovery = new GraphRecovery(
    new Workers(
      this.gates.map((gate, index) => this.worker(gate, index)),
      [0, 1],
    ),
    this.environment,
    () => false,
  );

  private worker(gate: WriteGate, index: number): WorkerServices {
    const recover = (): Promise<number> =>
      new Promise((resolve, reject) => {
        this.ends[index] = error => (error === undefined ? resolve(7) : reject(error));
      });
    const graph = { environment: this.environment, recover, shards: [] };
    const shards = new WorkerShards(
      graph as unknown as ConstructorParameters<typeof WorkerShards>[0],
      index,
      gate,
    );
    return { shards } as unknown as WorkerServices;
  }

  get areOpen(): boolean[] {
    return this.gates.map(gate => gate.isOpen);
  }
}

test('ingest resumes on all workers together when the last worker has recovered', async () => {
  const workers = new Recovering();
  const run = workers.recovery.run();
  await until(() => workers.ends.length === 2);
  workers.ends[0]!();
  await settle();
  expect(workers.areOpen).toEqual([false, false]);
  expect(workers.recovery.state).toBeDefined();
  workers.ends[1]!();
  expect(await run).toBe(true);
  expect(workers.areOpen).toEqual([true, true]);
  expect(workers.recovery.state).toBeUndefined();
});

test('ingest resumes when a recovery fails, and after half a minute of recovery', async () => {
  const failing = new Recovering();
  const run = failing.recovery.run();
  await until(() => failing.ends.length === 2);
  failing.ends[1]!(new Error('broken'));
  expect(await run).toBe(false);
  expect(failing.areOpen).toEqual([true, true]);
  expect(failing.recovery.state).toContain('broken');

  const slow = new Recovering();
  void slow.recovery.run();
  await until(() => slow.ends.length === 2);
  slow.environment.advance(29_000);
  expect(slow.areOpen).toEqual([false, false]);
  slow.environment.advance(1_000);
  expect(slow.areOpen).toEqual([true, true]);
});
