import { describe, expect, it } from 'vitest';
import {
  EXPECTED_FOR_MS,
  GRACE_MS,
  nextCheckMs,
  NOTIFY_AGAIN_MS,
  verdictOn,
  type CheckedDomain,
} from './check-verdict.ts';
import type { KeyCheck } from './key-rotation.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const FOUND: KeyCheck = { kind: 'found', ttlSeconds: 1 };
const MISSING: KeyCheck = { kind: 'missing' };
const UNKNOWN: KeyCheck = { kind: 'unknown' };

function ago(ms: number): Date {
  return new Date(NOW.getTime() - ms);
}

function checkedDomain(changes: Partial<CheckedDomain> = {}): CheckedDomain {
  return { status: 'verified', wasVerified: true, missingSince: undefined, notifiedAt: undefined, ...changes };
}

const PENDING = checkedDomain({ status: 'pending', wasVerified: false });

describe("a check of a domain's required record", () => {
  it.each<
    [string, CheckedDomain, KeyCheck, { status: string; notify: string | undefined; missingSince?: Date | undefined }]
  >([
    ['verifies a new domain', PENDING, FOUND, { status: 'verified', notify: undefined }],
    ['fails a new domain', PENDING, MISSING, { status: 'failed', notify: undefined }],
    [
      'changes nothing for a new domain when DNS does not respond',
      PENDING,
      UNKNOWN,
      { status: 'pending', notify: undefined },
    ],
    [
      'records a missing record and notifies the owner',
      checkedDomain(),
      MISSING,
      { status: 'verified', notify: 'missing', missingSince: NOW },
    ],
    [
      'notifies the owner only once',
      checkedDomain({ missingSince: ago(HOUR_MS), notifiedAt: ago(HOUR_MS) }),
      MISSING,
      { status: 'verified', notify: undefined, missingSince: ago(HOUR_MS) },
    ],
    [
      'lets the domain send for 48 hours',
      checkedDomain({ missingSince: ago(GRACE_MS - 1), notifiedAt: ago(GRACE_MS - 1) }),
      MISSING,
      { status: 'verified', notify: undefined },
    ],
    [
      'stops the domain after 48 hours',
      checkedDomain({ missingSince: ago(GRACE_MS), notifiedAt: ago(GRACE_MS) }),
      MISSING,
      { status: 'failed', notify: 'stopped', missingSince: ago(GRACE_MS) },
    ],
    [
      'stops nothing while DNS does not respond',
      checkedDomain({ missingSince: ago(2 * GRACE_MS) }),
      UNKNOWN,
      { status: 'verified', notify: undefined, missingSince: ago(2 * GRACE_MS) },
    ],
    [
      'clears the missing state when the record is found again in time',
      checkedDomain({ missingSince: ago(HOUR_MS), notifiedAt: ago(HOUR_MS) }),
      FOUND,
      { status: 'verified', notify: undefined, missingSince: undefined },
    ],
    [
      'resumes a domain that was stopped',
      checkedDomain({ status: 'failed', missingSince: ago(2 * GRACE_MS), notifiedAt: ago(GRACE_MS) }),
      FOUND,
      { status: 'verified', notify: 'resumed', missingSince: undefined },
    ],
    [
      'keeps a failed domain failed',
      checkedDomain({ status: 'failed' }),
      MISSING,
      { status: 'failed', notify: undefined },
    ],
    [
      'does not notify more than once a day about a record that comes and goes',
      checkedDomain({ notifiedAt: ago(NOTIFY_AGAIN_MS - 1) }),
      MISSING,
      { status: 'verified', notify: undefined, missingSince: NOW },
    ],
    [
      'notifies again after a day',
      checkedDomain({ notifiedAt: ago(NOTIFY_AGAIN_MS) }),
      MISSING,
      { status: 'verified', notify: 'missing', missingSince: NOW },
    ],
  ])('%s', (_name, before, keyCheck, expected) => expect(verdictOn(before, keyCheck, NOW)).toMatchObject(expected));
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
