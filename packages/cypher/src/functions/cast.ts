/** `castOrNull.T` and `castOrThrow.T`: return the value itself if it is of that type already. */
import {
  Duration,
  IdValue,
  NodeValue,
  PathValue,
  RelationshipValue,
  isFloat,
  isInteger,
  shortLiteral,
  errorTypeName,
} from '@weir/model';
import type { Value } from '@weir/model';
import { LocalDateTime, ZonedDateTime } from '@js-joda/core';
import { runtimeError } from '../operations/runtime-errors.js';
import { isList, isMap } from '../operations/value-kind.js';
import { define1 } from '../registry/define-function.js';
import type { FunctionDefinition } from '../registry/function-definition.js';

const CASTS: readonly (readonly [name: string, type: string, test: (value: Value) => boolean])[] = [
  ['integer', 'INTEGER', isInteger],
  ['float', 'FLOAT', isFloat],
  ['boolean', 'BOOLEAN', value => typeof value === 'boolean'],
  ['string', 'STRING', value => typeof value === 'string'],
  ['map', 'MAP', isMap],
  ['bytes', 'BYTES', value => value instanceof Uint8Array || value instanceof IdValue],
  ['node', 'NODE', value => value instanceof NodeValue],
  ['relationship', 'RELATIONSHIP', value => value instanceof RelationshipValue],
  ['path', 'PATH', value => value instanceof PathValue],
  ['localdatetime', 'LOCALDATETIME', value => value instanceof LocalDateTime],
  ['datetime', 'DATETIME', value => value instanceof ZonedDateTime],
  ['duration', 'DURATION', value => value instanceof Duration],
  ['list', 'LIST OF ANY', isList],
];

export const CAST_FUNCTIONS: readonly FunctionDefinition[] = CASTS.flatMap(([name, type, test]) => [
  define1(`castOrNull.${name}(x :: ANY) :: ${type}`, `The value if it is a ${type}, otherwise null`, value =>
    test(value) ? value : null,
  ),
  define1(
    `castOrThrow.${name}(x :: ANY) :: ${type}`,
    `The value if it is a ${type}, otherwise an error`,
    value => {
      if (test(value)) return value;
      const shown = `${errorTypeName(value)}(${shortLiteral(value)})`;
      throw runtimeError(
        `Cast failed: Cypher execution engine is unable to determine that ${shown} is a valid ${type}`,
      );
    },
  ),
]);
