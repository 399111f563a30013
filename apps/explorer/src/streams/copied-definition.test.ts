import { copiedDefinition, freeName } from './copied-definition.js';

test('leaves out secrets and names them', () => {
  const shown = {
    name: 'a',
    source: { type: 'X', password: 'Secret(****)', url: 'https://Secret(****)@host/', limit: null },
    servers: [{ key: 'Secret(****)', host: 'h' }],
  };
  expect(copiedDefinition(shown)).toEqual({
    definition: { name: 'a', source: { type: 'X' }, servers: [{ host: 'h' }] },
    secrets: ['source.password', 'source.url', 'servers.0.key'],
  });
});

test.each([
  ['a', [], 'a-2'],
  ['a-2', ['a', 'a-2'], 'a-3'],
  ['a', ['a-2', 'a-3'], 'a-4'],
])('the copy of %s beside %j is %s', (name, taken, free) => expect(freeName(name, taken)).toBe(free));
