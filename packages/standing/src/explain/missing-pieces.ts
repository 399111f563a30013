/** What keeps a part of a standing query from matching on a node, in sentences for people. */
import { formatNodeId, NodeValue, queryJson, type Value } from '@weir/model';
import type { FilterExplanation } from './explain-filters.js';
import type { DemandExplanation, PartExplanation, SlotExplanation } from './explain-node.js';

/** Empty when nothing is missing, or nothing that the node knows of. */
export function missingPieces(part: PartExplanation): string[] {
  const demands = part.demands.filter(({ holds }) => !holds).map(demandText);
  if (demands.length > 0) return demands;
  const pieces = [
    ...part.slots.filter(({ isMissing }) => isMissing).map(slotText),
    ...part.filters.filter(({ holds, fails }) => holds === 0 && fails > 0).map(filterText),
    ...(part.waitingFor.length === 0 ? [] : [`waits for the answer of ${part.waitingFor.join(', ')}`]),
    ...(part.dropped === 0
      ? []
      : [`${part.dropped} rows are no result: a WHERE after WITH, or an expression, fails for them`]),
  ];
  const isUnmatched = part.isRoot && part.rows === undefined && part.results.length === 0;
  if (pieces.length === 0 && isUnmatched) pieces.push('neighbours match, but over one and the same edge');
  return pieces;
}

function demandText({ demand, found }: DemandExplanation): string {
  if (found === undefined) return `${demand}: does not hold`;
  return found === null ? `${demand}: it is missing` : `${demand}: it is ${valueText(found)}`;
}

function valueText(value: Value): string {
  return queryJson(value instanceof NodeValue ? value.properties : value);
}

function slotText({ edge, mode, neighbours, matchingCount }: SlotExplanation): string {
  if (mode === 'anti') return `${edge}: must not match, and ${matchingCount} neighbours do`;
  return neighbours === 0 ? `${edge}: no such edge` : `${edge}: none of ${neighbours} neighbours matches`;
}

function filterText({ filter, fails, failing }: FilterExplanation): string {
  const [example] = failing;
  const values = Object.entries(example ?? {}).map(([name, value]) =>
    value instanceof NodeValue
      ? `${name} is ${formatNodeId(value.id)} ${queryJson(value.properties)}`
      : `${name} is ${queryJson(value)}`,
  );
  const which = fails === 1 ? 'the only candidate' : `all ${fails} candidates`;
  return `${filter}: fails for ${which}${values.length === 0 ? '' : `, such as ${values.join(', ')}`}`;
}
