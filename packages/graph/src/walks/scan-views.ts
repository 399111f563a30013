/**
 * Encodes the views of a scan for another worker: a column for each part and key, so that repeated values are written
 * once. Properties are limited to those requested.
 */
import type { NodeView, ScanRequest } from '@weir/cypher';
import { ReadPart } from '@weir/cypher';
import { mapGet, mapSet, packIds, unpackIds, type Value, type ValueMap } from '@weir/model';
import { type LabelSet, labelSetOf, NO_LABELS } from '../node/label-sets.js';
import { NO_PROPERTIES } from '../node/property-bag.js';

export type PackedViews = [
  ids: Uint8Array,
  /** Distinct sets, and the index of each node's set. */
  labels: [sets: readonly LabelSet[], ofNode: number[]] | null,
  /** For each key, the value of each node; or whole maps if all keys were requested. */
  properties: Value[][] | ValueMap[] | null,
  edgeCounts: number[] | null,
];

export function packViews(views: readonly NodeView[], { parts, keys }: ScanRequest): PackedViews {
  return [
    packIds(views.map(view => view.id)),
    (parts & ReadPart.Labels) === 0 ? null : packLabels(views),
    (parts & ReadPart.Properties) === 0 ? null : packProperties(views, keys),
    (parts & ReadPart.EdgeCount) === 0 ? null : views.map(view => view.edgeCount),
  ];
}

export function unpackViews(
  [ids, labels, properties, edgeCounts]: PackedViews,
  { keys }: ScanRequest,
): NodeView[] {
  const sets = labels === null ? undefined : labels[0].map(labelSetOf);
  return unpackIds(ids).map((id, i) => ({
    id,
    exists: true,
    labels: sets === undefined ? NO_LABELS : sets[labels![1][i]!]!,
    properties: properties === null ? NO_PROPERTIES : unpackProperties(properties, keys, i),
    edgeCount: edgeCounts === null ? 0 : edgeCounts[i]!,
  }));
}

function packLabels(views: readonly NodeView[]): [readonly LabelSet[], number[]] {
  // Equal sets are one array: see label-sets.ts.
  const numbers = new Map<readonly string[], number>();
  const ofNode = views.map(({ labels }) => {
    let number = numbers.get(labels);
    if (number === undefined) numbers.set(labels, (number = numbers.size));
    return number;
  });
  return [[...numbers.keys()], ofNode];
}

function packProperties(
  views: readonly NodeView[],
  keys: readonly string[] | undefined,
): Value[][] | ValueMap[] {
  if (keys === undefined) return views.map(view => view.properties);
  return keys.map(key => {
    const column = new Array<Value>(views.length);
    for (let i = 0; i < views.length; i++) column[i] = mapGet(views[i]!.properties, key) ?? null;
    return column;
  });
}

/** A missing property is null in its column, because no property has that value. */
function unpackProperties(
  packed: Value[][] | ValueMap[],
  keys: readonly string[] | undefined,
  index: number,
): ValueMap {
  if (keys === undefined) return (packed as ValueMap[])[index]!;
  const properties: ValueMap = {};
  for (let k = 0; k < keys.length; k++) {
    const value = (packed as Value[][])[k]![index]!;
    if (value !== null) mapSet(properties, keys[k]!, value);
  }
  return properties;
}
