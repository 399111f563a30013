/** The measured workload: the stream, the ingest query and the standing queries of the process-tree benchmark. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { sampleLines, writeLines, type ProcessEvent } from '@weir/samples';

export const SEED = 20_260_101;

export const INGEST_QUERY = `
  MATCH (process)
  WHERE id(process) = idFrom('process', $that.customer, $that.sensor, $that.pid)
  SET process = $that
  WITH process
  WHERE $that.ppid <> 0
  MATCH (parent)
  WHERE id(parent) = idFrom('process', $that.customer, $that.sensor, $that.ppid)
  CREATE (process)-[:parent]->(parent)`;

/** Every process with three generations above it: almost one match per record. */
export const EVERY_CHAIN = `
  MATCH (a)-[:parent]->(b)-[:parent]->(c)-[:parent]->(d)
  RETURN DISTINCT id(a) AS id`;

/** The same chains with a value from each end: a result contains more than the node's id. */
export const EVERY_CHAIN_VALUES = `
  MATCH (a)-[:parent]->(b)-[:parent]->(c)-[:parent]->(d)
  RETURN a.pid AS pid, d.file AS ancestor`;

/** Chains that begin with an office program and a shell: few matches, like an alarm. */
export const SUSPICIOUS_CHAIN = `
  MATCH (a)-[:parent]->(b)-[:parent]->(c)-[:parent]->(d)
  WHERE c.file =~ '(cmd|bash)[.]exe' AND d.file =~ '(winword|excel|powerpnt|outlook)[.]exe'
  RETURN DISTINCT id(a) AS id`;

export interface Workload {
  readonly file: string;
  readonly records: number;
  /** Expected matches of the stream, computed by a plain pass over it. */
  readonly everyChain: number;
  readonly suspiciousChain: number;
}

/** Writes the stream to a file and counts what standing queries must find in it. */
export async function writeWorkload(file: string, records: number): Promise<Workload> {
  const out = createWriteStream(file);
  const count = new ChainCount();
  await writeLines(count.over(sampleLines('processes', { seed: SEED, records, attackEvery: 1_000 })), out);
  out.end();
  await finished(out);
  return { file, records, everyChain: count.every, suspiciousChain: count.suspicious };
}

interface Ancestry {
  readonly file: string;
  readonly parent: Ancestry | undefined;
}

/** Counts chains of four while lines are written: parents precede their children, so one pass is enough. */
class ChainCount {
  every = 0;
  suspicious = 0;
  private readonly processes = new Map<string, Ancestry>();

  *over(lines: Iterable<string>): Generator<string, void, undefined> {
    for (const line of lines) {
      const { sensor, pid, ppid, file } = JSON.parse(line) as ProcessEvent;
      const self: Ancestry = { file, parent: this.processes.get(`${sensor}/${ppid}`) };
      this.processes.set(`${sensor}/${pid}`, self);
      const third = self.parent?.parent;
      const fourth = third?.parent;
      if (third && fourth) {
        this.every++;
        if (
          /^(cmd|bash)[.]exe$/.test(third.file) &&
          /^(winword|excel|powerpnt|outlook)[.]exe$/.test(fourth.file)
        ) {
          this.suspicious++;
        }
      }
      yield line;
    }
  }
}
