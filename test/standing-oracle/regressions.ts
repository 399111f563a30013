/** Shrunk cases that once failed. The name describes the error. */
import { formatNodeId } from '@weir/model';
import type { OracleCase } from './oracle-case.js';
import { idOf } from './grammar/node-ids.js';
import type { Layout } from './run-oracle-case.js';

export interface Regression {
  readonly name: string;
  readonly layout: Layout;
  readonly oracleCase: OracleCase;
}

const PLAIN = { mode: 'DistinctId', features: [], isLoose: false } as const;

export const REGRESSIONS: readonly Regression[] = [
  {
    name: 'a write to a node that had to be read first was acknowledged before it was durable',
    layout: { workers: 1, shards: 1 },
    oracleCase: {
      nodes: 2,
      actions: [
        { kind: 'edge', source: 0, label: 'x', target: 0, present: true },
        { kind: 'edge', source: 0, label: 'x', target: 0, present: false },
        {
          kind: 'register',
          number: 2,
          query: { text: 'MATCH (n0)-[:x]->(n1) RETURN DISTINCT strId(n1) AS root', ...PLAIN },
        },
        { kind: 'edge', source: 0, label: 'x', target: 0, present: true },
        { kind: 'crash' },
        { kind: 'label', node: 0, label: 'A', present: true },
        { kind: 'crash' },
      ],
      schedule: 749998073,
    },
  },
  {
    name: 'a crash while a node was deleted left the other halves of its edges for ever',
    layout: { workers: 3, shards: 8 },
    oracleCase: {
      nodes: 3,
      actions: [
        {
          kind: 'register',
          number: 1,
          query: { text: 'MATCH (a)-[:x]->(b) RETURN DISTINCT id(a) AS root', ...PLAIN },
        },
        { kind: 'edge', source: 0, label: 'x', target: 1, present: true },
        { kind: 'edge', source: 2, label: 'x', target: 1, present: true },
        { kind: 'judge' },
        { kind: 'delete', node: 1 },
        { kind: 'crash' },
      ],
      schedule: 43,
    },
  },
  {
    name: 'the oracle took equal numbers within maps for different ones',
    layout: { workers: 1, shards: 1 },
    oracleCase: {
      nodes: 4,
      actions: [
        {
          kind: 'register',
          number: 2,
          query: {
            text: 'MATCH (n0) WHERE (n0)-[:x]->({p: 1}) RETURN DISTINCT {a: n0.p} AS c0',
            mode: 'MultipleValues',
            features: ['pattern-condition', 'values', 'distinct'],
            isLoose: true,
          },
        },
        { kind: 'edge', source: 3, label: 'x', target: 1, present: true },
        { kind: 'property', node: 3, key: 'p', value: { float: 1 } },
        { kind: 'edge', source: 1, label: 'x', target: 1, present: true },
        { kind: 'property', node: 1, key: 'p', value: 1 },
      ],
      schedule: 762074695,
    },
  },
  {
    name: 'a deleted node that the query names was no other end of a path of no edges',
    layout: { workers: 1, shards: 1 },
    oracleCase: {
      nodes: 3,
      actions: [
        {
          kind: 'register',
          number: 1,
          query: {
            text: `MATCH (n1)<-[:y*0..1]-(n0) WHERE id(n0) = "${formatNodeId(idOf(2))}" RETURN DISTINCT id(n1) AS root`,
            ...PLAIN,
          },
        },
        { kind: 'delete', node: 2 },
      ],
      schedule: 620767248,
    },
  },
  {
    name: 'a node that the query names was searched for among those that exist',
    layout: { workers: 3, shards: 8 },
    oracleCase: {
      nodes: 1,
      actions: [
        {
          kind: 'register',
          number: 1,
          query: {
            text: `MATCH (n0) WHERE id(n0) IN ["${formatNodeId(idOf(0))}"] RETURN n0.p AS p, count(*) AS c`,
            mode: 'MultipleValues',
            features: ['aggregate'],
            isLoose: false,
          },
        },
        { kind: 'crash' },
      ],
      schedule: 7,
    },
  },
  {
    name: 'a node that nobody names was there because a path of no edges ends at one that is named',
    layout: { workers: 1, shards: 1 },
    oracleCase: {
      nodes: 1,
      actions: [
        {
          kind: 'register',
          number: 1,
          query: {
            text: `MATCH (n1) MATCH (n1)<-[:y*0..1]-(n0) WHERE id(n0) = "${formatNodeId(idOf(0))}" RETURN n1.p AS p`,
            mode: 'MultipleValues',
            features: ['zero-length'],
            isLoose: false,
          },
        },
      ],
      schedule: 7,
    },
  },
  {
    name: 'what is read of an end of an edge was not in the rows',
    layout: { workers: 2, shards: 2 },
    oracleCase: {
      nodes: 3,
      actions: [
        {
          kind: 'register',
          number: 1,
          query: {
            text:
              'MATCH (a)-[e:x]-(b) WHERE startNode(e).p = 1 OPTIONAL MATCH (b)<-[f:y]-(c) ' +
              'RETURN id(a) AS a, endNode(f).q AS q, labels(startNode(f)) AS l, count(*) AS n',
            mode: 'MultipleValues',
            features: ['aggregate'],
            isLoose: false,
          },
        },
        { kind: 'edge', source: 0, label: 'x', target: 1, present: true },
        { kind: 'edge', source: 2, label: 'y', target: 1, present: true },
        { kind: 'property', node: 0, key: 'p', value: 1 },
        { kind: 'judge' },
        { kind: 'property', node: 1, key: 'q', value: 'a' },
        { kind: 'label', node: 2, label: 'A', present: true },
        { kind: 'judge' },
        { kind: 'property', node: 0, key: 'p', value: 2 },
      ],
      schedule: 7,
    },
  },
  {
    name: 'what a crash left was read while a query was shown, and put back in the place of what that had written',
    layout: { workers: 1, shards: 1 },
    oracleCase: {
      nodes: 6,
      actions: [
        { kind: 'statement', text: `MATCH (a) WHERE id(a) = "${formatNodeId(idOf(4))}" SET a:A:B` },
        { kind: 'crash' },
        {
          kind: 'register',
          number: 1,
          query: {
            text: 'MATCH (n0) RETURN DISTINCT id(n0) AS root',
            mode: 'DistinctId',
            features: [],
            isLoose: false,
          },
        },
      ],
      schedule: 448861366,
    },
  },
];
