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
  it('gives an account that waits behind a thousand mails of another its turn after four', () => {
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

  it('leaves one in ten to the least urgent class', () => {
    const queue = filled([
      ...Array.from({ length: 100 }, (_, no) => item(1, no)),
      ...Array.from({ length: 100 }, (_, no) => item(2, no, 'campaign')),
    ]);
    expect(take(queue, 100).filter(({ mailClass }) => mailClass === 'campaign')).toHaveLength(10);
  });

  it('gives accounts equal shares whatever they queue', () => {
    const queue = filled([1, 2, 3].flatMap((id) => Array.from({ length: id * 100 }, (_, no) => item(id, no))));
    const taken = take(queue, 120);
    for (const id of [1, 2, 3]) expect(taken.filter(({ accountId }) => accountId === id)).toHaveLength(40);
  });

  it('peeks at what comes next without taking it', () => {
    const queue = filled([item(1, 0), item(1, 1), item(2, 0), item(3, 0, 'campaign')]);
    expect(queue.peek(3)).toEqual([item(1, 0), item(1, 1), item(2, 0)]);
    expect(queue.size).toBe(4);
    const alone = filled(Array.from({ length: 30 }, (_, no) => item(1, no)));
    expect(alone.peek(24)).toHaveLength(24);
  });

  it('puts a mail back before the others of its account', () => {
    const queue = filled([item(1, 0), item(1, 1)]);
    const first = queue.shift();
    if (first) queue.unshift(first);
    expect(take(queue, 2).map(({ no }) => no)).toEqual([0, 1]);
  });

  it('says how much is as urgent as a class', () => {
    const queue = filled([item(1, 0), item(1, 1, 'campaign'), item(2, 0, 'automation'), item(2, 1, 'campaign')]);
    expect([queue.sizeUpTo('transactional'), queue.sizeUpTo('automation'), queue.sizeUpTo('campaign')]).toEqual([
      1, 2, 4,
    ]);
    queue.shift();
    expect(queue.sizeUpTo('campaign')).toBe(3);
  });

  it('drains everything and is empty then', () => {
    const queue = filled([item(1, 0), item(2, 0, 'campaign'), item(3, 0, 'automation')]);
    expect(queue.drain()).toHaveLength(3);
    expect(queue.size).toBe(0);
    expect(queue.shift()).toBeUndefined();
    queue.push(item(4, 1));
    expect(queue.shift()).toEqual(item(4, 1));
  });
});

describe('the turns of a fair queue', () => {
  const order = (taken: readonly Item[]): string => taken.map(({ accountId, no }) => `${accountId}.${no}`).join(' ');

  it('give each tenth mail to the least urgent class, and no other', () => {
    const mails = Array.from({ length: 30 }, (_, no) => no);
    const queue = filled([...mails.map((no) => item(1, no)), ...mails.map((no) => item(2, no, 'campaign'))]);
    const places = take(queue, 30).flatMap(({ mailClass }, at) => (mailClass === 'campaign' ? [at + 1] : []));
    expect(places).toEqual([10, 20, 30]);
  });

  it('end with the last mail of an account, and no sooner', () => {
    expect(order(take(filled([item(1, 0), item(1, 1), item(2, 0)]), 3))).toBe('1.0 1.1 2.0');
  });

  it('lose nothing of an account that has one mail more than its turn', () => {
    const queue = filled([...[0, 1, 2, 3, 4].map((no) => item(1, no)), item(2, 0)]);
    expect(order(take(queue, 10))).toBe('1.0 1.1 1.2 1.3 2.0 1.4');
    expect([queue.size, queue.shift(), queue.size]).toEqual([0, undefined, 0]);
  });

  it('pass over an account that has nothing any more', () => {
    const queue = filled([item(1, 0)]);
    queue.shift();
    queue.push(item(2, 0));
    expect(queue.shift()).toEqual(item(2, 0));
  });

  it('begin with a mail that is put before the others', () => {
    const queue = filled([item(1, 1), item(1, 2)]);
    queue.unshift(item(1, 0));
    expect(queue.size).toBe(3);
    expect(order(queue.peek(3))).toBe('1.0 1.1 1.2');
    expect(order(take(queue, 3))).toBe('1.0 1.1 1.2');
  });

  it('are seen before they come, as many as were asked for', () => {
    const mails = [1, 2].flatMap((id) => [0, 1, 2, 3].map((no) => item(id, no)));
    const queue = filled([...mails, item(3, 0, 'campaign'), item(3, 1, 'campaign')]);
    expect(order(queue.peek(5))).toBe('1.0 1.1 1.2 1.3 2.0');
    expect(order(queue.peek(9))).toBe('1.0 1.1 1.2 1.3 2.0 2.1 2.2 2.3 3.0');
    expect(order(filled([item(1, 0), item(1, 1), item(2, 0)]).peek(100))).toBe('1.0 1.1 2.0');
  });

  it('are all over when it was drained', () => {
    const queue = filled([item(1, 0), item(2, 0)]);
    queue.drain();
    expect(queue.sizeUpTo('campaign')).toBe(0);
  });

  it('are nobody whose class is unknown', () => {
    expect(() => filled([item(1, 0, 'other' as MailClass)])).toThrow('Unknown mail class');
  });
});
