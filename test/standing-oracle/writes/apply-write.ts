/** Applies random writes to the real graph and to plain Maps. */
import { compileQuery, type GraphSession } from '@weir/cypher';
import { type MapGraph, testEnvironment } from '@weir/cypher/testing';
import type { ValueMap } from '@weir/model';
import type { Environment } from '@weir/platform';
import { EDGE_KEY, valueOf } from '../grammar/literals.js';
import { idOf } from '../grammar/node-ids.js';
import type { PlainEdge, PlainProperties, Write } from './random-write.js';

export type Effect = Exclude<Write, { kind: 'statement' }>;

export function applyEffect(write: Effect, session: GraphSession): void {
  switch (write.kind) {
    case 'property':
      return session.setProperty(idOf(write.node), write.key, valueOf(write.value));
    case 'properties': {
      const change = write.replaces ? session.replaceProperties : session.mergeProperties;
      return change.call(session, idOf(write.node), mapOf(write.properties));
    }
    case 'label': {
      const change = write.present ? session.addLabels : session.removeLabels;
      return change.call(session, idOf(write.node), [write.label]);
    }
    case 'edge': {
      const [source, target] = [idOf(write.source), idOf(write.target)];
      return write.present
        ? session.createEdge(source, write.label, target, mapOf(write.properties ?? {}))
        : session.deleteEdge(source, write.label, target);
    }
    case 'edge-property': {
      const [source, target] = [idOf(write.source), idOf(write.target)];
      return session.setEdgeProperty(source, write.label, target, EDGE_KEY, valueOf(write.value));
    }
    case 'delete':
      return session.deleteNode(idOf(write.node), true);
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
  else applyEffect(write, model.session());
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
