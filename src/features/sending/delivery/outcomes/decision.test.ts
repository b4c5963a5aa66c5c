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

describe('the decision after an attempt', () => {
  it('ends delivery after a final outcome', () => {
    expect(decide(finished('delivered', 0), 0.5)).toMatchObject({ status: 7, delayMs: undefined });
    expect(decide(finished('bounced', 0), 0.5)).toMatchObject({ status: 3, delayMs: undefined });
  });

  it.each([
    ['suppressed', 1],
    ['failed', 2],
    ['bounced', 3],
    ['complained', 4],
    ['delivered', 7],
  ] as const)('stores for %s the database status %i', (kind, status) => {
    expect(decide(finished(kind, 0), 0.5)).toMatchObject({ kind, status, isInDoubt: false });
  });

  it('delays the retry by the number of attempts, including the one that just failed', () => {
    expect(decide(finished('deferred', 0, { attempts: 3 }), 0.5)).toMatchObject({ delayMs: 30 * MINUTE_MS });
  });

  it('requeues a deferred message', () => {
    expect(decide(finished('deferred', 0), 0.5)).toMatchObject({ status: 5, delayMs: MINUTE_MS });
  });

  it('keeps the status of a message that may have been accepted', () => {
    expect(decide(finished('deferred', 0, { wasSent: true }), 0.5)).toMatchObject({ status: 6 });
  });

  it('reports a delay once, after the first failed attempt', () => {
    expect(decide(finished('deferred', 0), 0.5).becameDelayed).toBe(true);
    expect(decide(finished('deferred', MINUTE_MS, { attempts: 1, wasDelayed: true }), 0.5).becameDelayed).toBe(false);
    expect(decide(finished('failed', 0), 0.5).becameDelayed).toBe(false);
  });

  it('retries a campaign message later, and expires it by its attempts, not by the age of the campaign', () => {
    const days = 20 * 24 * 60 * MINUTE_MS;
    const campaign = { mailClass: 'campaign' } as const;
    expect(decide(finished('deferred', days, campaign), 0.5)).toMatchObject({ status: 5, delayMs: 15 * MINUTE_MS });
    expect(decide(finished('deferred', days, { ...campaign, attempts: 10 }), 0.5)).toMatchObject({ kind: 'deferred' });
    expect(decide(finished('deferred', days, { ...campaign, attempts: 11 }), 0.5)).toMatchObject({ kind: 'failed' });
  });

  it('retries immediately after a process died during the attempt', () => {
    const mail = finished('deferred', 0);
    expect(decide({ ...mail, outcome: { ...mail.outcome, isInDoubt: true } }, 0.5)).toMatchObject({
      delayMs: 0,
      becameDelayed: false,
    });
  });

  it('retries immediately only twice after processes died, because the message may be the cause', () => {
    const taken = (times: number): unknown => {
      const mail = finished('deferred', 0, { taken: times });
      return decide({ ...mail, outcome: { ...mail.outcome, isInDoubt: true } }, 0.5);
    };
    expect(taken(2)).toMatchObject({ delayMs: 0, becameDelayed: false });
    expect(taken(3)).toMatchObject({ delayMs: MINUTE_MS, becameDelayed: true });
  });

  it('reports a delay even of one millisecond', () => {
    const last = finished('deferred', 24 * 60 * MINUTE_MS - 1, { attempts: 9 });
    expect(decide(last, 0.5)).toMatchObject({ delayMs: 1, becameDelayed: true });
  });

  it('keeps a minimum delay, adds at most a fifth, and does not exceed the end of the schedule', () => {
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

  it('fails with 4.4.7 and the last reply after a day', () => {
    const decision = decide(finished('deferred', 24 * 60 * MINUTE_MS, { attempts: 9 }), 0.5);
    expect(decision).toMatchObject({ kind: 'failed', status: 2, delayMs: undefined, enhanced: '4.4.7' });
    expect(decision.reason).toBe('Expired after 10 attempts in 24 hours: 450 4.2.1 later');
  });
});
