import { describe, expect, it } from 'vitest';
import { EXPECTED_FOR_MS, GRACE_MS, nextCheckMs, TELL_AGAIN_MS, verdictOn, type Standing } from './check-verdict.ts';
import type { KeySight } from './key-rotation.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const FOUND: KeySight = { kind: 'found', ttlSeconds: 1 };
const MISSING: KeySight = { kind: 'missing' };
const UNKNOWN: KeySight = { kind: 'unknown' };

function ago(ms: number): Date {
  return new Date(NOW.getTime() - ms);
}

function standing(changes: Partial<Standing> = {}): Standing {
  return { status: 'verified', wasVerified: true, missingSince: undefined, toldAt: undefined, ...changes };
}

const PENDING = standing({ status: 'pending', wasVerified: false });

describe("a check of a domain's required record", () => {
  it.each<[string, Standing, KeySight, { status: string; tell: string | undefined; missingSince?: Date | undefined }]>([
    ['verifies a new domain', PENDING, FOUND, { status: 'verified', tell: undefined }],
    ['fails a new domain', PENDING, MISSING, { status: 'failed', tell: undefined }],
    [
      'changes nothing for a new domain when DNS does not respond',
      PENDING,
      UNKNOWN,
      { status: 'pending', tell: undefined },
    ],
    [
      'records a missing record and notifies the owner',
      standing(),
      MISSING,
      { status: 'verified', tell: 'missing', missingSince: NOW },
    ],
    [
      'notifies the owner only once',
      standing({ missingSince: ago(HOUR_MS), toldAt: ago(HOUR_MS) }),
      MISSING,
      { status: 'verified', tell: undefined, missingSince: ago(HOUR_MS) },
    ],
    [
      'lets the domain send for 48 hours',
      standing({ missingSince: ago(GRACE_MS - 1), toldAt: ago(GRACE_MS - 1) }),
      MISSING,
      { status: 'verified', tell: undefined },
    ],
    [
      'stops the domain after 48 hours',
      standing({ missingSince: ago(GRACE_MS), toldAt: ago(GRACE_MS) }),
      MISSING,
      { status: 'failed', tell: 'stopped', missingSince: ago(GRACE_MS) },
    ],
    [
      'stops nothing while DNS does not respond',
      standing({ missingSince: ago(2 * GRACE_MS) }),
      UNKNOWN,
      { status: 'verified', tell: undefined, missingSince: ago(2 * GRACE_MS) },
    ],
    [
      'clears the missing state when the record is found again in time',
      standing({ missingSince: ago(HOUR_MS), toldAt: ago(HOUR_MS) }),
      FOUND,
      { status: 'verified', tell: undefined, missingSince: undefined },
    ],
    [
      'resumes a domain that was stopped',
      standing({ status: 'failed', missingSince: ago(2 * GRACE_MS), toldAt: ago(GRACE_MS) }),
      FOUND,
      { status: 'verified', tell: 'resumed', missingSince: undefined },
    ],
    ['keeps a failed domain failed', standing({ status: 'failed' }), MISSING, { status: 'failed', tell: undefined }],
    [
      'does not notify more than once a day about a record that comes and goes',
      standing({ toldAt: ago(TELL_AGAIN_MS - 1) }),
      MISSING,
      { status: 'verified', tell: undefined, missingSince: NOW },
    ],
    [
      'notifies again after a day',
      standing({ toldAt: ago(TELL_AGAIN_MS) }),
      MISSING,
      { status: 'verified', tell: 'missing', missingSince: NOW },
    ],
  ])('%s', (_name, before, sight, expected) => expect(verdictOn(before, sight, NOW)).toMatchObject(expected));
});

describe('the next check', () => {
  const calm = { verdict: { status: 'verified', missingSince: undefined }, isAnswered: true, keys: [] } as const;
  const middle = (): number => 0.5;
  const waitingSince = (createdAt: Date) => [{ state: 'waiting', createdAt }] as const;

  it.each([
    ['a day', calm, 24 * HOUR_MS],
    ['an hour when DNS did not respond', { ...calm, isAnswered: false }, HOUR_MS],
    ['an hour while a key is waiting', { ...calm, keys: waitingSince(ago(EXPECTED_FOR_MS - 1)) }, HOUR_MS],
    ['a day when a key has been waiting for long', { ...calm, keys: waitingSince(ago(EXPECTED_FOR_MS)) }, 24 * HOUR_MS],
    ['an hour while a record is missing', { ...calm, verdict: { status: 'failed', missingSince: NOW } }, HOUR_MS],
    [
      'a day when a record has been missing for long',
      { ...calm, verdict: { status: 'failed', missingSince: ago(EXPECTED_FOR_MS) } },
      24 * HOUR_MS,
    ],
  ] as const)('is after %s', (_name, state, ms) => expect(nextCheckMs(state, NOW, middle)).toBe(ms));

  it('varies by a tenth in either direction', () => {
    expect(nextCheckMs(calm, NOW, () => 0)).toBe(21.6 * HOUR_MS);
    expect(nextCheckMs(calm, NOW, () => 1)).toBe(26.4 * HOUR_MS);
  });
});
