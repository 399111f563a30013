/** Functions for node ids and hashes. `idFrom` has its own compilation (see compile-call). */
import {
  hashValues,
  idFrom,
  idFromAt,
  idProviderName,
  idValue,
  integer,
  isInteger,
  murmur2,
  parseNodeId,
} from '@weir/model';
import { constraintViolation } from '../operations/runtime-errors.js';
import { define, define1 } from '../registry/define-function.js';
import { nodeIdOf } from './entity.js';
import type { FunctionDefinition } from '../registry/function-definition.js';

/** Positions range from 0 to this minus one; others are taken modulo this. */
const POSITIONS = 2n ** 31n - 1n;

export const ID_FUNCTIONS: readonly FunctionDefinition[] = [
  define(
    'idFrom(x :: ANY...) :: ANY',
    'The node id derived from the arguments',
    (args, { budget }) => {
      for (const arg of args) budget.digest(arg);
      const id = idFrom(args);
      return id === null ? null : idValue(id);
    },
    { loads: true, entities: 'never' },
  ),
  define(
    'locIdFrom(position :: INTEGER, x :: ANY...) :: ANY',
    'A node id with a given position; needs id.partitioned',
    ([position, ...args], state) => {
      if (position === undefined || !isInteger(position)) return undefined;
      for (const arg of args) state.budget.digest(arg);
      const place = Number(((BigInt(position) % POSITIONS) + POSITIONS) % POSITIONS);
      const id = idFromAt(place, args);
      if (id !== undefined) return id === null ? null : idValue(id);
      throw constraintViolation(
        `Unable to use a function (locIdFrom) using the configured ID provider (${idProviderName()}), because the configured ID ` +
          'provider is not position-aware. Consider setting `quine.id.partitioned = true` in your configuration.',
      );
    },
    { loads: true, entities: 'never' },
  ),
  define1('quineId(text :: STRING) :: ANY', 'The id written as a string, or null', value => {
    if (typeof value !== 'string') return undefined;
    const id = parseNodeId(value);
    return id === undefined ? null : idValue(id);
  }),
  define1(
    'getHost(node :: ANY) :: INTEGER',
    'The index of the host that owns a node; always 0',
    value => (nodeIdOf(value) === undefined ? null : 0),
    { pure: false, entities: 'never' },
  ),
  define(
    'hash(x :: ANY...) :: INTEGER',
    'A 64-bit hash of the arguments',
    (args, { budget }) => {
      for (const arg of args) budget.digest(arg);
      return integer(hashValues(args))!;
    },
    {
      nullArguments: true,
      loads: true,
      entities: 'never',
    },
  ),
  define1(
    'kafkaHash(x :: ANY) :: INTEGER',
    "The hash of Kafka's default partitioner",
    (value, { budget }) => {
      budget.digest(value);
      if (typeof value === 'string') return murmur2(Buffer.from(value, 'utf8'));
      return value instanceof Uint8Array ? murmur2(value) : undefined;
    },
  ),
  define('randomUUID() :: STRING', 'A new random UUID', (_args, state) => state.environment.random.uuid(), {
    pure: false,
  }),
];
