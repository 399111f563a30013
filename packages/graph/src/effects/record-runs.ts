/**
 * Effects of several records in one batch. A query runs clause by clause over many records, so the effects of a record lie
 * in several places; what comes of them must be as if the records had run one after the other.
 *
 * Most batches can be applied as they are: no two records of them write the same node where the order matters, or where
 * some standing query looks. Else the batch is cut into stretches of records for which that holds. What a stretch changed
 * is worked off before the next one. Keeping the order in which effects came, where it may be kept, is a tenth faster
 * than applying them record by record.
 */
import type { Direction, NodeId } from '@weir/model';
import type { StandingEngine } from '@weir/standing';
import { EffectBatch } from '../mail/effect-batch.js';
import { ARGUMENTS, EffectCode, OTHERS } from '../node/node-behavior.js';

/** Effects that follow each other, by one record. */
export interface RecordRun {
  readonly record: number;
  readonly from: number;
  readonly to: number;
  /** Where the arguments of the first begin. */
  readonly argument: number;
  readonly other: number;
}

/** @returns the runs of each stretch, in the order in which to apply them; `undefined`: the batch is one stretch. */
export function stretchesOf(
  batch: EffectBatch,
  engine: StandingEngine,
): readonly (readonly RecordRun[])[] | undefined {
  if (batch.records.length <= 2) return undefined;
  const runs = runsOf(batch);
  if (!new Meetings(batch, engine).isAnyIn(runs)) return undefined;
  const meetings = new Meetings(batch, engine);
  const stretches: RecordRun[][] = [[]];
  for (const ofRecord of byRecord(runs)) {
    if (meetings.isAnyIn(ofRecord)) {
      stretches.push([]);
      meetings.forget();
      meetings.isAnyIn(ofRecord);
    }
    stretches.at(-1)!.push(...ofRecord);
  }
  return stretches;
}

/** The batch cut at records: one part before the first of `starts`, one from each on; `undefined` where there is nothing. */
export function cutAt(batch: EffectBatch, starts: readonly number[]): (EffectBatch | undefined)[] {
  const parts = new Array<EffectBatch | undefined>(starts.length + 1).fill(undefined);
  for (const run of runsOf(batch)) {
    let part = 0;
    while (part < starts.length && starts[part]! <= run.record) part++;
    const of = (parts[part] ??= EffectBatch.of(batch.origin));
    of.beginRecord(run.record);
    copyRun(batch, run, of);
  }
  return parts;
}

function copyRun(batch: EffectBatch, { from, to, argument, other }: RecordRun, into: EffectBatch): void {
  let [nextArgument, nextOther] = [argument, other];
  for (let i = from; i < to; i++) {
    const code = batch.codes[i]!;
    into.nodes.push(batch.nodes[i]!);
    into.codes.push(code);
    for (const end = nextArgument + ARGUMENTS[code]!; nextArgument < end; nextArgument++) {
      into.args.push(batch.args[nextArgument]);
    }
    for (const end = nextOther + OTHERS[code]!; nextOther < end; nextOther++) {
      into.others.push(batch.others[nextOther]!);
    }
  }
}

function runsOf({ nodes, codes, records }: EffectBatch): RecordRun[] {
  const runs: RecordRun[] = [];
  let argument = 0;
  let other = 0;
  for (let r = 0; r < records.length; r += 2) {
    const from = records[r]!;
    const to = records[r + 2] ?? nodes.length;
    runs.push({ record: records[r + 1]!, from, to, argument, other });
    for (let i = from; i < to; i++) {
      argument += ARGUMENTS[codes[i]!]!;
      other += OTHERS[codes[i]!]!;
    }
  }
  return runs;
}

/** In the order of records. */
function byRecord(runs: readonly RecordRun[]): RecordRun[][] {
  const records: RecordRun[][] = [];
  for (const run of [...runs].sort((a, b) => a.record - b.record)) {
    const last = records.at(-1);
    if (last?.[0]!.record === run.record) last.push(run);
    else records.push([run]);
  }
  return records;
}

/** Nodes that several records write. */
class Meetings {
  /** The record that wrote a node. */
  private readonly writers = new Map<NodeId, number>();
  /** Edges go too: it matters which of two records that write one came first. */
  private readonly losesEdges: boolean;

  constructor(
    private readonly batch: EffectBatch,
    private readonly engine: StandingEngine,
  ) {
    this.losesEdges = batch.codes.some(
      code => code > EffectCode.AddHalfEdge && code !== EffectCode.SetEdgeProperty,
    );
  }

  /** Notes what the runs write. @returns whether they write a node that another record wrote. */
  isAnyIn(runs: readonly RecordRun[]): boolean {
    return runs.some(run => this.isIn(run));
  }

  forget(): void {
    this.writers.clear();
  }

  private isIn({ record, from, to, argument: first }: RecordRun): boolean {
    const { nodes, codes, args } = this.batch;
    let argument = first;
    for (let i = from; i < to; i++) {
      const code = codes[i]!;
      if (this.matters(code, args, argument)) {
        const writer = this.writers.get(nodes[i]!);
        if (writer === undefined) this.writers.set(nodes[i]!, record);
        else if (writer !== record) return true;
      }
      argument += ARGUMENTS[code]!;
    }
    return false;
  }

  /** Adding an edge is the same before and after everything else, unless somebody looks. */
  private matters(code: EffectCode, args: readonly unknown[], argument: number): boolean {
    if (code !== EffectCode.AddHalfEdge || this.losesEdges) return true;
    return this.engine.isRelevantEdge(args[argument] as string, args[argument + 1] as Direction);
  }
}
