import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createDepartures } from './departures.ts';

/** Departures that go on until they are told to end, of loads that are as large as their text is long. */
function recording(
  options: { readonly maxSize?: number; readonly atOnce?: number; readonly patienceMs?: number } = {},
) {
  const left: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const departures = createDepartures<string, string>({
    run: (loads) =>
      new Promise((resolve, reject) => {
        left.push([...loads]);
        ends.push((error) => (error ? reject(error) : resolve(loads.map((load) => Promise.resolve(`${load}!`)))));
      }),
    sizeOf: (load) => load.length,
    maxSize: options.maxSize ?? 1_000,
    atOnce: options.atOnce ?? 1,
    patienceMs: options.patienceMs ?? 60_000,
  });
  const send = (load: string): Promise<string> =>
    new Promise((resolve, reject) => {
      void departures.inTurn(() => departures.join(load).then(resolve, reject));
    });
  const end = (index: number, error?: Error): void => ends[index]?.(error);
  return { departures, end, left, send };
}

it('takes along what came in the same turn of the loop, and gathers the rest while it is under way', async () => {
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

it('takes no more once it has its size, and the others in their order', async () => {
  const { end, left, send } = recording({ maxSize: 3 });
  const all = ['aa', 'bb', 'c', 'd'].map(send);
  await expect.poll(() => left).toEqual([['aa', 'bb']]);
  end(0);
  await expect.poll(() => left[1]).toEqual(['c', 'd']);
  end(1);
  expect(await Promise.all(all)).toEqual(['aa!', 'bb!', 'c!', 'd!']);
});

it('tells a failure to all that it had aboard, and goes on', async () => {
  const { end, left, send } = recording();
  const failing = ['a', 'b'].map(async (load) => expect(send(load)).rejects.toThrow('No way'));
  await expect.poll(() => left).toHaveLength(1);
  end(0, new Error('No way'));
  await Promise.all(failing);
  const next = send('c');
  await expect.poll(() => left).toHaveLength(2);
  end(1);
  expect(await next).toBe('c!');
});

it('one that takes long lets the next leave', async () => {
  const { end, left, send } = recording({ patienceMs: 10 });
  const slow = send('a');
  await expect.poll(() => left).toHaveLength(1);
  const quick = send('b');
  await expect.poll(() => left).toHaveLength(2);
  end(1);
  expect(await quick).toBe('b!');
  end(0);
  expect(await slow).toBe('a!');
});

it('a queue that has nothing for it after all keeps nobody', async () => {
  const { departures, end, left, send } = recording();
  const nothing = departures.inTurn(() => Promise.resolve());
  const something = send('a');
  await nothing;
  await expect.poll(() => left).toEqual([['a']]);
  end(0);
  expect(await something).toBe('a!');
});

it('keeps nothing of what has left', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const departures = createDepartures<{ readonly mail: string }, string>({
    run: (loads) => Promise.resolve(loads.map(({ mail }) => Promise.resolve(mail))),
    sizeOf: () => 1,
    maxSize: 1,
    atOnce: 1,
    patienceMs: 60_000,
  });
  const send = async (mail: string): Promise<WeakRef<object>> => {
    const load = { mail };
    await departures.inTurn(async () => void (await departures.join(load)));
    return new WeakRef(load);
  };
  const kept = await send('a batch of 60 MB');
  await expect
    .poll(() => {
      collect();
      return kept.deref() === undefined;
    })
    .toBe(true);
});
