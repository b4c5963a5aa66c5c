import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { settleEach } from './settle-each.ts';

function refusal(code: string): DatabaseError {
  return Object.assign(new DatabaseError('refused', 1, 'error'), { code });
}

/**
 * Returns a function that squares numbers, and the number of items in each call. The function fails for groups that
 * contain a number in `bad`.
 */
function squares(bad: ReadonlyMap<number, Error>) {
  const calls: number[] = [];
  const work = (items: readonly number[]): Promise<number[]> => {
    calls.push(items.length);
    const fault = items.map((item) => bad.get(item)).find((error) => error !== undefined);
    return fault ? Promise.reject(fault) : Promise.resolve(items.map((item) => item * item));
  };
  return { calls, work };
}

const FIFTY = Array.from({ length: 50 }, (_none, no) => no);

it('settles a group without errors in one call', async () => {
  const { calls, work } = squares(new Map());
  expect(await settleEach(FIFTY, work)).toEqual(FIFTY.map((no) => ({ ok: true, value: no * no })));
  expect(calls).toEqual([50]);
});

it.each(['22P02', 'XX001', '58030'])('isolates the item that fails with %s in a few calls', async (code) => {
  const error = refusal(code);
  const { calls, work } = squares(new Map([[17, error]]));
  const settled = await settleEach(FIFTY, work);
  expect(settled).toEqual(FIFTY.map((no) => (no === 17 ? { ok: false, error } : { ok: true, value: no * no })));
  expect(calls.length).toBeLessThanOrEqual(13);
});

it('does not retry single items when the database is unavailable', async () => {
  const { calls, work } = squares(new Map([[17, refusal('57P01')]]));
  expect((await settleEach(FIFTY, work)).every(({ ok }) => !ok)).toBe(true);
  expect(calls).toEqual([50]);
});
