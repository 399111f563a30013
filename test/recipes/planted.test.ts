/**
 * The bundled recipes on their own samples: each reports what the sample plants, and none of the near misses.
 */
import { readFile } from 'node:fs/promises';
import { packText } from '@weir/formats/cutting';
import { formatReference } from '@weir/formats/records';
import { randomTest } from '@weir/platform/testing';
import { parseRecipe } from '@weir/recipes';
import { openGraph } from '@weir/runtime';
import { plantedRecords, STORY_NAMES, type PlantedRecord, type StoryName } from '@weir/samples';
import { projectFile } from '../support/project-file.js';
import { ResultBalance } from '../support/result-balance.js';

const { cases: RECORDS, seed } = randomTest('planted matches');

function first(count: number, records: Iterable<PlantedRecord>): PlantedRecord[] {
  const some: PlantedRecord[] = [];
  for (const record of records) {
    some.push(record);
    if (some.length === count) break;
  }
  return some;
}

/** Runs the recipe's queries on the records; returns the rows that hold at the end, and the number of ended ones. */
async function play(name: StoryName, records: readonly object[]): Promise<{ rows: string[]; ended: number }> {
  const recipe = parseRecipe(await readFile(projectFile(`recipes/${name}.yaml`), 'utf8'), new Map());
  const graph = await openGraph({ workers: 0, shards: 2 });
  try {
    const [query] = recipe.standingQueries;
    const handle = await graph.registerStanding({ name, ...query!.definition.pattern });
    const balance = new ResultBalance();
    handle.subscribe(balance.take);
    const { bytes, bounds } = packText(records.map(record => JSON.stringify(record)));
    for (const { name: stream, definition } of recipe.ingestStreams) {
      const { query, parameter, source } = definition;
      const format = formatReference(source.format ?? { type: 'Json' });
      const lane = await graph.openLane({ name: stream, query, parameter, format });
      expect(await lane.runChunk({ bytes, bounds, firstPosition: 0 })).toMatchObject({ rejections: [] });
    }
    await graph.idle();
    expect(balance.wrong).toBeUndefined();
    return { rows: balance.rows.map(sorted).sort(), ended: balance.cancellations };
  } finally {
    await graph.close();
  }
}

/** Rows that the records complete and do not end again. */
function planted(records: readonly PlantedRecord[]): string[] {
  const rows = new Set<string>();
  for (const { matches = [], retractions = [] } of records) {
    for (const row of retractions) rows.delete(sorted(row));
    for (const row of matches) rows.add(sorted(row));
  }
  return [...rows].sort();
}

/** Without the id, which a sample does not know. */
function sorted(row: object): string {
  const columns = Object.entries(row).filter(([column]) => column !== 'id');
  return JSON.stringify(Object.fromEntries(columns.sort()));
}

describe.each(STORY_NAMES)('%s', name => {
  const records = first(RECORDS, plantedRecords(name, seed));
  const expected = planted(records);

  test(`reports what its sample plants and nothing else, seed ${seed}`, async () => {
    expect(expected.length).toBeGreaterThan(2);
    const { rows } = await play(name, records.map(({ record }) => record));
    expect(rows).toEqual(expected);
  });
});
