/** Applies random writes to the real graph and to plain Maps. */
import { compileQuery, type GraphEffects, type GraphSession } from '@weir/cypher';
import { type MapGraph, testEnvironment } from '@weir/cypher/testing';
import type { ValueMap } from '@weir/model';
import type { Environment } from '@weir/platform';
import { EDGE_KEY, valueOf } from '../grammar/literals.js';
import { idOf } from '../grammar/node-ids.js';
import type { PlainEdge, PlainProperties, Write } from './random-write.js';

export type Effect = Exclude<Write, { kind: 'statement' }>;

export function applyEffect(write: Effect, effects: GraphEffects): void {
  switch (write.kind) {
    case 'property':
      return effects.setProperty(idOf(write.node), write.key, valueOf(write.value));
    case 'properties': {
      const change = write.replaces ? effects.replaceProperties : effects.mergeProperties;
      return change.call(effects, idOf(write.node), mapOf(write.properties));
    }
    case 'label': {
      const change = write.present ? effects.addLabels : effects.removeLabels;
      return change.call(effects, idOf(write.node), [write.label]);
    }
    case 'edge': {
      const [source, target] = [idOf(write.source), idOf(write.target)];
      return write.present
        ? effects.createEdge(source, write.label, target, mapOf(write.properties ?? {}))
        : effects.deleteEdge(source, write.label, target);
    }
    case 'edge-property': {
      const [source, target] = [idOf(write.source), idOf(write.target)];
      return effects.setEdgeProperty(source, write.label, target, EDGE_KEY, valueOf(write.value));
    }
    case 'delete':
      return effects.deleteNode(idOf(write.node), true);
  }
}

/** @returns when everything that the query wrote is durable. */
export async function runStatement(
  text: string,
  session: GraphSession,
  environment: Environment,
): Promise<void> {
  const stream = compileQuery(text).run({ graph: session, environment, parameters: {} });
  while ((await stream.next()) !== undefined);
  await session.settled();
}

export async function applyToModel(write: Write, model: MapGraph): Promise<void> {
  if (write.kind === 'statement') await runStatement(write.text, model.session(), testEnvironment());
  else applyEffect(write, model.session().effects);
}

/**
 * Returns whether the write has a meaning in the current graph. A property of a missing edge has none, but would have
 * one if the write were repeated after the edge was created.
 */
export function isMeant(write: Write, model: MapGraph): boolean {
  return write.kind !== 'edge-property' || hasEdge(write, model);
}

function hasEdge({ source, label, target }: PlainEdge, model: MapGraph): boolean {
  const edges = model.nodes.get(idOf(source))?.outgoing() ?? [];
  return edges.some(edge => edge.label === label && edge.other === idOf(target));
}

function mapOf(properties: PlainProperties): ValueMap {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, valueOf(value)]));
}
