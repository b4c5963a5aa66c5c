import { describe, expect, it } from 'vitest';
import { claimOf } from '../../../../../test/support/claims.ts';
import { createUuidGenerator } from '../../../../base/ids.ts';
import { decide, type Finished } from './decision.ts';

const MINUTE_MS = 60_000;
const ACCEPTED_MS = 1_800_000_000_000;
const messageId = createUuidGenerator()(ACCEPTED_MS);

function finished(
  kind: Finished['outcome']['kind'],
  ageMs: number,
  changes: Partial<Finished['claim']> = {},
): Finished {
  return {
    claim: claimOf({ messageId, ...changes }),
    outcome: { kind, status: '4.2.1', reason: '450 4.2.1 later', handedOverAtMs: undefined },
    details: {
      startedAtMs: ACCEPTED_MS + ageMs,
      finishedAtMs: ACCEPTED_MS + ageMs,
      route: 'direct',
      host: null,
      address: null,
      tls: null,
      conversation: '',
    },
  };
}

describe('what follows from an attempt', () => {
  it('a final answer ends the work', () => {
    expect(decide(finished('delivered', 0), 0.5)).toMatchObject({ status: 7, delayMs: undefined });
    expect(decide(finished('bounced', 0), 0.5)).toMatchObject({ status: 3, delayMs: undefined });
  });

  it.each([
    ['suppressed', 1],
    ['failed', 2],
    ['bounced', 3],
    ['complained', 4],
    ['delivered', 7],
  ] as const)('one that is %s has the state %i of the database', (kind, status) => {
    expect(decide(finished(kind, 0), 0.5)).toMatchObject({ kind, status, isInDoubt: false });
  });

  it('waits by the number of attempts, the one that just failed among them', () => {
    expect(decide(finished('deferred', 0, { attempts: 3 }), 0.5)).toMatchObject({ delayMs: 30 * MINUTE_MS });
  });

  it('a deferral stays queued and comes back', () => {
    expect(decide(finished('deferred', 0), 0.5)).toMatchObject({ status: 5, delayMs: MINUTE_MS });
  });

  it('a mail that may have been taken stays sent', () => {
    expect(decide(finished('deferred', 0, { wasSent: true }), 0.5)).toMatchObject({ status: 6 });
  });

  it('is delayed from the first attempt that failed on, once', () => {
    expect(decide(finished('deferred', 0), 0.5).becameDelayed).toBe(true);
    expect(decide(finished('deferred', MINUTE_MS, { attempts: 1, wasDelayed: true }), 0.5).becameDelayed).toBe(false);
    expect(decide(finished('failed', 0), 0.5).becameDelayed).toBe(false);
  });

  it('of a campaign comes back later, and is given up by its attempts, not by the age of the campaign', () => {
    const days = 20 * 24 * 60 * MINUTE_MS;
    const campaign = { mailClass: 'campaign' } as const;
    expect(decide(finished('deferred', days, campaign), 0.5)).toMatchObject({ status: 5, delayMs: 15 * MINUTE_MS });
    expect(decide(finished('deferred', days, { ...campaign, attempts: 10 }), 0.5)).toMatchObject({ kind: 'deferred' });
    expect(decide(finished('deferred', days, { ...campaign, attempts: 11 }), 0.5)).toMatchObject({ kind: 'failed' });
  });

  it('comes back at once when a process died over it', () => {
    const mail = finished('deferred', 0);
    expect(decide({ ...mail, outcome: { ...mail.outcome, isInDoubt: true } }, 0.5)).toMatchObject({
      delayMs: 0,
      becameDelayed: false,
    });
  });

  it('comes back at once so twice, and then waits: it may be what processes die of', () => {
    const taken = (times: number): unknown => {
      const mail = finished('deferred', 0, { taken: times });
      return decide({ ...mail, outcome: { ...mail.outcome, isInDoubt: true } }, 0.5);
    };
    expect(taken(2)).toMatchObject({ delayMs: 0, becameDelayed: false });
    expect(taken(3)).toMatchObject({ delayMs: MINUTE_MS, becameDelayed: true });
  });

  it('is delayed also by the last millisecond that it has', () => {
    const last = finished('deferred', 24 * 60 * MINUTE_MS - 1, { attempts: 9 });
    expect(decide(last, 0.5)).toMatchObject({ delayMs: 1, becameDelayed: true });
  });

  it('that has to wait for so long waits no less, a fifth more at most, and not beyond the end', () => {
    const mail = finished('deferred', 0);
    const waiting = { ...mail, outcome: { ...mail.outcome, retryAfterMs: 60 * MINUTE_MS } };
    expect(decide(waiting, 0)).toMatchObject({ delayMs: 60 * MINUTE_MS, becameDelayed: true });
    expect(decide(waiting, 0.999_999_9)).toMatchObject({ delayMs: 72 * MINUTE_MS });
    const late = finished('deferred', (24 * 60 - 10) * MINUTE_MS, { attempts: 8 });
    const last = { ...late, outcome: { ...late.outcome, retryAfterMs: 60 * MINUTE_MS } };
    expect(decide(last, 0.5)).toMatchObject({ delayMs: 10 * MINUTE_MS });
    const over = finished('deferred', 24 * 60 * MINUTE_MS, { attempts: 9 });
    expect(decide({ ...over, outcome: { ...over.outcome, retryAfterMs: 1 } }, 0.5)).toMatchObject({ kind: 'failed' });
  });

  it('is failed with 4.4.7 and the last words after a day', () => {
    const decision = decide(finished('deferred', 24 * 60 * MINUTE_MS, { attempts: 9 }), 0.5);
    expect(decision).toMatchObject({ kind: 'failed', status: 2, delayMs: undefined, enhanced: '4.4.7' });
    expect(decision.reason).toBe('Expired after 10 attempts in 24 hours: 450 4.2.1 later');
  });
});
