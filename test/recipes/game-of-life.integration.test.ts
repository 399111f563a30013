/**
 * A recipe whose standing queries drive each other: every cell counts its neighbors when a step begins, and takes its
 * new state when all have counted. A lost or duplicated result stops or corrupts the game. It also uses common features
 * of recipes: a variable, JSON with lists, UNWIND, counters, a status query, settings of the page.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayProcess } from '../support/gateway-process.js';

const SIZE = 6;
const GENERATIONS = 8;
const GLIDER: readonly (readonly [number, number])[] = [
  [2, 1],
  [3, 2],
  [1, 3],
  [2, 3],
  [3, 3],
];

const RECIPE = `
version: 1
title: Game of life
ingestStreams:
  - type: FileIngest
    path: $board
    format:
      type: CypherJson
      query: |-
        WITH $that.size AS size, $that.living AS living
        UNWIND range(0, size * size - 1) AS k
        WITH k % size AS x, k / size AS y, size, any(c IN living WHERE c[0] = k % size AND c[1] = k / size) AS alive
        MATCH (cell), (game) WHERE id(cell) = idFrom('cell', x, y) AND id(game) = idFrom('game')
        SET cell:Cell, cell.x = x, cell.y = y, cell.alive = alive, cell.generation = 0,
            game:Game, game.cells = size * size, game.generation = 0
        CREATE (game)-[:HAS]->(cell)
        WITH cell, x, y, size
        UNWIND [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]] AS d
        WITH cell, (x + d[0] + size) % size AS nx, (y + d[1] + size) % size AS ny
        MATCH (near) WHERE id(near) = idFrom('cell', nx, ny)
        CREATE (cell)-[:NEAR]->(near)
standingQueries:
  - pattern:
      type: Cypher
      mode: MultipleValues
      query: |-
        MATCH (game:Game)-[:HAS]->(cell:Cell)
        WHERE game.step = 'count' AND cell.generation = game.generation
        RETURN id(game) AS game, id(cell) AS cell, game.generation AS generation
    includeCancellations: false
    outputs:
      count:
        type: CypherQuery
        query: |-
          MATCH (game), (cell)-[:NEAR]->(near) WHERE id(game) = $that.data.game AND id(cell) = $that.data.cell
          WITH game, cell, sum(CASE WHEN near.alive THEN 1 ELSE 0 END) AS living
          SET cell.next = CASE WHEN living = 3 THEN true WHEN living = 2 THEN cell.alive ELSE false END,
              cell.generation = $that.data.generation + 1
          WITH game
          CALL int.add(game, 'counted', 1) YIELD result
          WITH game, result WHERE result = game.cells
          SET game.counted = 0, game.step = 'apply'
  - pattern:
      type: Cypher
      mode: MultipleValues
      query: |-
        MATCH (game:Game)-[:HAS]->(cell:Cell)
        WHERE game.step = 'apply' AND cell.generation = game.generation + 1
        RETURN id(game) AS game, id(cell) AS cell
    includeCancellations: false
    outputs:
      apply:
        type: CypherQuery
        query: |-
          MATCH (game), (cell) WHERE id(game) = $that.data.game AND id(cell) = $that.data.cell
          SET cell.alive = cell.next
          WITH game
          CALL int.add(game, 'applied', 1) YIELD result
          WITH game, game.generation + 1 AS generation, result WHERE result = game.cells
          SET game.applied = 0, game.generation = generation,
              game.step = CASE WHEN generation >= ${GENERATIONS} THEN 'done' ELSE 'count' END
          RETURN generation
        andThen:
          type: PrintToStandardOut
          structure: { type: Bare }
quickQueries:
  - predicate: { propertyKeys: [], knownValues: {}, dbLabel: Game }
    quickQuery: { name: Go, querySuffix: SET n.step = 'count' RETURN n, queryLanguage: Cypher, sort: Node }
statusQuery:
  cypherQuery: MATCH (game) WHERE id(game) = idFrom('game') RETURN game.generation
`;

/** The living cells after one step. */
function next(living: ReadonlySet<string>): Set<string> {
  const after = new Set<string>();
  for (let x = 0; x < SIZE; x++) {
    for (let y = 0; y < SIZE; y++) {
      let near = 0;
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          const isSelf = dx === 0 && dy === 0;
          if (!isSelf && living.has(`${(x + dx + SIZE) % SIZE} ${(y + dy + SIZE) % SIZE}`)) near++;
        }
      }
      if (near === 3 || (near === 2 && living.has(`${x} ${y}`))) after.add(`${x} ${y}`);
    }
  }
  return after;
}

test('a glider moves correctly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-life-'));
  await writeFile(join(folder, 'life.yaml'), RECIPE);
  await writeFile(join(folder, 'board.json'), `${JSON.stringify({ size: SIZE, living: GLIDER })}\n`);
  const gateway = await GatewayProcess.startIn(folder, '-r', 'life.yaml', '-x', 'board=board.json');
  try {
    await gateway.status.matching(/INGEST-1 status is completed and ingested 1/);
    await gateway.rows(`MATCH (n) WHERE id(n) = idFrom('game') SET n.step = 'count'`);
    const steps = await gateway.results.matching(/\{"generation":(\d+)\}/, GENERATIONS);
    expect(steps.map(([, generation]) => Number(generation))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    let living = new Set(GLIDER.map(([x, y]) => `${x} ${y}`));
    for (let i = 0; i < GENERATIONS; i++) living = next(living);
    const rows = await gateway.rows(`MATCH (c:Cell) WHERE c.alive RETURN c.x + ' ' + c.y`);
    expect(rows.flat().sort()).toEqual([...living].sort());
  } finally {
    await gateway.stop();
    await rm(folder, { recursive: true });
  }
});
