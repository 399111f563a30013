/**
 * The main job from Kafka to Kafka, beside the same from a file to a file. Runs only if WEIR_BENCH_KAFKA names a
 * broker. The broker shares the machine, so processor time is that of Weir's process alone.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Admin, Producer } from '@platformatic/kafka';
import { child } from '../support/child.js';
import { median, type ThroughputMeasurement } from '../support/measurement.js';
import { isWanted, setting } from '../support/settings.js';
import { printTable } from '../support/table.js';
import { writeWorkload } from '../support/workload.js';

const RECORDS = setting('WEIR_BENCH_RECORDS', 300_000);
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);
const PARTITIONS = 4;
const WRITTEN_TOGETHER = 5_000;
const TARGET = 0.8;

export async function kafkaTable(): Promise<void> {
  if (!isWanted('kafka')) return;
  const broker = process.env['WEIR_BENCH_KAFKA'];
  if (broker === undefined) {
    process.stdout.write('kafka: skipped, because WEIR_BENCH_KAFKA is not set\n\n');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const topic = `bench-records-${process.pid}`;
  const base = { clientId: 'bench', bootstrapBrokers: [broker] };
  const admin = new Admin(base);
  try {
    const { file, everyChain } = await writeWorkload(join(folder, 'events.jsonl'), RECORDS);
    await admin.createTopics({ topics: [topic], partitions: PARTITIONS, replicas: 1 });
    await writeTopic(file, base, topic);
    const stream = `${broker}/${topic}`;
    const cases = [
      { name: 'file to file', source: file, destination: 'file' },
      { name: 'Kafka to file', source: stream, destination: 'file' },
      { name: 'file to Kafka', source: file, destination: broker },
      { name: 'Kafka to Kafka', source: stream, destination: broker, target: `at least ${TARGET}` },
    ].map(each => ({ ...each, measured: [] as ThroughputMeasurement[] }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, source, destination, measured } of cases) {
        const args = [source, destination, `${RECORDS}`, `${everyChain}`];
        const one = await child<ThroughputMeasurement>('kafka/kafka-job', args);
        if (one === undefined) continue;
        measured.push(one);
        if (one.matches !== everyChain)
          process.stdout.write(`WRONG: ${name}: ${one.matches} matches instead of ${everyChain}\n`);
      }
    }
    const rate = (measured: readonly ThroughputMeasurement[]): number =>
      median(measured.map(one => one.recordsPerSecond));
    printTable(
      ['chains of four, gateway', 'records/s', 'x file to file', 'target', 'µs CPU per record, Weir alone'],
      cases.map(({ name, target = '', measured }) => [
        name,
        Math.round(rate(measured)).toLocaleString('en'),
        (rate(measured) / rate(cases[0]!.measured)).toFixed(2),
        target,
        median(measured.map(one => one.cpuMicrosPerRecord ?? NaN)).toFixed(1),
      ]),
    );
    await admin.deleteTopics({ topics: [topic] });
  } finally {
    await admin.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Distributes records round-robin, as a client without keys does. */
async function writeTopic(
  file: string,
  base: { readonly clientId: string; readonly bootstrapBrokers: string[] },
  topic: string,
): Promise<void> {
  const producer = new Producer(base);
  let messages: { topic: string; value: Buffer; partition: number }[] = [];
  let written = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    messages.push({ topic, value: Buffer.from(line), partition: written++ % PARTITIONS });
    if (messages.length < WRITTEN_TOGETHER) continue;
    await producer.send({ messages, acks: -1 });
    messages = [];
  }
  if (messages.length > 0) await producer.send({ messages, acks: -1 });
  await producer.close();
}
