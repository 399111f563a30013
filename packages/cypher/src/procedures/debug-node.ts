/** Procedures that inspect a node, or trigger what normally happens automatically. */
import {
  Direction,
  EventKind,
  formatNodeId,
  hashValues,
  integer,
  literalText,
  mapSet,
  unpackProperties,
} from '@weir/model';
import { millisOf } from '@weir/model';
import { whenReady } from '@weir/platform';
import type { NodeEvent, Value, ValueMap } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { RunState } from '../run/run-state.js';
import type { NodeInspection, StandingStateInspection } from '../node-inspection.js';
import { defineProcedure } from '../registry/define-procedure.js';
import { nodeArgument } from './node-updates.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';

function inspecting(procedure: string, rows: (state: RunState, found: NodeInspection) => Value[][]) {
  return (state: RunState, [node]: readonly Value[]): MaybePromise<Value[][]> =>
    whenReady(state.graph.nodes.inspect(nodeArgument(node!, procedure)), found => rows(state, found));
}

function debugRow(state: RunState, found: NodeInspection): Value[][] {
  const { view, edges, journal, standing } = found;
  const last = journal[journal.length - 1];
  const halfEdges = edges.map(({ label, direction, other, properties }): ValueMap => {
    const edge: ValueMap = {
      edgeType: label,
      direction: directionName(direction),
      other: formatNodeId(other),
    };
    return Object.keys(properties).length === 0 ? edge : { ...edge, properties };
  });
  return [
    [
      state.graph.atTime ?? null,
      texts(view.properties),
      view.labels,
      halfEdges,
      last === undefined ? null : millisOf(last.time),
      subscriberRows(state, found).map(([query, , receiver]) => ({ query: query!, receiver: receiver! })),
      subscriptionRows(state, found).map(([query, , receiver]) => ({ query: query!, receiver: receiver! })),
      standing.map(part => partMap(state, part)),
      journal.flatMap(({ time, events }) => events.map(event => eventMap(event, millisOf(time)))),
      integer(hashValues([view.labels, view.properties, halfEdges]))!,
    ],
  ];
}

/** Each subscriber to a pattern node on the node; for the returned node, the standing query itself is one. */
function subscriberRows(state: RunState, { standing }: NodeInspection): Value[][] {
  return standing.flatMap(({ query, part, active, resultId, subscribers }) => {
    const id = queryId(state, query);
    if (part === 0) return [[id, part, id, resultId !== null]];
    return subscribers.map(subscriber => [id, part, formatNodeId(subscriber), active]);
  });
}

function subscriptionRows(state: RunState, { standing }: NodeInspection): Value[][] {
  return standing.flatMap(({ query, part, reports }) =>
    reports.map(({ neighbor, matches }) => [queryId(state, query), part, formatNodeId(neighbor), matches]),
  );
}

function queryId(state: RunState, number: number): string {
  return state.context.standingQueries?.identify(number)?.id ?? String(number);
}

function partMap(
  state: RunState,
  { query, part, active, resultId, subscribers, reports }: StandingStateInspection,
): ValueMap {
  return {
    standingQuery: state.context.standingQueries?.identify(query)?.name ?? String(query),
    id: queryId(state, query),
    part,
    active,
    resultId,
    subscribers: subscribers.map(formatNodeId),
    reports: reports.map(({ neighbor, matches }) => ({ neighbour: formatNodeId(neighbor), matches })),
  };
}

function directionName(direction: Direction): string {
  return direction === Direction.Outgoing ? 'Outgoing' : 'Incoming';
}

function texts(properties: ValueMap): ValueMap {
  const map: ValueMap = {};
  for (const key of Object.keys(properties)) mapSet(map, key, literalText(properties[key]!));
  return map;
}

function eventMap(event: NodeEvent, time: number): ValueMap {
  switch (event[0]) {
    case EventKind.PropertySet:
      return { event: 'PropertySet', time, key: event[1], value: literalText(event[2]) };
    case EventKind.PropertyRemoved:
      return { event: 'PropertyRemoved', time, key: event[1] };
    case EventKind.PropertiesSet:
      return { event: 'PropertiesSet', time, properties: texts(event[1]) };
    case EventKind.PropertiesPacked:
      return { event: 'PropertiesSet', time, properties: texts(unpackProperties(event[1])) };
    case EventKind.LabelAdded:
      return { event: 'LabelAdded', time, label: event[1] };
    case EventKind.LabelRemoved:
      return { event: 'LabelRemoved', time, label: event[1] };
    case EventKind.EdgeAdded:
    case EventKind.EdgeRemoved: {
      const [kind, edgeType, direction, other] = event;
      const name = kind === EventKind.EdgeAdded ? 'EdgeAdded' : 'EdgeRemoved';
      return { event: name, time, edgeType, direction: directionName(direction), other: formatNodeId(other) };
    }
    case EventKind.EdgePropertySet: {
      const [, edgeType, direction, other, key, value] = event;
      const end = { edgeType, direction: directionName(direction), other: formatNodeId(other) };
      return { event: 'EdgePropertySet', time, ...end, key, value: literalText(value) };
    }
    case EventKind.Created:
      return { event: 'Created', time };
    case EventKind.Deleted:
      return { event: 'Deleted', time };
    case EventKind.Standing:
      return { event: 'StandingQuery', time, query: event[1] };
  }
}

const NEIGHBOURS = '(queryId :: STRING, queryDepth :: INTEGER, receiverId :: STRING, lastResult :: BOOLEAN)';

export const DEBUG_PROCEDURES: readonly ProcedureDefinition[] = [
  defineProcedure(
    'debug.node(node :: ANY) :: (atTime :: INTEGER, properties :: MAP, labels :: LIST OF STRING, ' +
      'edges :: LIST OF MAP, latestUpdateMillisAfterSnapshot :: INTEGER, subscribers :: LIST OF MAP, ' +
      'subscriptions :: LIST OF MAP, multipleValuesStandingQueryStates :: LIST OF MAP, journal :: LIST OF MAP, ' +
      'graphNodeHashCode :: INTEGER)',
    'READ',
    'The internal state of a node; the format may change',
    inspecting('debug.node', debugRow),
  ),
  defineProcedure(
    `subscribers(node :: ANY) :: ${NEIGHBOURS}`,
    'READ',
    'The subscribers of a node for each part of a standing query, with the last answer that each received',
    inspecting('subscribers', subscriberRows),
  ),
  defineProcedure(
    `subscriptions(node :: ANY) :: ${NEIGHBOURS}`,
    'READ',
    'The neighbors that answered the node about their part of a standing query, with the last answer of each',
    inspecting('subscriptions', subscriptionRows),
  ),
  defineProcedure(
    'debug.sleep(node :: ANY) :: VOID',
    'READ',
    'Requests that a node goes to sleep; the node wakes again when it is needed',
    (state, [node]) => whenReady(state.graph.nodes.sleep(nodeArgument(node!, 'debug.sleep')), () => []),
    { effect: 'administers' },
  ),
  defineProcedure(
    'purgeNode(node :: ANY) :: VOID',
    'WRITE',
    'Deletes a node with its whole history; edges from other nodes to it stay',
    (state, [node]) => whenReady(state.graph.nodes.purge(nodeArgument(node!, 'purgeNode')), () => []),
  ),
];
