import { maskedFields } from './masked-fields.js';

const definition = { path: 'p', token: 'hush', auth: { user: 'me', key: 'hush' } };

test('masks secret fields, even inside objects', () => {
  expect(maskedFields(definition, ['token', 'auth.key'])).toEqual({
    path: 'p',
    token: 'Secret(****)',
    auth: { user: 'me', key: 'Secret(****)' },
  });
});

test('an absent secret stays absent', () => {
  expect(maskedFields({ path: 'p' }, ['token', 'auth.key', 'path.inner'])).toEqual({ path: 'p' });
});

test('leaves the definition itself unchanged', () => {
  maskedFields(definition, ['token']);
  expect(definition.token).toBe('hush');
});
