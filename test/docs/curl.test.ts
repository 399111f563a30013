import { parseCurl } from './curl.js';
import { shellWords } from './shell-words.js';

describe('commands of the docs', () => {
  test.each([
    [`a  b\n c`, ['a', 'b', 'c']],
    [`'a b' "c d"`, ['a b', 'c d']],
    [`-d '{"a": "it\\n"}'`, ['-d', '{"a": "it\\n"}']],
    [`"a \\"b\\" \\n"`, ['a "b" \\n']],
    ['a \\\n  b', ['a', 'b']],
    [`a'b'"c"d`, ['abcd']],
    [`''`, ['']],
  ])('splits %j into the words %j', (command, words) => {
    expect(shellWords(command)).toEqual(words);
  });

  test.each([`'open`, `"open`, 'a | b', 'a > b', '$HOME'])('rejects %j', command => {
    expect(() => shellWords(command)).toThrow();
  });

  test('a request', () => {
    const command = `curl -X POST 'http://127.0.0.1:8080/a/b?c=d' -H 'content-type: text/plain' -d 'x y'`;
    expect(parseCurl(command)).toEqual({
      path: '/a/b?c=d',
      init: { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x y' },
    });
    expect(() => parseCurl('curl --insecure http://127.0.0.1/')).toThrow('--insecure');
  });
});
