/** Explains in sentences why a pattern node of a standing query does not match on a graph node. */
import { IdValue, isMap, type Value, type ValueMap } from '@weir/model';
import { ITSELF } from './describe-plan.js';
import type { DemandExplanation } from './explain-demands.js';
import type { FilterExplanation } from './explain-filters.js';
import type { PatternNodeExplanation } from './explain-node.js';
import type { DroppedRows } from './explain-outcome.js';
import type { PatternEdgeExplanation } from './explain-edges.js';
import type { StepExplanation } from './explain-steps.js';
import { shownText, someOf } from './shown-text.js';

const MOST_NEIGHBOURS = 3;

/** Empty if nothing is missing, or nothing that the node knows about. */
export function missingRequirements(explanation: PatternNodeExplanation): string[] {
  const { hop } = explanation;
  const absent = explanation.patternEdges.filter(
    ({ isMissing, neighbours }) => isMissing && neighbours === 0,
  );
  const demands = explanation.demands.filter(({ holds }) => !holds).map(demandText);
  if (demands.length > 0 && !explanation.nodeExists)
    return ['the node does not exist: it was never written', ...demands];
  if (demands.length > 0)
    return [...demands, ...absent.map(edgeExplanation => patternEdgeText(edgeExplanation, undefined))];
  if (hop !== undefined) return pathPieces(explanation, hop);
  const pieces = [
    ...explanation.patternEdges
      .filter(({ isMissing }) => isMissing)
      .map(edgeExplanation =>
        patternEdgeText(edgeExplanation, explanation.steps[edgeExplanation.step]?.branch),
      ),
    ...explanation.steps.flatMap((step, i) =>
      stepTexts(
        step,
        explanation.patternEdges.filter(edgeExplanation => edgeExplanation.step === i),
      ),
    ),
    ...explanation.patternEdges.filter(wantsMore).map(moreText),
    ...(explanation.waitingFor.length === 0
      ? []
      : [`waiting for the answer of ${someOf(explanation.waitingFor, MOST_NEIGHBOURS)}`]),
    ...(explanation.results.length > 0
      ? []
      : explanation.dropped.map(each => droppedText(explanation, each))),
  ];
  if (pieces.length > 0) return pieces;
  if (explanation.isUnseen) {
    return ['the query has not evaluated this node since it was registered: propagate, or write to the node'];
  }
  const isUnmatched =
    explanation.isRoot && explanation.rows === undefined && explanation.results.length === 0;
  return isUnmatched ? ['neighbors match, but over the same edge'] : [];
}

/** Inside a path: it ends here, or continues. */
function pathPieces({ patternEdges, steps, waitingFor }: PatternNodeExplanation, hop: number): string[] {
  if (waitingFor.length > 0) return [`waiting for the answer of ${someOf(waitingFor, MOST_NEIGHBOURS)}`];
  const outcomes = steps.map(({ outcome }) => outcome);
  if (!outcomes.some(outcome => outcome !== 'passes')) return [];
  const alternatives = patternEdges.map(edgeExplanation => {
    if (edgeExplanation.edge === ITSELF) return 'it does not end here';
    return edgeExplanation.neighbours === 0
      ? `has no ${edgeExplanation.edge} to continue`
      : `continues over ${edgeExplanation.edge} to ${counted(edgeExplanation.neighbours, 'node')}, but to ` +
          `no match`;
  });
  return [`${counted(hop, 'edge')} along the path: ${alternatives.join(', and ')}`];
}

function demandText({ demand, found, hint }: DemandExplanation): string {
  if (found === undefined) return `${demand}: ${hint ?? 'does not hold'}`;
  if (found === null) return `${demand}: it is missing${hintText(hint)}`;
  return `${demand}: it is ${isMap(found) ? namedText(found) : shownText(found)}${hintText(hint)}`;
}

function hintText(hint: string | undefined): string {
  return hint === undefined ? '' : ` (${hint})`;
}

function patternEdgeText(
  { edge, mode, neighbours, matching, matchingCount, hint }: PatternEdgeExplanation,
  branch: string | undefined,
): string {
  const isItself = edge === ITSELF;
  if (mode === 'anti') {
    const where = isItself ? '' : `, over ${edge} at ${someOf(matching, MOST_NEIGHBOURS, matchingCount)}`;
    return `${branch ?? edge}: must be absent, but is present${where}`;
  }
  if (isItself) return `${branch ?? 'more of the pattern'}: has no match here`;
  if (neighbours === 0) return `${edge}: no such edge${hintText(hint)}`;
  return `${edge}: ${neighbours === 1 ? 'the only neighbor does not match' : `none of ${neighbours} neighbors matches`}`;
}

function wantsMore({ wantsMore: wanted, edge, neighbours, matchingCount }: PatternEdgeExplanation): boolean {
  return wanted && edge !== ITSELF && neighbours > matchingCount;
}

function moreText({ edge, neighbours, matchingCount }: PatternEdgeExplanation): string {
  const others = neighbours - matchingCount;
  if (matchingCount === 0)
    return `${edge}: ${others === 1 ? 'the only neighbor does' : `all ${others} neighbors do`} not match`;
  return `${edge}: ${counted(others, 'other neighbor')} ${others === 1 ? 'does' : 'do'} not match`;
}

function stepTexts(
  { outcome, blocking, ends }: StepExplanation,
  patternEdges: readonly PatternEdgeExplanation[],
): string[] {
  if (outcome === 'other ends') {
    const edges = patternEdges.map(({ edge }) => edge).join(' or ');
    return ends.map(({ variable, wanted, found }) => {
      const needed = variable === undefined ? '' : `${variable}: `;
      return `${edges}: leads to ${anyOf(found)}, but the rest of the pattern to ${needed}${anyOf(wanted)}`;
    });
  }
  const alone = blocking.filter(({ holds }) => holds === 0);
  return (alone.length > 0 ? alone : blocking).map(filterText);
}

function filterText({ filter, holds, fails, failing }: FilterExplanation): string {
  const [example] = failing;
  const values = example === undefined ? '' : candidateText(example);
  const isOnly = fails === 1 && holds === 0;
  const which = isOnly
    ? 'the only candidate'
    : holds === 0
      ? `all ${fails} candidates`
      : `${fails} of ${fails + holds} candidates`;
  if (values === '') return `${filter}: fails for ${which}`;
  return `${filter}: fails for ${which}, ${isOnly ? 'where' : 'such as where'} ${values}`;
}

function droppedText(
  { isGroupNode }: PatternNodeExplanation,
  { because, rows, example }: DroppedRows,
): string {
  const shown = example === undefined ? '' : ` (${example})`;
  if (isGroupNode) return `the group${shown} is not a result: ${because}`;
  return `${counted(rows, 'row')}${shown} ${rows === 1 ? 'is not a result' : 'are not results'}: ${because}`;
}

/** Values first, then the nodes they belong to. */
function candidateText(values: ValueMap): string {
  const entries = Object.entries(values);
  const nodes = entries.filter(([, value]) => value instanceof IdValue);
  const others = Object.fromEntries(entries.filter(([, value]) => !(value instanceof IdValue)));
  if (nodes.length === 0 || nodes.length === entries.length) return namedText(values);
  return `${namedText(others)} (${nodes.map(([name, value]) => `${name}: ${shownText(value)}`).join(', ')})`;
}

function anyOf(values: readonly Value[]): string {
  return values.map(shownText).join(' or ');
}

function namedText(values: Readonly<Record<string, Value>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} is ${shownText(value)}`)
    .join(' and ');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
