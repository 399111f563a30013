/** Run events of data jobs, with fields of OpenLineage: `{eventType, eventTime, job, inputs, outputs}`. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

export function dataLineage(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  const run = (eventType: 'COMPLETE' | 'FAIL', inputs: readonly string[], output: string): object => ({
    eventType,
    eventTime: new Date(clock.next()).toISOString(),
    job: `build ${output}`,
    inputs,
    outputs: [output],
  });
  /** Tables of one pipeline: raw, some in between, and a report. */
  const pipeline = (serial: number, steps: number): string[] => [
    `raw.orders_${serial}`,
    ...Array.from({ length: steps }, (_, i) => `stage.orders_${serial}_${i + 1}`),
    `report.revenue_${serial}`,
  ];
  const built = (tables: readonly string[]): PlantedRecord[] =>
    tables.slice(1).map((table, i) => ({ record: run('COMPLETE', [tables[i]!], table) }));
  return storyStream({
    random,
    ordinary: () => {
      const table = random.below(80);
      return run(
        random.chance(1 / 30) ? 'FAIL' : 'COMPLETE',
        [`raw.events_${table}`],
        `stage.events_${table}`,
      );
    },
    stories: [
      // The first table of a pipeline is broken, and a certified report depends on it.
      serial => {
        const tables = pipeline(serial, 1 + random.below(5));
        const row = { broken: tables[0]!, report: tables.at(-1)! };
        return [...built(tables), { record: run('FAIL', [], tables[0]!), matches: [row] }];
      },
      // The same, until it is repaired.
      serial => {
        const tables = pipeline(serial, 2);
        const row = { broken: tables[0]!, report: tables.at(-1)! };
        return [
          ...built(tables),
          { record: run('FAIL', [], tables[0]!), matches: [row] },
          { record: run('COMPLETE', [], tables[0]!), retractions: [row] },
        ];
      },
      // Near miss: nothing certified depends on it.
      serial => {
        const tables = pipeline(serial, 3).slice(0, -1);
        return [...built(tables), { record: run('FAIL', [], tables[0]!) }];
      },
    ],
  });
}
