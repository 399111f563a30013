/** Offers of the box for a typed text at a place of the pattern. */
import { askText } from '../texts/ask.js';
import { conditionOf, conditionWords, keyText, splitCondition, TEST_WORDS } from './condition-text.js';
import { edgesAt, labelsAcross, type Connection, type EdgeKind } from './connections.js';
import { knownValues, type KnownValue } from './known-values.js';
import type { GraphNode } from '../graph/elements.js';
import {
  before,
  endsWithEdge,
  MOST_STEPS,
  turned,
  withCondition,
  withEdge,
  withNode,
  withSteps,
  type Condition,
  type Pattern,
  type Place,
} from './pattern.js';

export type Action =
  | { readonly does: 'change'; readonly pattern: Pattern }
  | { readonly does: 'write'; readonly text: string }
  | { readonly does: 'question'; readonly name: string; readonly query: string }
  | { readonly does: 'quick query'; readonly name: string };

export interface Offer {
  readonly title: string;
  readonly detail?: string;
  readonly count?: number;
  readonly action: Action;
}

export interface OfferGroup {
  readonly name: string;
  /** Where the offers come from. */
  readonly note?: string;
  readonly offers: readonly Offer[];
}

type Counted = readonly (readonly [name: string, count: number])[];

export interface Known {
  readonly labels: Counted;
  readonly edgeTypes: Counted;
  readonly keys: Counted;
  /** Property keys of which every value is a text. */
  readonly textKeys: ReadonlySet<string>;
  readonly connections: readonly Connection[];
  /** Nodes whose values are offered: with the label at the place, if it has one. */
  readonly nodes: readonly GraphNode[];
  readonly saved: readonly { readonly name: string; readonly query: string }[];
  /** Names of quick queries of the selection. */
  readonly quick: readonly string[];
  /** The selected node. */
  readonly selected: { readonly id: string; readonly name: string } | undefined;
}

const MOST_IN_GROUP = 8;
const MOST_SAVED = 5;
const OFFERED_STEPS = [
  [1, 2],
  [1, 4],
  [2, 2],
] as const;

/** @param at the place whose part is changed; the last place continues the pattern. */
export function offersAt(
  pattern: Pattern,
  at: Place | undefined,
  text: string,
  known: Known,
): readonly OfferGroup[] {
  const groups =
    at === undefined
      ? atStart(pattern, text, known)
      : at.on === 'node'
        ? atNode(pattern, at.index, text, known)
        : atEdge(pattern, at.index, text, known);
  const shown = groups.filter(({ offers }) => offers.length > 0);
  return text.trim() === '' ? shown : shown.toSorted((a, b) => rankOf(a, text) - rankOf(b, text));
}

/** A typed condition comes first, then groups with an offer that starts with the text. */
function rankOf({ name, offers }: OfferGroup, text: string): number {
  if (name === askText.groups.tests) return 0;
  const wanted = text.trim().toLowerCase();
  const isStart = offers.some(({ title }) => title.replace(/^← /, '').toLowerCase().startsWith(wanted));
  return isStart ? 0 : 1;
}

function atStart(pattern: Pattern, text: string, known: Known): OfferGroup[] {
  const { labels, edgeTypes, quick, selected, saved } = known;
  const isTyped = text.trim() !== '';
  const groups = [
    conditionGroup(pattern, 0, text, known),
    group(
      askText.groups.labels,
      fitting(labels, text, ([name]) => name).map(([name, count]) => ({
        title: name,
        count,
        action: change(withNode(pattern, { label: name, conditions: [] })),
      })),
    ),
    isTyped ? valueGroup(pattern, 0, text, known, true) : NONE,
    group(
      askText.groups.saved,
      fitting(saved, text, ({ name }) => name)
        .slice(0, isTyped ? MOST_IN_GROUP : MOST_SAVED)
        .map(({ name, query }) => ({
          title: name,
          detail: askText.savedHere,
          action: { does: 'question', name, query },
        })),
    ),
    group(
      askText.groups.edges,
      fitting(edgeTypes, text, ([name]) => name).map(([name, count]) => ({
        title: askText.edge.out(name),
        count,
        action: change(withEdge(pattern, name, 'out')),
      })),
    ),
    keyGroup(text, known),
  ];
  if (selected === undefined) return groups;
  const start = {
    title: askText.startSelected(selected.name),
    action: change(withNode(pattern, { id: selected.id, conditions: [] })),
  };
  const own = [
    group(
      askText.groups.selected,
      fitting([start], text, ({ title }) => title),
    ),
    group(
      askText.groups.quick,
      fitting(quick, text, name => name).map(name => ({
        title: name,
        action: { does: 'quick query', name },
      })),
    ),
  ];
  return isTyped ? [...groups, ...own] : [...own, ...groups];
}

function atNode(pattern: Pattern, index: number, text: string, known: Known): OfferGroup[] {
  const { label } = pattern.nodes[index]!;
  const isLast = index === pattern.nodes.length - 1 && !endsWithEdge(pattern);
  const isTyped = text.trim() !== '';
  return [
    conditionGroup(pattern, index, text, known),
    ...(isLast ? edgeGroups(pattern, label, text, known) : []),
    keyGroup(text, known),
    isTyped ? valueGroup(pattern, index, text, known, false) : NONE,
    isTyped ? containsGroup(pattern, index, text, known) : NONE,
    ...(isLast ? [] : [removal(pattern, { on: 'node', index }, label ?? askText.anyNode, text)]),
  ];
}

function edgeGroups(pattern: Pattern, label: string | undefined, text: string, known: Known): OfferGroup[] {
  const offer = ({ type, direction }: EdgeKind): Offer => ({
    title: askText.edge[direction](type),
    action: change(withEdge(pattern, type, direction)),
  });
  const seen = edgesAt(known.connections, label);
  const every = known.edgeTypes.flatMap(([type]) => [
    { type, direction: 'out' as const },
    { type, direction: 'in' as const },
  ]);
  const isSeen = (kind: EdgeKind): boolean =>
    seen.some(({ type, direction }) => type === kind.type && direction === kind.direction);
  const others = every.filter(kind => !isSeen(kind));
  const typeOf = ({ type }: EdgeKind): string => type;
  const any = (['out', 'in'] as const).map(direction => ({
    title: askText.edge[direction](askText.anyEdge),
    action: change(withEdge(pattern, undefined, direction)),
  }));
  return [
    group(
      askText.groups.edges,
      [...fitting(seen, text, typeOf).map(offer), ...fitting(any, text, ({ title }) => title)],
      askText.sample,
    ),
    // Names outside the sample may exist: offered once it is typed, or if the sample shows nothing.
    text.trim() === '' && seen.length > 0
      ? NONE
      : group(askText.groups.otherEdges, fitting(others, text, typeOf).map(offer)),
  ];
}

function atEdge(pattern: Pattern, index: number, text: string, known: Known): OfferGroup[] {
  const edge = pattern.edges[index]!;
  const isLast = endsWithEdge(pattern) && index === pattern.edges.length - 1;
  const start = pattern.nodes[index]!.label;
  const across = labelsAcross(known.connections, start, edge);
  const names = across.length > 0 ? across : known.labels.map(([name]) => name);
  const end = (label?: string): Offer => ({
    title: label ?? askText.anyNode,
    action: change(withNode(pattern, { ...(label === undefined ? {} : { label }), conditions: [] })),
  });
  const typed = stepsIn(text);
  const steps = typed === undefined ? OFFERED_STEPS.filter(() => text.trim() === '') : [typed];
  const stepOffers = steps.map(([least, most]) => ({
    title: askText.steps(least, most),
    action: change(withSteps(pattern, index, least, most)),
  }));
  const turn = { title: askText.turn, action: change(turned(pattern, index)) };
  const ends = group(
    askText.groups.ends,
    [...fitting(names, text, name => name).map(end), ...fitting([end()], text, ({ title }) => title)],
    across.length > 0 ? askText.sample : undefined,
  );
  return [
    ...(isLast ? [ends] : []),
    group(askText.groups.steps, stepOffers),
    ...(isLast && text.trim() !== '' ? [valueGroup(pattern, index + 1, text, known, true)] : []),
    ...(isLast && typed === undefined ? [conditionGroup(pattern, index + 1, text, known)] : []),
    group(
      askText.groups.change,
      fitting([turn], text, ({ title }) => title),
    ),
    ...(isLast ? [] : [removal(pattern, { on: 'edge', index }, edge.type ?? askText.anyEdge, text)]),
  ];
}

/** The typed condition, or what can follow the typed part of it. */
function conditionGroup(pattern: Pattern, index: number, text: string, known: Known): OfferGroup {
  const split = splitCondition(
    text,
    known.keys.map(([name]) => name),
  );
  if (split === undefined) return NONE;
  const { key, test, rest } = split;
  const offer = (condition: Condition): Offer => conditionOffer(pattern, index, condition);
  if (test === undefined) {
    const isKnown = known.keys.some(([name]) => name === key);
    const words = shownTests().filter(([shown]) => shown.startsWith(rest.trim().toLowerCase()));
    if (!isKnown) return NONE;
    return {
      name: askText.groups.tests,
      offers: words.map(([shown, result]) =>
        result === 'IS NULL' || result === 'IS NOT NULL'
          ? offer({ key, test: result })
          : { title: `${keyText(key)} ${shown} …`, action: write(`${keyText(key)} ${shown} `) },
      ),
    };
  }
  const condition = conditionOf(split, known.textKeys.has(key));
  const typed = condition === undefined ? [] : [offer(condition)];
  if (test === 'IS NULL' || test === 'IS NOT NULL') return group(askText.groups.condition, typed);
  const wanted = rest.replace(/^"|"$/g, '');
  const values = fitting(
    knownValues(known.nodes).filter(each => each.key === key),
    wanted,
    ({ value }) => String(value),
  ).map(({ value }) => offer({ key, test, value }));
  const others = values.filter(({ title }) => title !== typed[0]?.title);
  return group(askText.groups.condition, [...typed, ...others], askText.sampledValues);
}

function shownTests(): readonly (readonly [words: string, test: Condition['test']])[] {
  return TEST_WORDS.filter(([words]) => !HIDDEN_WORDS.has(words)).toSorted(
    ([a], [b]) => SHOWN_FIRST.indexOf(a) - SHOWN_FIRST.indexOf(b),
  );
}

const HIDDEN_WORDS = new Set(['is missing', '<>', '!=', '=']);
const SHOWN_FIRST = [
  ...['is', 'contains', 'starts with', 'ends with', '>=', '<=', '>', '<'],
  ...['is not', 'is set', 'is not set'],
];

/** Conditions of equality with known values that contain the text. @param withLabel adds the node with its label. */
function valueGroup(
  pattern: Pattern,
  index: number,
  text: string,
  { nodes }: Known,
  withLabel: boolean,
): OfferGroup {
  const offer = ({ key, value, labels }: KnownValue): Offer => {
    const condition: Condition = { key, test: '=', value };
    if (!withLabel) return conditionOffer(pattern, index, condition);
    const [label] = labels;
    const node = { ...(label === undefined ? {} : { label }), conditions: [condition] };
    return {
      title: conditionWords(condition),
      detail: label ?? askText.anyNode,
      action: change(withNode(pattern, node)),
    };
  };
  const found = fitting(knownValues(nodes), text, ({ value }) => String(value));
  return group(askText.groups.values, found.map(offer), askText.sampledValues);
}

/** For a text that no known value contains: texts that contain it. */
function containsGroup(pattern: Pattern, index: number, text: string, known: Known): OfferGroup {
  const { textKeys, nodes } = known;
  const value = text.trim();
  if (
    splitCondition(
      text,
      known.keys.map(([name]) => name),
    ) !== undefined
  )
    return NONE;
  const values = knownValues(nodes);
  const own = [...new Set(values.map(({ key }) => key))].filter(key => textKeys.has(key)).slice(0, 3);
  return group(
    askText.groups.condition,
    own.map(key => conditionOffer(pattern, index, { key, test: 'CONTAINS', value })),
  );
}

/** Keys that the nodes have come first. */
function keyGroup(text: string, { keys, nodes }: Known): OfferGroup {
  const own = new Set(nodes.flatMap(({ properties }) => Object.keys(properties)));
  const ordered = [...keys.filter(([name]) => own.has(name)), ...keys.filter(([name]) => !own.has(name))];
  return group(
    askText.groups.keys,
    fitting(ordered, text, ([name]) => name).map(([name, count]) => ({
      title: name,
      detail: askText.property,
      count,
      action: write(`${keyText(name)} `),
    })),
  );
}

function removal(pattern: Pattern, place: Place, name: string, text: string): OfferGroup {
  const offer = { title: askText.remove(name), action: change(before(pattern, place)) };
  return group(
    askText.groups.change,
    fitting([offer], text, ({ title }) => title),
  );
}

function conditionOffer(pattern: Pattern, index: number, condition: Condition): Offer {
  return { title: conditionWords(condition), action: change(withCondition(pattern, index, condition)) };
}

/** `4`, `1 to 4`, `1-4`. */
function stepsIn(text: string): readonly [least: number, most: number] | undefined {
  const found = /^\s*(\d+)(?:\s*(?:to|-|–|\.\.)\s*(\d+))?\s*(?:steps?)?\s*$/i.exec(text);
  if (found === null) return undefined;
  const least = Number(found[1]);
  const most = Number(found[2] ?? least);
  return least >= 1 && most >= least && most <= MOST_STEPS ? [least, most] : undefined;
}

/** Those that contain every word of the text: first those that start with it. */
function fitting<T>(all: readonly T[], text: string, nameOf: (each: T) => string): readonly T[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return all;
  const words = wanted.split(/\s+/);
  const found = all.filter(each => {
    const name = nameOf(each).toLowerCase();
    return words.every(word => name.includes(word));
  });
  const isStart = (each: T): boolean => nameOf(each).toLowerCase().startsWith(wanted);
  return [...found.filter(isStart), ...found.filter(each => !isStart(each))];
}

const NONE: OfferGroup = { name: '', offers: [] };

function group(name: string, offers: readonly Offer[], note?: string): OfferGroup {
  return { name, offers: offers.slice(0, MOST_IN_GROUP), ...(note === undefined ? {} : { note }) };
}

function change(pattern: Pattern): Action {
  return { does: 'change', pattern };
}

function write(text: string): Action {
  return { does: 'write', text };
}
