import { maskedFields } from './masked-fields.js';

const definition = { path: 'p', token: 'hush', auth: { user: 'me', key: 'hush' } };

test('secret fields are masked, also inside objects', () => {
  expect(maskedFields(definition, ['token', 'auth.key'])).toEqual({
    path: 'p',
    token: 'Secret(****)',
    auth: { user: 'me', key: 'Secret(****)' },
  });
});

test('a secret that is not given stays absent', () => {
  expect(maskedFields({ path: 'p' }, ['token', 'auth.key', 'path.inner'])).toEqual({ path: 'p' });
});

test('the definition itself is left as it is', () => {
  maskedFields(definition, ['token']);
  expect(definition.token).toBe('hush');
});
