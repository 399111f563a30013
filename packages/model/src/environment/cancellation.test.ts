import { Cancellation } from './cancellation.js';

test('listeners hear of it once, with the first reason; those who left do not', () => {
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

test('who comes late hears of it at once', () => {
  const cancellation = new Cancellation();
  cancellation.cancel(new Error('enough'));
  const heard: string[] = [];
  cancellation.onCancel(({ message }) => heard.push(message))();
  expect(heard).toEqual(['enough']);
});

test.each(['before', 'after'])('a signal that is asked for %s says the same', when => {
  const cancellation = new Cancellation();
  if (when === 'before') expect(cancellation.signal.aborted).toBe(false);
  cancellation.cancel(new Error('enough'));
  expect(cancellation.signal.aborted).toBe(true);
  expect(cancellation.signal.reason).toBe(cancellation.reason);
});
