import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerPool, TaskTooHeavy, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
import { scratchFolder } from '../../test/support/scratch.ts';

const MODULE = `
  import { existsSync } from 'node:fs';
  export const pid = () => process.pid;
  export const echo = (value) => value;
  export const fail = (message) => { throw new TypeError(message); };
  export const end = () => process.exit(3);
  export const crash = () => { setImmediate(() => { throw new Error('later'); }); return new Promise(() => {}); };
  export const spin = () => { for (;;); };
  export const hoard = () => { const all = []; for (;;) all.push(new Array(10_000).fill(all.length)); };
  export const wait = (safeguard) => { while (!existsSync(safeguard)); return 'waited'; };
`;
const OPTIONS: WorkerPoolOptions = {
  module: new URL(`data:text/javascript,${encodeURIComponent(MODULE)}`),
  maxWorkers: 1,
  maxWaiting: 4,
  maxWaitingOfOwner: 2,
  deadlineMs: 60_000,
  patientMs: 60_000,
  memoryMb: 64,
  idleMs: 60_000,
};

let pool: WorkerPool;
function open(options: Partial<WorkerPoolOptions> = {}): void {
  pool = createWorkerPool({ ...OPTIONS, ...options });
}
const run = (name: string, args: readonly unknown[] = [], owner = 1): Promise<unknown> =>
  pool.run(owner, { name, args });
/** Keeps the only worker busy until it is released. */
function occupy(): { readonly done: Promise<unknown>; release(): void } {
  const safeguard = join(scratchFolder('postrider-worker-pool-'), 'safeguard');
  return { done: run('wait', [safeguard], 99), release: () => writeFileSync(safeguard, '') };
}

afterEach(async () => pool.close());

describe('createWorkerPool', () => {
  it('resolves with return values and rejects with thrown errors', async () => {
    open();
    expect(await run('echo', [{ a: ['ä'] }])).toEqual({ a: ['ä'] });
    await expect(run('fail', ['no'])).rejects.toThrow('no');
    expect(await run('echo', [2])).toBe(2);
  });

  it.each(['end', 'crash'])('continues after a worker is lost to %s', async (name) => {
    open();
    await expect(run(name)).rejects.toThrow();
    expect(await run('echo', [1])).toBe(1);
  });

  it('ends a task that takes too long, and continues', async () => {
    open({ deadlineMs: 500 });
    await expect(run('spin')).rejects.toThrow(TaskTooHeavy);
    expect(await run('echo', [1])).toBe(1);
  });

  it('ends a task that uses too much memory, and continues', async () => {
    open();
    await expect(run('hoard')).rejects.toThrow(TaskTooHeavy);
    expect(await run('echo', [1])).toBe(1);
  });

  it('rejects tasks beyond the limits, except patient ones', async () => {
    open();
    const occupied = occupy();
    const waiting = [1, 1, 2, 2].map(async (owner) => run('echo', [owner], owner));
    await expect(run('echo', [], 1)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    await expect(run('echo', [], 3)).rejects.toMatchObject({ code: 'service_unavailable' });
    const patient = pool.run(1, { name: 'echo', args: [3] }, true);
    occupied.release();
    expect(await Promise.all([occupied.done, ...waiting, patient])).toEqual(['waited', 1, 1, 2, 2, 3]);
  });

  it('runs the tasks of different owners in round-robin order', async () => {
    open();
    const occupied = occupy();
    const order: number[] = [];
    const waiting = [1, 1, 2].map(async (owner) => run('echo', [], owner).then(() => order.push(owner)));
    occupied.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 1]);
  });

  it('ends an idle worker and starts a new one for the next task', async () => {
    open({ idleMs: 1 });
    const first = await run('pid');
    await expect.poll(async () => run('pid')).not.toBe(first);
  });

  it('rejects running and waiting tasks when it is closed', async () => {
    open();
    const work = [run('spin'), run('echo')].map(async (each) => each.catch((error: unknown) => String(error)));
    await pool.close();
    expect(await Promise.all(work)).toEqual(Array(2).fill('Error: The workers are closed'));
    await expect(run('echo')).rejects.toThrow('closed');
  });
});
