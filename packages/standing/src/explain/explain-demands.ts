/** Explains a node's demands, with the actual values. */
import { formatNodeId, mapGet, mapSet, NodeValue, type Value, type ValueMap } from '@weir/model';
import type { NodeDemands } from '../plan/node-demands.js';
import { testHolds } from '../plan/property-test.js';
import { holdsOnNode, readNode } from '../state/node/node-reading.js';
import type { StandingNode } from '../contract/standing-node.js';
import { anyOfText, testText } from './describe-plan.js';
import { readValues } from './explain-filters.js';
import { keyHint, labelHint, valueHint } from './hints.js';

export interface DemandExplanation {
  readonly demand: string;
  readonly holds: boolean;
  /**
   * For a property: its value; `null` if absent. For a condition: the only value it reads, or all of them by name.
   * Otherwise `undefined`.
   */
  readonly found: Value | undefined;
  /** For a demand that does not hold: existing data that may have been meant. */
  readonly hint: string | undefined;
}

export function explainDemands(plan: NodeDemands, node: StandingNode): DemandExplanation[] {
  const properties = node.properties();
  const demands: DemandExplanation[] = [];
  const add = (demand: string, holds: boolean, found?: Value, hint?: () => string | undefined): void => {
    demands.push({ demand, holds, found, hint: holds ? undefined : hint?.() });
  };
  if (plan.needsExistence) add('the node exists', node.exists || plan.named.includes(node.id));
  if (plan.id !== undefined) add(`id = ${formatNodeId(plan.id)}`, plan.id === node.id);
  for (const label of plan.labels) {
    add(`label ${label}`, node.hasLabel(label), undefined, () => labelHint(node, label));
  }
  for (const test of plan.tests) {
    const found = mapGet(properties, test.key);
    add(testText(test), testHolds(test, found), found ?? null, () =>
      found === undefined ? keyHint(properties, test.key) : valueHint(test, properties),
    );
  }
  if (plan.conditions.length > 0) {
    const own = [readNode(node, plan.reads)];
    for (const { text, propertyReads, holds } of plan.conditions) {
      const values = readValues(propertyReads, own);
      add(text, holds(own), onlyOrAll(values), () => hintOfReads(propertyReads, properties));
    }
  }
  for (const text of anyOfText(plan)) {
    add(
      text,
      plan.anyOf.some(demands => holdsOnNode(demands, node)),
    );
  }
  for (const label of plan.loops) {
    add(`edge ${label} to itself`, [...node.neighbors(label, undefined)].includes(node.id));
  }
  return demands;
}

function hintOfReads(
  propertyReads: NodeDemands['conditions'][number]['propertyReads'],
  properties: ValueMap,
): string | undefined {
  for (const { key } of propertyReads) {
    const hint =
      key === undefined || mapGet(properties, key) !== undefined ? undefined : keyHint(properties, key);
    if (hint !== undefined) return hint;
  }
  return undefined;
}

/** A node as the map of the values that are read from it. */
function onlyOrAll(values: ValueMap): Value | undefined {
  const named = Object.entries(values).map(
    ([name, value]) => [name, value instanceof NodeValue ? value.properties : value] as const,
  );
  if (named.length < 2) return named[0]?.[1];
  const all: ValueMap = {};
  for (const [name, value] of named) mapSet(all, name, value);
  return all;
}
