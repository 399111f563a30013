import type { WebhookSourceDefinition } from '@weir/definitions';
import { bodyCutter } from './cut-body.js';
import { refuseHeaderRow, scannerOf } from './file-records.js';
import { plainSource, type PreparedSource, type SourceContext } from './prepared-source.js';
import { PushInbox } from './push-inbox.js';
import { PushSource } from './push-source.js';
import { LineScanner, type RecordScanner } from './record-scanner.js';

export async function prepareWebhook(
  { format }: WebhookSourceDefinition,
  { environment: { scheduler } }: SourceContext,
): Promise<PreparedSource> {
  let scanner = (): RecordScanner => new LineScanner();
  if (format.type === 'CSV' || format.type === 'Json') {
    refuseHeaderRow(format, 'what is pushed');
    scanner = scannerOf(format);
  }
  const inbox = new PushInbox(scheduler);
  const intake = { takes: 'bodies', inbox, cutBody: bodyCutter(format, scanner) } as const;
  return { ...plainSource(() => new PushSource(inbox)), intake };
}
