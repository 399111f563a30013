/**
 * A node's whole state as bytes, the content of a snapshot. Part of the on-disk format (docs/internals/storage.md). A
 * msgpack array:
 *
 * | position | |
 * |---|---|
 * | 0 | version of this layout: 2 |
 * | 1 | 1 if the node exists, else 0 |
 * | 2 | labels |
 * | 3 | properties, as bytes (packed-properties.ts in the package model), or nil |
 * | 4 | half edges in their order: type (`>` out or `<` in, then the label) and packed ids, alternating |
 * | 5 | properties of edges: label, direction, id at the other end, map, repeated |
 * | 6 | state of standing queries: query and payload of each event, alternating |
 *
 * Properties that the node keeps packed are copied unchanged, and stay packed when it wakes.
 */
import {
  decode,
  type Direction,
  encode,
  EventKind,
  packIds,
  type NodeId,
  type StandingEvent,
  unpackIds,
  type ValueMap,
} from '@weir/model';
import { WeirError } from '@weir/platform';
import { directionOf, edgeType, labelOf } from './edge-type.js';
import { forEachRun, type HalfEdges, halfEdgesOf } from './half-edges.js';
import { labelSetOf, type LabelSet } from './label-sets.js';
import { bagBytes, NO_PROPERTIES, packedBag, type PropertyBag } from './property-bag.js';
import { EdgeProperties } from './edge-properties.js';

const VERSION = 2;
/** First byte of a msgpack list of seven elements. */
const LIST_OF_SEVEN = 0x97;

/** Content of a node, without standing queries. */
export interface NodeContent {
  readonly exists: boolean;
  readonly labelSet: LabelSet;
  readonly bag: PropertyBag;
  readonly halfEdges: HalfEdges;
  readonly edgeProperties?: EdgeProperties | undefined;
}

type Layout = [
  version: number,
  exists: number,
  labels: readonly string[],
  properties: Uint8Array | null,
  edges: (string | Uint8Array)[],
  edgeProperties: unknown[],
  standing: unknown[],
];

/** @returns bytes in a buffer that is reused: see `encode`. */
export function encodeSnapshot(node: NodeContent, standing: readonly StandingEvent[]): Buffer {
  const edges: (string | Uint8Array)[] = [];
  forEachRun(node.halfEdges, (type, others) => edges.push(type, packIds(others)));
  const edgeProperties: unknown[] = [];
  for (const { label, direction, other, properties } of node.edgeProperties?.entries() ?? []) {
    edgeProperties.push(label, direction, other, properties);
  }
  const states: unknown[] = [];
  for (const event of standing) states.push(event[1], event[2]);
  const layout: Layout = [
    VERSION,
    node.exists ? 1 : 0,
    node.labelSet,
    bagBytes(node.bag),
    edges,
    edgeProperties,
    states,
  ];
  return encode(layout);
}

export interface DecodedSnapshot {
  readonly node: NodeContent;
  readonly standing: readonly StandingEvent[];
}

/** @throws WeirError `store.incompatible` if a newer version wrote it. */
export function decodeSnapshot(bytes: Uint8Array): DecodedSnapshot {
  const layout = decode(bytes) as Layout;
  const [version, exists, labels, properties, edges, edgeEntries, states] = layout;
  if (version !== VERSION) {
    throw new WeirError(
      'store.incompatible',
      `A snapshot has layout ${String(version)}, but this version reads ${VERSION}. Use the version ` +
        `that wrote it.`,
    );
  }
  const standing: StandingEvent[] = [];
  for (let i = 0; i < states.length; i += 2) {
    standing.push([EventKind.Standing, states[i] as number, states[i + 1]]);
  }
  return {
    node: {
      exists: exists === 1,
      labelSet: labelSetOf(labels),
      bag: properties === null ? NO_PROPERTIES : packedBag(properties),
      halfEdges: decodeEdges(edges),
      edgeProperties: decodeEdgeProperties(edgeEntries),
    },
    standing,
  };
}

/** Reads the second element of the list without decoding the rest. */
export function snapshotExists(bytes: Uint8Array): boolean {
  const isKnown = bytes[0] === LIST_OF_SEVEN && bytes[1]! >= 1 && bytes[1]! <= VERSION;
  return isKnown ? bytes[2] === 1 : decodeSnapshot(bytes).node.exists;
}

function decodeEdges(runs: readonly (string | Uint8Array)[]): HalfEdges {
  const types: string[] = [];
  const others: NodeId[][] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const written = runs[i] as string;
    types.push(edgeType(labelOf(written), directionOf(written)));
    others.push(unpackIds(runs[i + 1] as Uint8Array));
  }
  return halfEdgesOf(types, others);
}

function decodeEdgeProperties(entries: readonly unknown[]): EdgeProperties | undefined {
  if (entries.length === 0) return undefined;
  const edges = new EdgeProperties();
  for (let i = 0; i < entries.length; i += 4) {
    edges.put(
      entries[i] as string,
      entries[i + 1] as Direction,
      entries[i + 2] as NodeId,
      entries[i + 3] as ValueMap,
    );
  }
  return edges;
}
