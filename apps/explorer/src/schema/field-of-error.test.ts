import { fieldOfError } from './field-of-error.js';

test.each([
  [
    'Invalid value for: body (DecodingFailure at .parallelism: must be at least 1)',
    {},
    [['parallelism', 'must be at least 1']],
  ],
  [
    'Invalid value for: body (DecodingFailure at .source.servers[0]: A server is host:port)',
    {},
    [['source.servers.0', 'A server is host:port']],
  ],
  [
    'SyntaxError at 1.10 Unexpected end\n\nCREATE (n\n         ^',
    { query: 'CREATE (n' },
    [['query', 'SyntaxError at 1.10 Unexpected end']],
  ],
  [
    'CompileError at 1.1 begin with a MATCH',
    { pattern: {} },
    [['pattern.query', 'CompileError at 1.1 begin with a MATCH']],
  ],
  ['There is a stream `a` already', { query: '' }, []],
])('shows %j at its field', (message, value, fields) => expect(fieldOfError(message, value)).toEqual(fields));
