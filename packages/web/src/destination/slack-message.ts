/** Chat messages that sum up some matches and cancellations. */
import { resultJson } from '@weir/model';
import type { StandingOutput } from '@weir/contract';

/** What came since the last message: how many, and the newest of each. */
export interface ResultSummary {
  readonly matches: number;
  readonly latestMatch: StandingOutput | undefined;
  readonly cancellations: number;
  readonly latestCancellation: StandingOutput | undefined;
}

type Block =
  | { readonly type: 'header'; readonly text: { readonly type: 'plain_text'; readonly text: string } }
  | { readonly type: 'section'; readonly text: { readonly type: 'mrkdwn'; readonly text: string } };

/** Slack refuses a whole message for a longer one. */
const LONGEST_HEADER = 150;
const LONGEST_SECTION = 3_000;
const FENCE = '```';
const LONGEST_CODE = LONGEST_SECTION - 2 * FENCE.length;
/** Where several things are told, and none of them is to be in the way. */
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

/** As much as has room, as it is written; dots stand for the rest. No character is cut in two. */
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

/** What comes from outside mentions nobody and links to nothing: these three begin or end what Slack acts upon. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Spreading a text over lines makes it longer, so the rest of a long one is cut first: it has no room anyway. */
function codeOf(result: StandingOutput): Block {
  return code(indented(resultJson(result.data).slice(0, LONGEST_CODE + 1)));
}

/** JSON text, perhaps cut, spread over lines, with a space on both sides of each colon; strings stay as they are. */
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

/** @returns the body of the request, JSON. */
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

/** @returns the body of a request: a title, a text, and something to be shown as it is, each as far as it is not too long. */
export function slackBlocks(title: string, text: string, shown: string): string {
  const blocks: Block[] = [header(title), section(upTo(SHORT, text, escaped)), code(shown, SHORT)];
  return JSON.stringify({ text: upTo(LONGEST_HEADER, title, escaped), blocks });
}

function titleOf(matches: number, cancellations: number): string {
  if (matches + cancellations > 1) return 'New Standing Query Updates';
  return matches === 1 ? 'New Standing Query Result' : 'Standing Query Result Cancelled';
}
