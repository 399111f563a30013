import { Cancellation } from './cancellation.js';

test('notifies listeners once, with the first reason, and skips removed listeners', () => {
  const cancellation = new Cancellation();
  const received: string[] = [];
  cancellation.onCancel(({ message }) => received.push(`a: ${message}`));
  const leave = cancellation.onCancel(({ message }) => received.push(`b: ${message}`));
  leave();
  expect(() => cancellation.throwIfCancelled()).not.toThrow();
  cancellation.cancel(new Error('enough'));
  cancellation.cancel(new Error('again'));
  expect(received).toEqual(['a: enough']);
  expect(cancellation.reason?.message).toBe('enough');
  expect(() => cancellation.throwIfCancelled()).toThrow('enough');
});

test('notifies a late listener immediately', () => {
  const cancellation = new Cancellation();
  cancellation.cancel(new Error('enough'));
  const received: string[] = [];
  cancellation.onCancel(({ message }) => received.push(message))();
  expect(received).toEqual(['enough']);
});

test.each(['before', 'after'])('a signal requested %s the cancellation reports the same state', when => {
  const cancellation = new Cancellation();
  if (when === 'before') expect(cancellation.signal.aborted).toBe(false);
  cancellation.cancel(new Error('enough'));
  expect(cancellation.signal.aborted).toBe(true);
  expect(cancellation.signal.reason).toBe(cancellation.reason);
});
