/**
 * State of a pattern node that only reports whether it matches. Fields that most pattern nodes do not need are absent.
 *
 * Journaled: subscribers, the rows that neighbors reported, the activity of a root, the match. Derived from these and
 * the node: the activity of other pattern nodes, and the contents of pattern edges.
 */
import { formatUuid, type NodeId, parseUuid } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { WitnessNodePlan } from '../../plan/witness-plan.js';
import { LeanMap } from '../../collections/lean-map.js';
import { PatternNodeState } from '../pattern/pattern-node-state.js';
import { MatchResult } from './match-result.js';
import { freeWitnessList, NO_WITNESSES } from './witness.js';
import type { Witness } from '../../plan/edge-columns.js';

/** The ways to fill a pattern edge. Its entries are the neighbors that reported rows, with these rows. */
export interface EdgeWitnesses extends LeanMap<NodeId, readonly Witness[]> {
  /** Representatives of all witnesses; or the number of reported rows with an empty witness, while there are any. */
  held: number | readonly Witness[];
}

/** Returns the number of reported rows with an empty witness. */
export function freeIn({ held }: EdgeWitnesses): number {
  return typeof held === 'number' ? held : 0;
}

/** Representatives of all witnesses over this number of columns; while there is an empty witness, only that one. */
export function witnessesIn({ held }: EdgeWitnesses, columns: number): readonly Witness[] {
  return typeof held === 'number' ? freeWitnessList(columns) : held;
}

class FurtherEdge extends LeanMap<NodeId, readonly Witness[]> implements EdgeWitnesses {
  held: number | readonly Witness[] = NO_WITNESSES;
}

export class WitnessState extends PatternNodeState<readonly Witness[]> implements EdgeWitnesses {
  held: number | readonly Witness[] = NO_WITNESSES;
  /** Only a pattern node with several pattern edges has the field. */
  declare private readonly moreEdges?: readonly FurtherEdge[];

  constructor(readonly plan: WitnessNodePlan) {
    super();
    if (plan.patternEdges.length > 1)
      this.moreEdges = plan.patternEdges.slice(1).map(() => new FurtherEdge());
  }

  edgeState(index: number): EdgeWitnesses {
    return index === 0 ? this : this.moreEdges![index - 1]!;
  }

  forget(): void {
    this.active = false;
    this.clear();
    this.held = NO_WITNESSES;
    for (const edgeState of this.moreEdges ?? []) {
      edgeState.clear();
      edgeState.held = NO_WITNESSES;
    }
  }

  get isIdle(): boolean {
    return !this.active && !this.hasSubscribers;
  }
}

export class WitnessRoot extends WitnessState {
  /** As bytes: less than half the memory of the text. */
  private packedResultId: NodeId | undefined = undefined;

  /** Whether a match was reported and has not ended. */
  get matches(): boolean {
    return this.packedResultId !== undefined;
  }

  override get isIdle(): boolean {
    return !this.active && !this.matches;
  }

  get results(): MatchResult {
    return new MatchResult(this);
  }

  /** The id of the current match, a UUID. */
  get resultId(): string | undefined {
    return this.packedResultId === undefined ? undefined : formatUuid(this.packedResultId);
  }

  set resultId(id: string | undefined) {
    this.packedResultId = id === undefined ? undefined : packedUuid(id);
  }
}

function packedUuid(text: string): NodeId {
  const packed = parseUuid(text);
  if (packed === undefined) throw new WeirError('internal', `The id of a result is not a UUID: ${text}`);
  return packed;
}
