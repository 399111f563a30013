/** Chat messages that summarize matches and retractions. */
import { resultJson } from '@weir/model';
import type { StandingOutput } from '@weir/contract';

/** Results since the last message: counts, and the newest match and retraction. */
export interface ResultSummary {
  readonly matches: number;
  readonly latestMatch: StandingOutput | undefined;
  readonly cancellations: number;
  readonly latestCancellation: StandingOutput | undefined;
}

type Block =
  | { readonly type: 'header'; readonly text: { readonly type: 'plain_text'; readonly text: string } }
  | { readonly type: 'section'; readonly text: { readonly type: 'mrkdwn'; readonly text: string } };

/** Slack rejects a whole message if one of these is exceeded. */
const LONGEST_HEADER = 150;
const LONGEST_SECTION = 3_000;
const FENCE = '```';
const LONGEST_CODE = LONGEST_SECTION - 2 * FENCE.length;
/** Limit for each of several texts in one message. */
const SHORT = 1_000;

function header(text: string): Block {
  return { type: 'header', text: { type: 'plain_text', text: upTo(LONGEST_HEADER, text) } };
}

function section(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

function code(text: string, longest = LONGEST_CODE): Block {
  return section(FENCE + upTo(longest, text, escaped) + FENCE);
}

/** Truncates a text to its maximum written length and marks it with an ellipsis. Never splits a character. */
function upTo(longest: number, text: string, write = (character: string): string => character): string {
  let written = '';
  let fits = '';
  for (const character of text) {
    written += write(character);
    if (written.length > longest) return `${fits}…`;
    if (written.length < longest) fits = written;
  }
  return written;
}

/** External text must not mention users or create links: Slack's markup uses these three characters. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Indenting makes a text longer, so a long one is truncated first: the rest would not fit anyway. */
function codeOf(result: StandingOutput): Block {
  return code(indented(resultJson(result.data).slice(0, LONGEST_CODE + 1)));
}

/** Indents JSON text, which may be truncated, with a space on both sides of each colon; strings are unchanged. */
function indented(json: string): string {
  let text = '';
  let depth = 0;
  const line = (): string => '\n' + '  '.repeat(depth);
  for (const token of json.match(/"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^[\]{},:"]+/g) ?? []) {
    if (token === '{' || token === '[') {
      depth++;
      text += token + line();
    } else if (token === '}' || token === ']') {
      depth--;
      text =
        text.endsWith('  '.repeat(depth + 1)) && /[[{]\s*$/.test(text)
          ? text.trimEnd() + token
          : text + line() + token;
    } else if (token === ',') text += token + line();
    else text += token === ':' ? ' : ' : token;
  }
  return text;
}

/** @returns the body of the request as JSON. */
export function slackMessage(summary: ResultSummary): string {
  const { matches, latestMatch, cancellations, latestCancellation } = summary;
  const blocks: Block[] = [];
  if (latestMatch !== undefined && matches === 1) {
    blocks.push(header('New Standing Query Result'), codeOf(latestMatch));
  } else if (latestMatch !== undefined) {
    blocks.push(
      header('New Standing Query Results'),
      section(`Latest result of ${matches - 1}:`),
      codeOf(latestMatch),
    );
  }
  if (latestCancellation !== undefined && cancellations === 1) {
    blocks.push(header('Standing Query Result Cancelled'), codeOf(latestCancellation));
  } else if (latestCancellation !== undefined) {
    blocks.push(header(`Standing Query Results Cancelled: ${cancellations}`), codeOf(latestCancellation));
  }
  return JSON.stringify({ text: titleOf(matches, cancellations), blocks });
}

/** @returns the body of a request: a title, a text, and a verbatim block, each truncated if it is too long. */
export function slackBlocks(title: string, text: string, shown: string): string {
  const blocks: Block[] = [header(title), section(upTo(SHORT, text, escaped)), code(shown, SHORT)];
  return JSON.stringify({ text: upTo(LONGEST_HEADER, title, escaped), blocks });
}

function titleOf(matches: number, cancellations: number): string {
  if (matches + cancellations > 1) return 'New Standing Query Updates';
  return matches === 1 ? 'New Standing Query Result' : 'Standing Query Result Cancelled';
}
