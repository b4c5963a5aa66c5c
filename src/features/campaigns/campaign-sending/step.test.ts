import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { startApp, type TestApp } from '../../../../test/support/app.ts';
import { rowsOf } from '../../../../test/support/planted-contacts.ts';
import { campaignRow, plantCampaign } from '../../../../test/support/sent-campaigns.ts';
import type { SendingParts } from './parts.ts';
import { recordWinner } from './queries.ts';
import { DONE, orStop, stopWith, whileHeld, type Run } from './step.ts';

let app: TestApp;
let db: Database;
let run: Run;
beforeAll(async () => {
  app = await startApp();
  ({ db } = app.installation);
});
beforeEach(async () => {
  const accountId = (await app.newAccount()).account.id;
  const id = await plantCampaign(db, accountId, { state: 'sending', next_at: null });
  // Locking a campaign does not use the other dependencies.
  const parts = { db, leaseSeconds: 25 } as SendingParts;
  run = { parts, accountId, id, epoch: 0, failures: 0, isOver: () => false };
});
afterAll(() => app.close());

const SENDING = { states: ['sending'] } as const;
const writeWinner = async (tx: Tx) => recordWinner(tx, run.accountId, run.id, 7);
const winner = async () => (await campaignRow(db, run.id)).winner;

describe('whileHeld', () => {
  it('commits its changes and renews the lease', async () => {
    const result = await whileHeld(run, SENDING, async (tx) => {
      await writeWinner(tx);
      return DONE;
    });
    expect(result).toEqual(DONE);
    expect(await campaignRow(db, run.id)).toMatchObject({ winner: 7, next_at: expect.any(Date) });
  });

  it('rolls back its changes after a refusal and returns the refusal as the reason to stop', async () => {
    const result = await whileHeld(run, SENDING, async (tx) => {
      await writeWinner(tx);
      return orStop(async () =>
        Promise.reject(new Refusal('forbidden', { message: 'The door is shut.', fix: 'Come back at nine.' })),
      );
    });
    expect(result).toEqual(stopWith('The door is shut. Come back at nine.'));
    expect(await campaignRow(db, run.id)).toMatchObject({ winner: null, next_at: null });
  });

  it('rolls back its changes and rejects on an unexpected error', async () => {
    const broken = whileHeld(run, SENDING, async (tx) => {
      await writeWinner(tx);
      return orStop(async () => Promise.reject(new Error('broken')));
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await winner()).toBeNull();
  });

  it('returns lost when another process has the lease or the state was changed', async () => {
    expect(await whileHeld({ ...run, epoch: 1 }, SENDING, writeWinner)).toEqual({ kind: 'lost' });
    expect(await whileHeld(run, { states: ['paused'] }, writeWinner)).toEqual({ kind: 'lost' });
    expect(await winner()).toBeNull();
  });

  it('stops for a closed account unless `evenClosed` is set', async () => {
    await rowsOf(db, 'update account set closed_at = now() where account_id = $1', [run.accountId]);
    expect(await whileHeld(run, SENDING, writeWinner)).toMatchObject({ kind: 'stop', isClosed: true });
    expect(await winner()).toBeNull();
    await whileHeld(run, { ...SENDING, evenClosed: true }, writeWinner);
    expect(await winner()).toBe(7);
  });
});
