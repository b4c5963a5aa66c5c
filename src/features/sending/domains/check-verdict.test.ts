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

describe('a look at the record that a domain needs', () => {
  it.each<[string, Standing, KeySight, { status: string; tell: string | undefined; missingSince?: Date | undefined }]>([
    ['verifies a new domain', PENDING, FOUND, { status: 'verified', tell: undefined }],
    ['fails a new domain', PENDING, MISSING, { status: 'failed', tell: undefined }],
    ['says nothing of a new domain when DNS is silent', PENDING, UNKNOWN, { status: 'pending', tell: undefined }],
    ['notes what vanished, and tells', standing(), MISSING, { status: 'verified', tell: 'missing', missingSince: NOW }],
    [
      'tells once',
      standing({ missingSince: ago(HOUR_MS), toldAt: ago(HOUR_MS) }),
      MISSING,
      { status: 'verified', tell: undefined, missingSince: ago(HOUR_MS) },
    ],
    [
      'lets it send within 48 hours',
      standing({ missingSince: ago(GRACE_MS - 1), toldAt: ago(GRACE_MS - 1) }),
      MISSING,
      { status: 'verified', tell: undefined },
    ],
    [
      'stops it after 48 hours',
      standing({ missingSince: ago(GRACE_MS), toldAt: ago(GRACE_MS) }),
      MISSING,
      { status: 'failed', tell: 'stopped', missingSince: ago(GRACE_MS) },
    ],
    [
      'stops nothing while DNS is silent',
      standing({ missingSince: ago(2 * GRACE_MS) }),
      UNKNOWN,
      { status: 'verified', tell: undefined, missingSince: ago(2 * GRACE_MS) },
    ],
    [
      'forgets what is found again in time',
      standing({ missingSince: ago(HOUR_MS), toldAt: ago(HOUR_MS) }),
      FOUND,
      { status: 'verified', tell: undefined, missingSince: undefined },
    ],
    [
      'resumes what had stopped',
      standing({ status: 'failed', missingSince: ago(2 * GRACE_MS), toldAt: ago(GRACE_MS) }),
      FOUND,
      { status: 'verified', tell: 'resumed', missingSince: undefined },
    ],
    ['stays failed', standing({ status: 'failed' }), MISSING, { status: 'failed', tell: undefined }],
    [
      'does not tell of a record that comes and goes more than once a day',
      standing({ toldAt: ago(TELL_AGAIN_MS - 1) }),
      MISSING,
      { status: 'verified', tell: undefined, missingSince: NOW },
    ],
    [
      'tells of it again after a day',
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
    ['an hour when DNS was silent', { ...calm, isAnswered: false }, HOUR_MS],
    ['an hour while a key waits', { ...calm, keys: waitingSince(ago(EXPECTED_FOR_MS - 1)) }, HOUR_MS],
    ['a day once it has waited for long', { ...calm, keys: waitingSince(ago(EXPECTED_FOR_MS)) }, 24 * HOUR_MS],
    ['an hour while a record is missing', { ...calm, verdict: { status: 'failed', missingSince: NOW } }, HOUR_MS],
    [
      'a day once it has been missing for long',
      { ...calm, verdict: { status: 'failed', missingSince: ago(EXPECTED_FOR_MS) } },
      24 * HOUR_MS,
    ],
  ] as const)('is after %s', (_name, state, ms) => expect(nextCheckMs(state, NOW, middle)).toBe(ms));

  it('is spread by a tenth to both sides', () => {
    expect(nextCheckMs(calm, NOW, () => 0)).toBe(21.6 * HOUR_MS);
    expect(nextCheckMs(calm, NOW, () => 1)).toBe(26.4 * HOUR_MS);
  });
});
