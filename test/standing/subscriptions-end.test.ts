/**
 * Law 5: once the edges that led to them are gone, no subscription stays behind, however the messages interleaved.
 * Changes come before later messages: where they come late, the law lets one stay until the next report.
 */
import { SeededRandom } from '@weir/graph/testing';
import { Direction, type NodeId } from '@weir/model';
import { compileStandingQuery, createStandingEngine } from '@weir/standing';
import { ToyNetwork } from './toy-network.js';

const QUERY = 1;
const IDS = ['id0', 'id1', 'id2', 'id3'] as NodeId[];

test.each([
  ['DistinctId', 'MATCH (a)-[:x]->(b)-[:x]->(c) RETURN DISTINCT id(a) AS a'],
  ['MultipleValues', 'MATCH (a)-[:x]->(b)-[:x]->(c) WHERE a.p IS NULL RETURN id(a), id(c)'],
  ['MultipleValues', 'MATCH (a)-[:x]->(b) WHERE NOT (a)-[:x*2..3]->() RETURN id(b)'],
] as const)('%s: %s', (mode, text) => {
  for (let seed = 0; seed < 20; seed++) {
    const engine = createStandingEngine();
    const network = new ToyNetwork(engine, new SeededRandom(seed), IDS, false);
    const statesOfAskedParts = (): number =>
      engine
        .countsOf(QUERY)!
        .states.slice(1)
        .reduce((sum, count) => sum + count, 0);
    network.register(compileStandingQuery(text, mode, QUERY));
    writeChain(network, true);
    network.settle();
    expect(statesOfAskedParts()).toBeGreaterThan(0);
    writeChain(network, false);
    network.settle();
    expect({ seed, states: statesOfAskedParts(), complaints: network.complaints }).toEqual({
      seed,
      states: 0,
      complaints: [],
    });
  }
});

function writeChain(network: ToyNetwork, present: boolean): void {
  IDS.slice(1).forEach((target, i) => {
    const source = IDS[i]!;
    const edge = { kind: 'half-edge', label: 'x', present } as const;
    network.write(source, { ...edge, direction: Direction.Outgoing, other: target });
    network.write(target, { ...edge, direction: Direction.Incoming, other: source });
  });
}
