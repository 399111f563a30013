import { parseMcpCommand } from './mcp-command-line.js';

test.each([
  ['8090', { host: '127.0.0.1', port: 8090 }],
  ['localhost:8090', { host: 'localhost', port: 8090 }],
  ['[::1]:0', { host: '::1', port: 0 }],
])('reads the address %s', (text, address) => {
  expect(parseMcpCommand(['--http', text]).http).toEqual({ ...address, allowedHosts: [] });
});

test.each([
  [['--http', 'localhost'], /^Option --http expects \[HOST:\]PORT/],
  [['--http', '70000'], /^Option --http expects \[HOST:\]PORT/],
  [['--allow-host', 'x'], /^--allow-host has no effect without --http/],
  [['x'], /^Unexpected argument x/],
])('rejects %j', (words, message) => {
  expect(() => parseMcpCommand(words)).toThrow(message);
});
