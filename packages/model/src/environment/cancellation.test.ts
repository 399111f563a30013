import { Cancellation } from './cancellation.js';

test('notifies listeners once, with the first reason, and skips removed listeners', () => {
  const cancellation = new Cancellation();
  const heard: string[] = [];
  cancellation.onCancel(({ message }) => heard.push(`a: ${message}`));
  const leave = cancellation.onCancel(({ message }) => heard.push(`b: ${message}`));
  leave();
  expect(() => cancellation.throwIfCancelled()).not.toThrow();
  cancellation.cancel(new Error('enough'));
  cancellation.cancel(new Error('again'));
  expect(heard).toEqual(['a: enough']);
  expect(cancellation.reason?.message).toBe('enough');
  expect(() => cancellation.throwIfCancelled()).toThrow('enough');
});

test('notifies a late listener immediately', () => {
  const cancellation = new Cancellation();
  cancellation.cancel(new Error('enough'));
  const heard: string[] = [];
  cancellation.onCancel(({ message }) => heard.push(message))();
  expect(heard).toEqual(['enough']);
});

test.each(['before', 'after'])('a signal requested %s the cancellation reports the same state', when => {
  const cancellation = new Cancellation();
  if (when === 'before') expect(cancellation.signal.aborted).toBe(false);
  cancellation.cancel(new Error('enough'));
  expect(cancellation.signal.aborted).toBe(true);
  expect(cancellation.signal.reason).toBe(cancellation.reason);
});
