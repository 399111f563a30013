/** Procedures that change one node or edge: counters, sets, dynamic keys, labels and types. */
import { Float, NodeValue, isFloat, isInteger } from '@weir/model';
import { whenReady } from '@weir/platform';
import type { NodeId, Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import { RelationshipHandle } from '../run/entity-handles.js';
import type { RunState } from '../run/run-state.js';
import { runtimeError, wrongSignature } from '../operations/runtime-errors.js';
import { isList } from '../operations/value-kind.js';
import { nodeIdOf } from '../functions/entity.js';
import { ReadPart } from '../node-view.js';
import type { NodeOperation } from '../graph-access.js';
import { storable } from '../operators/writing/effect.js';
import { defineProcedure } from '../registry/define-procedure.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';

/** @throws WeirError if the argument does not name a node. */
export function nodeArgument(value: Value, procedure: string): NodeId {
  const id = nodeIdOf(value);
  if (id === undefined) {
    throw runtimeError(`\`${procedure}\` expects a node or node ID as its first argument`);
  }
  return id;
}

function operate(state: RunState, id: NodeId, operation: NodeOperation): MaybePromise<Value[][]> {
  return whenReady(state.graph.nodes.operate([id], [operation]), values => [[values[0]!]]);
}

const caller = (procedure: string): string => `Property accessed by ${procedure} procedure`;

function addInteger(name: string, counterOnly: boolean) {
  return (state: RunState, args: readonly Value[]): MaybePromise<Value[][]> => {
    const [node, key, amount = 1] = args;
    if (typeof key !== 'string' || !isInteger(amount) || (counterOnly && !(node instanceof NodeValue))) {
      throw wrongSignature(name, args);
    }
    const context = counterOnly ? `\`${name}\` procedure` : caller(name);
    return operate(state, nodeArgument(node!, name), { kind: 'add-integer', key, amount, caller: context });
  };
}

function addFloat(state: RunState, args: readonly Value[]): MaybePromise<Value[][]> {
  const [node, key, amount = new Float(1)] = args;
  if (typeof key !== 'string' || !isFloat(amount)) throw wrongSignature('float.add', args);
  const id = nodeArgument(node!, 'float.add');
  return operate(state, id, { kind: 'add-float', key, amount, caller: caller('float.add') });
}

function insert(name: string, several: boolean) {
  return (state: RunState, args: readonly Value[]): MaybePromise<Value[][]> => {
    const [node, key, value] = args;
    if (typeof key !== 'string' || (several && !isList(value!))) throw wrongSignature(name, args);
    const elements = (several ? (value as readonly Value[]) : [value!]).map(storable);
    return operate(state, nodeArgument(node!, name), { kind: 'insert', key, elements, caller: caller(name) });
  };
}

function createRelationship(state: RunState, args: readonly Value[]): Value[][] {
  const [from, type, , to] = args;
  if (typeof type !== 'string') throw wrongSignature('create.relationship', args);
  const start = nodeArgument(from!, 'create.relationship');
  const end = nodeArgument(to!, 'create.relationship');
  state.effects.createEdge(start, type, end);
  return [[new RelationshipHandle(start, type, end, {}, -1)]];
}

function setProperty(state: RunState, args: readonly Value[]): Value[][] {
  const [node, key, value] = args;
  if (typeof key !== 'string') throw wrongSignature('create.setProperty', args);
  state.effects.setProperty(nodeArgument(node!, 'create.setProperty'), key, storable(value!));
  return [];
}

function setLabels(state: RunState, args: readonly Value[]): MaybePromise<Value[][]> {
  const [node, labels] = args;
  if (!isList(labels!) || labels.some(label => typeof label !== 'string')) {
    throw wrongSignature('create.setLabels', args);
  }
  const id = nodeArgument(node!, 'create.setLabels');
  const wanted = labels as readonly string[];
  return whenReady(state.graph.reads.readNodes([id], ReadPart.Labels), ([view]) => {
    const superfluous = view!.labels.filter(label => !wanted.includes(label));
    if (superfluous.length > 0) state.effects.removeLabels(id, superfluous);
    state.effects.addLabels(id, wanted);
    return [];
  });
}

const COUNTING = { idempotent: false };

export const NODE_UPDATES: readonly ProcedureDefinition[] = [
  defineProcedure(
    'incrementCounter(node :: NODE, key :: STRING, amount :: INTEGER?) :: (count :: INTEGER)',
    'WRITE',
    'Adds to an integer property atomically; int.add also accepts an id',
    addInteger('incrementCounter', true),
    COUNTING,
  ),
  defineProcedure(
    'int.add(node :: ANY, key :: STRING, add :: INTEGER?) :: (result :: INTEGER)',
    'WRITE',
    'Adds to an integer property atomically; a missing property counts as 0',
    addInteger('int.add', false),
    COUNTING,
  ),
  defineProcedure(
    'float.add(node :: ANY, key :: STRING, add :: FLOAT?) :: (result :: FLOAT)',
    'WRITE',
    'Adds to a float property atomically; a missing property counts as 0',
    addFloat,
    COUNTING,
  ),
  defineProcedure(
    'set.insert(node :: ANY, key :: STRING, value :: ANY) :: (result :: LIST OF ANY)',
    'WRITE',
    'Appends a value to a list property atomically, unless the list contains it',
    insert('set.insert', false),
  ),
  defineProcedure(
    'set.union(node :: ANY, key :: STRING, values :: LIST OF ANY) :: (result :: LIST OF ANY)',
    'WRITE',
    'Appends each value that a list property does not contain, atomically',
    insert('set.union', true),
  ),
  defineProcedure(
    'create.relationship(from :: ANY, type :: STRING, properties :: MAP, to :: ANY) :: (rel :: RELATIONSHIP)',
    'WRITE',
    'Creates a relationship with a computed type',
    createRelationship,
  ),
  defineProcedure(
    'create.setProperty(node :: ANY, key :: STRING, value :: ANY) :: VOID',
    'WRITE',
    'Sets a property with a computed key',
    setProperty,
    { nullArguments: true },
  ),
  defineProcedure(
    'create.setLabels(node :: ANY, labels :: LIST OF STRING) :: VOID',
    'WRITE',
    'Replaces the labels of a node',
    setLabels,
  ),
];
