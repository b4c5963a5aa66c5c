import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('allows a limited number of holders at once and admits the others in order', async () => {
  const semaphore = createSemaphore(2);
  const order: string[] = [];
  const take = async (name: string): Promise<void> => {
    if (await semaphore.acquire(60_000)) order.push(name);
  };
  await take('a');
  await take('b');
  const waiting = [take('c'), take('d')];
  expect(order).toEqual(['a', 'b']);
  semaphore.release();
  await waiting[0];
  expect(order).toEqual(['a', 'b', 'c']);
  semaphore.release();
  await waiting[1];
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

it('returns false after the wait limit without using up a slot', async () => {
  const semaphore = createSemaphore(1);
  expect(await semaphore.acquire(1)).toBe(true);
  expect(await semaphore.acquire(1)).toBe(false);
  semaphore.release();
  expect(await semaphore.acquire(1)).toBe(true);
});
