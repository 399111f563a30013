/** Turns results into one mail. */
import { createHash } from 'node:crypto';
import type { Message, MessageOrigin } from '@weir/plugins';
import { filledText, messageScope } from '@weir/plugins/placeholders';

export interface MailFields {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly maxResults: number;
}

export interface Mail {
  readonly from: string;
  readonly to: string[];
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  /** The mail of the match that a retraction ends. */
  readonly inReplyTo?: string;
  readonly references?: string;
}

/** @param messages at least one. */
export function mailOf(messages: readonly Message[], fields: MailFields, origin: MessageOrigin): Mail {
  const { from, to, subject, text, maxResults } = fields;
  const [first] = messages as readonly [Message];
  const shown = messages.slice(0, maxResults).map(message => filledText(text, messageScope(message, origin)));
  const others = messages.length - shown.length;
  if (others > 0) shown.push(`... and ${others} more`);
  const more = messages.length > 1 ? ` (and ${messages.length - 1} more)` : '';
  return {
    from,
    to: [...to],
    subject: filledText(subject, messageScope(first, origin)).replace(/\s+/g, ' ') + more,
    text: shown.join('\n\n') + '\n',
    ...threadOf(messages),
  };
}

function threadOf(messages: readonly Message[]): Pick<Mail, 'messageId' | 'inReplyTo' | 'references'> {
  const [{ id, isRetraction }] = messages as readonly [Message];
  if (messages.length > 1) {
    const ids = messages.map(message => `${message.id}${message.isRetraction}`).join();
    return { messageId: mailId(createHash('sha256').update(ids).digest('hex').slice(0, 32)) };
  }
  if (!isRetraction) return { messageId: mailId(id) };
  return { messageId: mailId(`${id}-retraction`), inReplyTo: mailId(id), references: mailId(id) };
}

function mailId(id: string): string {
  return `<${id}@weir>`;
}
