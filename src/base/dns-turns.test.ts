import { expect, it } from 'vitest';
import { createTurns } from './dns-turns.ts';

it('no more have their turn at once than allowed; the others follow in order', async () => {
  const turns = createTurns(2);
  const order: string[] = [];
  const take = async (name: string): Promise<void> => {
    if (await turns.take(60_000)) order.push(name);
  };
  await take('a');
  await take('b');
  const waiting = [take('c'), take('d')];
  expect(order).toEqual(['a', 'b']);
  turns.giveBack();
  await waiting[0];
  expect(order).toEqual(['a', 'b', 'c']);
  turns.giveBack();
  await waiting[1];
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

it('who waits too long goes away without a turn, and takes nobody’s', async () => {
  const turns = createTurns(1);
  expect(await turns.take(1)).toBe(true);
  expect(await turns.take(1)).toBe(false);
  turns.giveBack();
  expect(await turns.take(1)).toBe(true);
});
