import { urlLogin } from './url-login.js';

test.each([
  ['http://host/x?a=1', 'http://host/x?a=1', undefined],
  ['http://user:pass@host/x', 'http://host/x', 'user:pass'],
  ['http://us%40er:p%C3%A4ss%zz@host/', 'http://host/', 'us@er:p%C3%A4ss%zz'],
  ['http://us%40er:p%C3%A4ss@host/', 'http://host/', 'us@er:päss'],
  ['https://token@host/', 'https://host/', 'token:'],
])('%s', (address, bare, login) => {
  const { url, authorization } = urlLogin(address);
  expect(url.href).toBe(bare);
  expect(authorization).toBe(login && `Basic ${Buffer.from(login).toString('base64')}`);
});
