/**
 * Tokens of Cypher for the editor's colors. The mode of the library colors words of administration, such as `user`, and
 * names of functions as such everywhere; here they are names wherever Cypher reads them so: after a dot, after AS, and
 * if a function is not called.
 */
import type { StreamParser, StringStream } from '@codemirror/language';
import { cypher } from '@codemirror/legacy-modes/mode/cypher';

interface State {
  readonly inner: object;
  /** The last token that is not white space, in upper case. */
  before: string;
}

type Inner = Required<Pick<StreamParser<object>, 'startState' | 'token' | 'indent'>>;

const { startState, token, indent } = cypher as unknown as Inner;
/** Keywords of administrative commands only. */
const ADMINISTRATION = new Set(
  (
    'access active alter assign catalog change copy current database databases dbms default deny element elements ' +
    'grant graph graphs if label labels management name names new node nodes password populated privileges property ' +
    'read relationship relationships replace required revoke role roles status stop suspended to traverse type types ' +
    'user users write'
  ).split(' '),
);
const CALL = /^\s*\(/;
/** The word after it is a part of the same command. */
const COMMAND = /^(?:SHOW|DATABASES?)$/;

export const cypherLanguage: StreamParser<State> = {
  name: 'cypher',
  startState: unit => ({ inner: startState(unit), before: '' }),
  copyState: ({ inner, before }) => ({ inner: { ...inner }, before }),
  indent: ({ inner }, after, context) => indent(inner, after, context),
  token: (stream, state) => {
    const style = token(stream, state.inner);
    const text = stream.current();
    if (text.trim() === '') return style;
    const { before } = state;
    state.before = text.toUpperCase();
    return isName(style, text, before, stream) ? 'variable' : style;
  },
};

function isName(style: string | null, text: string, before: string, stream: StringStream): boolean {
  if (style !== 'keyword' && style !== 'builtin' && style !== 'def') return false;
  if (before === '.' || before === 'AS') return true;
  if (style === 'builtin') return !stream.match(CALL, false);
  return style === 'keyword' && ADMINISTRATION.has(text.toLowerCase()) && !COMMAND.test(before);
}
