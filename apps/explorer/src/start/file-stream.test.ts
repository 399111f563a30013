import { streamOfFile } from './file-stream.js';

test.each([
  ['orders.jsonl', '{"a":1}\n', { type: 'JsonL' }],
  ['orders.JSON', '[{"a":1}]', { type: 'Json' }],
  ['access.log', 'GET /\n', { type: 'Line' }],
  ['a.csv', 'id,"total"\r\n1,2\r\n', { type: 'CSV', headers: ['id', 'total'], delimiter: 'COMMA' }],
  ['a.csv', 'id;total\n', { type: 'CSV', headers: ['id', 'total'], delimiter: 'SEMICOLON' }],
])('the format of %s is derived from its name and its beginning', (file, beginning, format) =>
  expect(streamOfFile(file, beginning).definition).toMatchObject({
    source: { type: 'WebSocketFileUpload', format },
  }),
);

test('the row with the names of the columns is not a record', () => {
  expect(streamOfFile('a.csv', 'ü,b\r\n1,2\r\n').skipped).toBe(6);
  expect(streamOfFile('a.jsonl', '{"a":1}\n').skipped).toBe(0);
});

test('name and label come from the name of the file', () => {
  expect(streamOfFile('my access-log (1).jsonl', '').definition).toMatchObject({
    name: 'my-access-log-1-',
    query: "MATCH (n) WHERE id(n) = idFrom('my-access-log-1-', $that)\nSET n:MyAccessLog1, n = $that",
  });
  expect(streamOfFile('2026.txt', '').definition).toMatchObject({
    query: "MATCH (n) WHERE id(n) = idFrom('2026', $that)\nSET n:Record2026, n.text = $that",
  });
});
