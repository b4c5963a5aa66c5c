import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/**
 * Creates a group commit whose runs end only when the test ends them. The size of a batch is the length of its string.
 */
function recording(
  options: { readonly maxSize?: number; readonly atOnce?: number; readonly maxDelayMs?: number } = {},
) {
  const left: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const groupCommit = createGroupCommit<string, string>({
    run: (batches) =>
      new Promise((resolve, reject) => {
        left.push([...batches]);
        ends.push((error) => (error ? reject(error) : resolve(batches.map((batch) => Promise.resolve(`${batch}!`)))));
      }),
    sizeOf: (batch) => batch.length,
    maxSize: options.maxSize ?? 1_000,
    atOnce: options.atOnce ?? 1,
    maxDelayMs: options.maxDelayMs ?? 60_000,
  });
  const send = (batch: string): Promise<string> =>
    new Promise((resolve, reject) => {
      void groupCommit.schedule(() => groupCommit.join(batch).then(resolve, reject));
    });
  const end = (index: number, error?: Error): void => ends[index]?.(error);
  return { groupCommit, end, left, send };
}

it('commits batches of the same event loop iteration together, and collects others in the meantime', async () => {
  const { end, left, send } = recording();
  const first = ['a', 'b'].map(send);
  await expect.poll(() => left).toEqual([['a', 'b']]);
  const rest = ['c', 'd', 'e'].map(send);
  end(0);
  expect(await Promise.all(first)).toEqual(['a!', 'b!']);
  await expect
    .poll(() => left)
    .toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  end(1);
  expect(await Promise.all(rest)).toEqual(['c!', 'd!', 'e!']);
});

it('stops collecting at the maximum size and keeps the order of the rest', async () => {
  const { end, left, send } = recording({ maxSize: 3 });
  const all = ['aa', 'bb', 'c', 'd'].map(send);
  await expect.poll(() => left).toEqual([['aa', 'bb']]);
  end(0);
  await expect.poll(() => left[1]).toEqual(['c', 'd']);
  end(1);
  expect(await Promise.all(all)).toEqual(['aa!', 'bb!', 'c!', 'd!']);
});

it('rejects all batches of a failed group and continues', async () => {
  const { end, left, send } = recording();
  const failing = ['a', 'b'].map(async (batch) => expect(send(batch)).rejects.toThrow('No way'));
  await expect.poll(() => left).toHaveLength(1);
  end(0, new Error('No way'));
  await Promise.all(failing);
  const next = send('c');
  await expect.poll(() => left).toHaveLength(2);
  end(1);
  expect(await next).toBe('c!');
});

it('starts the next group if one takes too long', async () => {
  const { end, left, send } = recording({ maxDelayMs: 10 });
  const slow = send('a');
  await expect.poll(() => left).toHaveLength(1);
  const quick = send('b');
  await expect.poll(() => left).toHaveLength(2);
  end(1);
  expect(await quick).toBe('b!');
  end(0);
  expect(await slow).toBe('a!');
});

it('is not blocked by a queue that has nothing to commit', async () => {
  const { groupCommit, end, left, send } = recording();
  const nothing = groupCommit.schedule(() => Promise.resolve());
  const something = send('a');
  await nothing;
  await expect.poll(() => left).toEqual([['a']]);
  end(0);
  expect(await something).toBe('a!');
});

it('releases committed batches', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const groupCommit = createGroupCommit<{ readonly mail: string }, string>({
    run: (batches) => Promise.resolve(batches.map(({ mail }) => Promise.resolve(mail))),
    sizeOf: () => 1,
    maxSize: 1,
    atOnce: 1,
    maxDelayMs: 60_000,
  });
  const send = async (mail: string): Promise<WeakRef<object>> => {
    const batch = { mail };
    await groupCommit.schedule(async () => void (await groupCommit.join(batch)));
    return new WeakRef(batch);
  };
  const kept = await send('a batch of 60 MB');
  await expect
    .poll(() => {
      collect();
      return kept.deref() === undefined;
    })
    .toBe(true);
});
