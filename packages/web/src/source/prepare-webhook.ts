import type { WebhookSourceDefinition } from '../definition/webhook-source.js';
import { bodyCutter } from './cut-body.js';
import { refuseHeaderRow, scannerOf } from '@weir/formats/sources';
import { plainSource, type PreparedSource, type SourceContext } from '@weir/formats/kinds';
import { PushInbox, PushSource } from '@weir/formats/pushing';
import { LineScanner, type RecordScanner } from '@weir/formats/cutting';

export async function prepareWebhook(
  { format }: WebhookSourceDefinition,
  { environment: { scheduler } }: SourceContext,
): Promise<PreparedSource> {
  let scanner = (): RecordScanner => new LineScanner();
  if (format.type === 'CSV' || format.type === 'Json') {
    refuseHeaderRow(format, 'pushed records');
    scanner = scannerOf(format);
  }
  const inbox = new PushInbox(scheduler);
  const intake = { takes: 'bodies', inbox, cutBody: bodyCutter(format, scanner) } as const;
  return { ...plainSource(() => new PushSource(inbox)), intake };
}
