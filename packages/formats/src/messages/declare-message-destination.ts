/**
 * Declares a destination that receives messages: one for each result and one for each unreadable record. The kind only
 * writes bytes; encoding, retries and reports are the same for all kinds, built-in ones and those of extensions.
 */
import type { z } from 'zod';
import { declareDestination, type DestinationDeclaration } from '../kinds/destination-declaration.js';
import type { MessageKind } from './message-kind.js';

export function declareMessageDestination<
  R extends z.ZodType,
  D extends z.ZodType,
  V extends z.ZodObject = never,
>(kind: MessageKind<R, D, V>): DestinationDeclaration<R, D, V> {
  const { type, secrets, masked, recipe, version1 } = kind;
  const erased = kind as unknown as MessageKind;
  return declareDestination<R, D, V>({
    type,
    results: forms => kind.results(forms),
    deadLetters: forms => kind.deadLetters(forms),
    ...(secrets === undefined ? {} : { secrets }),
    ...(masked === undefined ? {} : { masked: destination => masked.call(kind, destination) }),
    ...(recipe === undefined ? {} : { recipe }),
    ...(version1 === undefined ? {} : { version1 }),
    makeSink: async (destination, structure, context) => {
      const { MessageSink } = await import('./message-sink.js');
      return new MessageSink(erased, destination as object, structure, context);
    },
    openDeadLetters: async (destination, context) => {
      const { openMessageTaker } = await import('./message-taker.js');
      return openMessageTaker(erased, destination as object, context);
    },
  });
}
