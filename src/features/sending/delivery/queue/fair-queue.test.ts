import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';
import type { MailClass } from '../types.ts';

interface Item {
  readonly accountId: number;
  readonly mailClass: MailClass;
  readonly no: number;
}

function item(accountId: number, no: number, mailClass: MailClass = 'transactional'): Item {
  return { accountId, mailClass, no };
}

function filled(items: readonly Item[]) {
  const queue = createFairQueue<Item>((queued) => queued);
  for (const queued of items) queue.push(queued);
  return queue;
}

function take(queue: ReturnType<typeof filled>, count: number): Item[] {
  return Array.from({ length: count }, () => queue.shift()).filter((taken) => taken !== undefined);
}

describe('a fair queue', () => {
  it("serves an account with one message after four of another account's thousand messages", () => {
    const queue = filled([...Array.from({ length: 1000 }, (_, no) => item(1, no)), item(2, 0)]);
    expect(take(queue, 5).map(({ accountId }) => accountId)).toEqual([1, 1, 1, 1, 2]);
    expect(queue.size).toBe(996);
  });

  it('keeps the order within an account', () => {
    const queue = filled(Array.from({ length: 700 }, (_, no) => item(1, no)));
    expect(take(queue, 700).map(({ no }) => no)).toEqual(Array.from({ length: 700 }, (_, no) => no));
  });

  it('lets a login code overtake a campaign', () => {
    const queue = filled([...Array.from({ length: 50 }, (_, no) => item(1, no, 'campaign')), item(2, 0)]);
    expect(queue.shift()).toEqual(item(2, 0));
  });

  it('reserves one in ten for the least urgent class', () => {
    const queue = filled([
      ...Array.from({ length: 100 }, (_, no) => item(1, no)),
      ...Array.from({ length: 100 }, (_, no) => item(2, no, 'campaign')),
    ]);
    expect(take(queue, 100).filter(({ mailClass }) => mailClass === 'campaign')).toHaveLength(10);
  });

  it('gives accounts equal shares regardless of how much they queue', () => {
    const queue = filled([1, 2, 3].flatMap((id) => Array.from({ length: id * 100 }, (_, no) => item(id, no))));
    const taken = take(queue, 120);
    for (const id of [1, 2, 3]) expect(taken.filter(({ accountId }) => accountId === id)).toHaveLength(40);
  });

  it('returns the next items from peek without removing them', () => {
    const queue = filled([item(1, 0), item(1, 1), item(2, 0), item(3, 0, 'campaign')]);
    expect(queue.peek(3)).toEqual([item(1, 0), item(1, 1), item(2, 0)]);
    expect(queue.size).toBe(4);
    const alone = filled(Array.from({ length: 30 }, (_, no) => item(1, no)));
    expect(alone.peek(24)).toHaveLength(24);
  });

  it('requeues a message before the others of its account', () => {
    const queue = filled([item(1, 0), item(1, 1)]);
    const first = queue.shift();
    if (first) queue.unshift(first);
    expect(take(queue, 2).map(({ no }) => no)).toEqual([0, 1]);
  });

  it('counts the items that are at least as urgent as a class', () => {
    const queue = filled([item(1, 0), item(1, 1, 'campaign'), item(2, 0, 'automation'), item(2, 1, 'campaign')]);
    expect([queue.sizeUpTo('transactional'), queue.sizeUpTo('automation'), queue.sizeUpTo('campaign')]).toEqual([
      1, 2, 4,
    ]);
    queue.shift();
    expect(queue.sizeUpTo('campaign')).toBe(3);
  });

  it('is empty after drain', () => {
    const queue = filled([item(1, 0), item(2, 0, 'campaign'), item(3, 0, 'automation')]);
    expect(queue.drain()).toHaveLength(3);
    expect(queue.size).toBe(0);
    expect(queue.shift()).toBeUndefined();
    queue.push(item(4, 1));
    expect(queue.shift()).toEqual(item(4, 1));
  });
});

describe('the order of a fair queue', () => {
  const order = (taken: readonly Item[]): string => taken.map(({ accountId, no }) => `${accountId}.${no}`).join(' ');

  it('gives every tenth place to the least urgent class, and no other', () => {
    const mails = Array.from({ length: 30 }, (_, no) => no);
    const queue = filled([...mails.map((no) => item(1, no)), ...mails.map((no) => item(2, no, 'campaign'))]);
    const places = take(queue, 30).flatMap(({ mailClass }, at) => (mailClass === 'campaign' ? [at + 1] : []));
    expect(places).toEqual([10, 20, 30]);
  });

  it('continues with the next account after the last message of an account', () => {
    expect(order(take(filled([item(1, 0), item(1, 1), item(2, 0)]), 3))).toBe('1.0 1.1 2.0');
  });

  it('loses no message of an account with one message more than its share', () => {
    const queue = filled([...[0, 1, 2, 3, 4].map((no) => item(1, no)), item(2, 0)]);
    expect(order(take(queue, 10))).toBe('1.0 1.1 1.2 1.3 2.0 1.4');
    expect([queue.size, queue.shift(), queue.size]).toEqual([0, undefined, 0]);
  });

  it('skips an account without messages', () => {
    const queue = filled([item(1, 0)]);
    queue.shift();
    queue.push(item(2, 0));
    expect(queue.shift()).toEqual(item(2, 0));
  });

  it('starts with a message that was requeued at the front', () => {
    const queue = filled([item(1, 1), item(1, 2)]);
    queue.unshift(item(1, 0));
    expect(queue.size).toBe(3);
    expect(order(queue.peek(3))).toBe('1.0 1.1 1.2');
    expect(order(take(queue, 3))).toBe('1.0 1.1 1.2');
  });

  it('is previewed by peek, for as many messages as requested', () => {
    const mails = [1, 2].flatMap((id) => [0, 1, 2, 3].map((no) => item(id, no)));
    const queue = filled([...mails, item(3, 0, 'campaign'), item(3, 1, 'campaign')]);
    expect(order(queue.peek(5))).toBe('1.0 1.1 1.2 1.3 2.0');
    expect(order(queue.peek(9))).toBe('1.0 1.1 1.2 1.3 2.0 2.1 2.2 2.3 3.0');
    expect(order(filled([item(1, 0), item(1, 1), item(2, 0)]).peek(100))).toBe('1.0 1.1 2.0');
  });

  it('is reset by drain', () => {
    const queue = filled([item(1, 0), item(2, 0)]);
    queue.drain();
    expect(queue.sizeUpTo('campaign')).toBe(0);
  });

  it('rejects an unknown mail class', () => {
    expect(() => filled([item(1, 0, 'other' as MailClass)])).toThrow('Unknown mail class');
  });
});
