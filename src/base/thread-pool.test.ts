import { afterEach, describe, expect, it } from 'vitest';
import { createThreadPool, TaskTooHeavy, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

const MODULE = `
  import { threadId } from 'node:worker_threads';
  export const thread = () => threadId;
  export const echo = (value) => value;
  export const fail = (message) => { throw new TypeError(message); };
  export const end = () => process.exit(3);
  export const crash = () => { setImmediate(() => { throw new Error('later'); }); return new Promise(() => {}); };
  export const spin = () => { for (;;); };
  export const hoard = () => { const all = []; for (;;) all.push(new Array(10_000).fill(all.length)); };
  export const wait = (gate) => { Atomics.wait(new Int32Array(gate), 0, 0); return 'waited'; };
`;
const OPTIONS: ThreadPoolOptions = {
  module: new URL(`data:text/javascript,${encodeURIComponent(MODULE)}`),
  maxThreads: 1,
  maxWaiting: 4,
  maxWaitingOfOwner: 2,
  deadlineMs: 60_000,
  memoryMb: 64,
  idleMs: 60_000,
};

let pool: ThreadPool;
function open(options: Partial<ThreadPoolOptions> = {}): void {
  pool = createThreadPool({ ...OPTIONS, ...options });
}
const run = (name: string, args: readonly unknown[] = [], owner = 1): Promise<unknown> =>
  pool.run(owner, { name, args });
/** Holds the one thread until it is let go. */
function occupy(): { readonly done: Promise<unknown>; release(): void } {
  const gate = new SharedArrayBuffer(4);
  const done = run('wait', [gate], 99);
  return {
    done,
    release() {
      Atomics.store(new Int32Array(gate), 0, 1);
      Atomics.notify(new Int32Array(gate), 0);
    },
  };
}

afterEach(async () => pool.close());

describe('a pool of threads', () => {
  it('gives what functions return and throws what they throw', async () => {
    open();
    expect(await run('echo', [{ a: ['ä'] }])).toEqual({ a: ['ä'] });
    await expect(run('fail', ['no'])).rejects.toThrow('no');
    expect(await run('echo', [2])).toBe(2);
  });

  it.each(['end', 'crash'])('works on after a thread is lost to %s', async (name) => {
    open();
    await expect(run(name)).rejects.toThrow();
    expect(await run('echo', [1])).toBe(1);
  });

  it('ends work that takes too long, and works on', async () => {
    open({ deadlineMs: 500 });
    await expect(run('spin')).rejects.toThrow(TaskTooHeavy);
    expect(await run('echo', [1])).toBe(1);
  });

  it('ends work that takes too much memory, and works on', async () => {
    open();
    await expect(run('hoard')).rejects.toThrow(TaskTooHeavy);
    expect(await run('echo', [1])).toBe(1);
  });

  it('refuses what is over the limits, except for patient work', async () => {
    open();
    const occupied = occupy();
    const waiting = [1, 1, 2, 2].map(async (owner) => run('echo', [owner], owner));
    await expect(run('echo', [], 1)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    await expect(run('echo', [], 3)).rejects.toMatchObject({ code: 'service_unavailable' });
    const patient = pool.run(1, { name: 'echo', args: [3] }, true);
    occupied.release();
    expect(await Promise.all([occupied.done, ...waiting, patient])).toEqual(['waited', 1, 1, 2, 2, 3]);
  });

  it('lets owners take turns', async () => {
    open();
    const occupied = occupy();
    const order: number[] = [];
    const waiting = [1, 1, 2].map(async (owner) => run('echo', [], owner).then(() => order.push(owner)));
    occupied.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 1]);
  });

  it('ends a thread that is idle, and starts another', async () => {
    open({ idleMs: 1 });
    const first = await run('thread');
    await expect.poll(async () => run('thread')).not.toBe(first);
  });

  it('rejects what runs and what waits when it is closed', async () => {
    open();
    const work = [run('spin'), run('echo')].map(async (each) => each.catch((error: unknown) => String(error)));
    await pool.close();
    expect(await Promise.all(work)).toEqual(Array(2).fill('Error: The threads are ended'));
    await expect(run('echo')).rejects.toThrow('ended');
  });
});
