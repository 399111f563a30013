/**
 * The naive program that Weir is measured against: one thread, plain Maps, the same ids, nothing stored, no
 * query language, no standing queries, nobody else served.
 *
 *     node --expose-gc baseline.js FILE
 */
import { idFrom, type NodeId } from '@weir/model';
import type { ProcessEvent } from '@weir/samples';
import { lineChunks } from './line-chunks.js';
import { answer, residentBytes } from './measurement.js';

interface PlainNode {
  properties: ProcessEvent | undefined;
  readonly edges: Set<string>;
}

const nodes = new Map<NodeId, PlainNode>();

function nodeOf(id: NodeId): PlainNode {
  let node = nodes.get(id);
  if (node === undefined) {
    node = { properties: undefined, edges: new Set() };
    nodes.set(id, node);
  }
  return node;
}

function ingest(record: ProcessEvent): void {
  const id = idFrom(['process', record.customer, record.sensor, record.pid])!;
  const node = nodeOf(id);
  node.properties = record;
  if (record.ppid === 0) return;
  const parentId = idFrom(['process', record.customer, record.sensor, record.ppid])!;
  node.edges.add(`>parent>${parentId}`);
  nodeOf(parentId).edges.add(`<parent<${id}`);
}

const before = residentBytes();
const started = performance.now();
const decoder = new TextDecoder();
let records = 0;
for await (const { bytes, bounds } of lineChunks(process.argv[2]!)) {
  for (let i = 0; i < bounds.length; i += 2) {
    ingest(JSON.parse(decoder.decode(bytes.subarray(bounds[i], bounds[i + 1]))) as ProcessEvent);
    records++;
  }
}
const seconds = (performance.now() - started) / 1000;
const bytesPerRecord = (residentBytes() - before) / records;
if (nodes.size !== records) throw new Error(`${nodes.size} nodes from ${records} records`);
answer({ recordsPerSecond: records / seconds, bytesPerRecord });
