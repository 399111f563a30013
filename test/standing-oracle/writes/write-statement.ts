/** Random writes as equivalent queries. */
import { IdValue, type Value, type ValueMap } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { StreamingGraph } from '@weir/runtime';
import { EDGE_KEY, valueOf } from '../grammar/literals.js';
import { idOf } from '../grammar/node-ids.js';
import type { PlainEdge, PlainProperties, Write } from './random-write.js';

export interface Statement {
  readonly text: string;
  readonly parameters: ValueMap;
}

export const NODE = 'MATCH (n) WHERE id(n) = $node';

export function writeStatement(write: Write): Statement {
  switch (write.kind) {
    case 'property':
      return onNode(write.node, `SET n.${write.key} = $value`, { value: valueOf(write.value) });
    case 'properties':
      return onNode(write.node, `SET n ${write.replaces ? '=' : '+='} $properties`, {
        properties: mapOf(write.properties),
      });
    case 'label':
      return onNode(write.node, `${write.present ? 'SET' : 'REMOVE'} n:${write.label}`, {});
    case 'edge':
      return write.present
        ? onEnds(
            write,
            `MERGE (a)-[e:${write.label}]->(b) SET e += $properties`,
            mapOf(write.properties ?? {}),
          )
        : onEnds(write, `MATCH (a)-[e:${write.label}]->(b) DELETE e`, {});
    case 'edge-property':
      return onEnds(write, `MATCH (a)-[e:${write.label}]->(b) SET e += $properties`, {
        [EDGE_KEY]: valueOf(write.value),
      });
    case 'delete':
      return onNode(write.node, 'DETACH DELETE n', {});
    case 'statement':
      return { text: write.text, parameters: {} };
  }
}

/** A computation of a random statement may fail: it has written nothing then. */
export async function tryStatement(graph: StreamingGraph, { text, parameters }: Statement): Promise<void> {
  try {
    await (await graph.query(text, { parameters })).rows();
  } catch (error) {
    if (!(error instanceof WeirError && error.code.startsWith('cypher.'))) throw error;
  }
}

function onNode(node: number, what: string, parameters: ValueMap): Statement {
  return { text: `${NODE} ${what}`, parameters: { node: new IdValue(idOf(node)), ...parameters } };
}

function onEnds({ source, target }: PlainEdge, what: string, properties: ValueMap): Statement {
  const [a, b] = [source, target].map(node => new IdValue(idOf(node)) as Value) as [Value, Value];
  const text = `MATCH (a), (b) WHERE id(a) = $a AND id(b) = $b ${what}`;
  return { text, parameters: { a, b, properties } };
}

function mapOf(properties: PlainProperties): ValueMap {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, valueOf(value)]));
}
