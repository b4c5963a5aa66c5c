import { expect, it } from 'vitest';
import { createCallSlots } from './call-slots.ts';

const PATIENT_MS = 60_000;

/** Returns functions that start and end named calls, and the names of the started calls in order. */
function recording(slots: ReturnType<typeof createCallSlots>) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const start = (name: string): Promise<void> =>
    slots.run(() => {
      begun.push(name);
      return new Promise((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve()));
      });
    });
  const end = (name: string, error?: Error): void => ends.get(name)?.(error);
  return { begun, start, end };
}

it('starts a call immediately while a slot is free, without waiting for the event loop', () => {
  const { begun, start } = recording(createCallSlots({ atOnce: 2, maxDelayMs: PATIENT_MS }));
  void start('a');
  void start('b');
  expect(begun).toEqual(['a', 'b']);
});

it('queues further calls and starts them in order', async () => {
  const { begun, start, end } = recording(createCallSlots({ atOnce: 2, maxDelayMs: PATIENT_MS }));
  const [a] = ['a', 'b', 'c', 'd'].map(start);
  expect(begun).toEqual(['a', 'b']);
  end('a');
  await a;
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
});

it('passes on a failure and frees the slot', async () => {
  const { begun, start, end } = recording(createCallSlots({ atOnce: 1, maxDelayMs: PATIENT_MS }));
  const failing = start('a');
  void start('b');
  end('a', new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await expect.poll(() => begun).toEqual(['a', 'b']);
});

it('gives the slot of a call that takes too long to the next one, but only once', async () => {
  const { begun, start, end } = recording(createCallSlots({ atOnce: 1, maxDelayMs: 1 }));
  const held = start('held');
  const next = start('next');
  await expect.poll(() => begun).toEqual(['held', 'next']);
  end('held');
  end('next');
  await Promise.all([held, next]);
  void start('a');
  void start('b');
  expect(begun).toEqual(['held', 'next', 'a']);
});
