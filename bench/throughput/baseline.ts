/**
 * The naive program that Weir is measured against: one thread, plain Maps, the same ids, no storage, no query language,
 * no standing queries, no other clients.
 *
 * It uses Weir's own `idFrom` for ids, or, with `node-crypto`, Node's MD5: the cost for a program that has only the
 * platform.
 *
 *     node --expose-gc baseline.js FILE [node-crypto]
 */
import { createHash } from 'node:crypto';
import { argumentHash, idFrom, nodeIdFromBytes, type NodeId } from '@weir/model';
import type { ProcessEvent } from '@weir/samples';
import { lineChunks } from './line-chunks.js';
import { answer, residentBytes } from '../support/measurement.js';

interface PlainNode {
  properties: ProcessEvent | undefined;
  readonly edges: Set<string>;
}

const hash = process.argv[3] === 'node-crypto' ? idThroughNodeCrypto : idFrom;
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
  const id = hash(['process', record.customer, record.sensor, record.pid])!;
  const node = nodeOf(id);
  node.properties = record;
  if (record.ppid === 0) return;
  const parentId = hash(['process', record.customer, record.sensor, record.ppid])!;
  node.edges.add(`>parent>${parentId}`);
  nodeOf(parentId).edges.add(`<parent<${id}`);
}

/** The same id as `idFrom`. */
function idThroughNodeCrypto(values: readonly (string | number)[]): NodeId {
  const md5 = createHash('md5');
  for (const value of values) md5.update(argumentHash(value));
  const digest = md5.digest();
  digest[6] = (digest[6]! & 0x0f) | 0x30;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  return nodeIdFromBytes(digest);
}

const before = residentBytes();
const idle = process.cpuUsage();
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
const cpu = process.cpuUsage(idle);
const bytesPerRecord = (residentBytes() - before) / records;
if (hash(['process', 1]) !== idFrom(['process', 1])) throw new Error('not the ids of idFrom');
if (nodes.size !== records) throw new Error(`${nodes.size} nodes from ${records} records`);
answer({
  recordsPerSecond: records / seconds,
  bytesPerRecord,
  cpuMicrosPerRecord: (cpu.user + cpu.system) / records,
});
