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

function header(text: string): Block {
  return { type: 'header', text: { type: 'plain_text', text } };
}

function section(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

function code(text: string): Block {
  return section('```' + escaped(text) + '```');
}

/** What comes from outside mentions nobody and links to nothing: these three begin or end what Slack acts upon. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function codeOf(result: StandingOutput): Block {
  return code(indented(resultJson(result.data)));
}

/** JSON text spread over lines, with a space on both sides of each colon; strings stay as they are. */
function indented(json: string): string {
  let text = '';
  let depth = 0;
  const line = (): string => '\n' + '  '.repeat(depth);
  for (const token of json.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^[\]{},:"]+/g) ?? []) {
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

/** @returns the body of a request: a title, a text, and something to be shown as it is. */
export function slackBlocks(title: string, text: string, shown: string): string {
  const blocks: Block[] = [header(title), section(escaped(text)), code(shown)];
  return JSON.stringify({ text: title, blocks });
}

function titleOf(matches: number, cancellations: number): string {
  if (matches + cancellations > 1) return 'New Standing Query Updates';
  return matches === 1 ? 'New Standing Query Result' : 'Standing Query Result Cancelled';
}
