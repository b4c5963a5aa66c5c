import { describe, expect, it } from 'vitest';
import {
  changedKeys,
  emptyableFrom,
  freeSelector,
  keysToPublish,
  MAX_TTL_WAIT_MS,
  PUBLISHED_WAIT_MS,
  RETIRED_KEEP_MS,
  type KeyCheck,
} from './key-rotation.ts';
import type { DomainKey } from './present.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const FOUND: KeyCheck = { kind: 'found', ttlSeconds: 300 };
const MISSING: KeyCheck = { kind: 'missing' };
const UNKNOWN: KeyCheck = { kind: 'unknown' };

function at(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

function key(selector: string, state: DomainKey['state'], times: Partial<DomainKey> = {}): DomainKey {
  return {
    selector,
    algorithm: selector.endsWith('e') ? 'ed25519' : 'rsa',
    publicKey: 'AAAA',
    state,
    createdAt: at(-1e9),
    publishedAt: undefined,
    activeFrom: undefined,
    retiredAt: undefined,
    ...times,
  };
}

/** Returns the changed keys as strings in the format 'selector state'. */
function changes(keys: DomainKey[], keyChecks: Record<string, KeyCheck>): string[] {
  return changedKeys(keys, new Map(Object.entries(keyChecks)), NOW).map(
    ({ selector, state }) => `${selector} ${state}`,
  );
}

describe('keys change', () => {
  const waited = { publishedAt: at(-PUBLISHED_WAIT_MS), activeFrom: NOW };
  const waiting = { publishedAt: at(1 - PUBLISHED_WAIT_MS), activeFrom: at(1) };

  it.each<[string, DomainKey[], Record<string, KeyCheck>, string[]]>([
    ['the first key signs once it is found', [key('pr1', 'waiting')], { pr1: FOUND }, ['pr1 active']],
    ['the first key does not sign while it is missing', [key('pr1', 'waiting')], { pr1: MISSING }, []],
    ['the first key does not sign while DNS does not respond', [key('pr1', 'waiting')], { pr1: UNKNOWN }, []],
    ['the first key does not sign without a check', [key('pr1', 'waiting')], {}, []],
    [
      'the next key is recorded when it is found, and waits',
      [key('pr1', 'active'), key('pr2', 'waiting')],
      { pr1: FOUND, pr2: FOUND },
      ['pr2 waiting'],
    ],
    [
      'the next key still waits one millisecond before its time',
      [key('pr1', 'active'), key('pr2', 'waiting', waiting)],
      { pr1: FOUND, pr2: FOUND },
      [],
    ],
    [
      'the next key signs after its time, and the previous key stops first',
      [key('pr1', 'active'), key('pr2', 'waiting', waited)],
      { pr1: FOUND, pr2: FOUND },
      ['pr1 retired', 'pr2 active'],
    ],
    [
      'the next key does not sign after its time without a check that found it',
      [key('pr1', 'active'), key('pr2', 'waiting', waited)],
      { pr1: FOUND, pr2: UNKNOWN },
      [],
    ],
    [
      'the next key starts to wait again after its record was missing',
      [key('pr1', 'active'), key('pr2', 'waiting', waiting)],
      { pr1: FOUND, pr2: MISSING },
      ['pr2 waiting'],
    ],
    [
      'the next key signs immediately when the record of the previous key is gone',
      [key('pr1', 'active'), key('pr2', 'waiting')],
      { pr1: MISSING, pr2: FOUND },
      ['pr1 retired', 'pr2 active'],
    ],
    [
      'an RSA key whose record is gone continues, because messages need a signature',
      [key('pr1', 'active')],
      { pr1: MISSING },
      [],
    ],
    ['an Ed25519 key whose record is gone stops', [key('pr1e', 'active')], { pr1e: MISSING }, ['pr1e waiting']],
    ['an Ed25519 key continues when DNS does not respond', [key('pr1e', 'active')], { pr1e: UNKNOWN }, []],
    [
      'an Ed25519 key whose record is gone retires when another is waiting',
      [key('pr1e', 'active'), key('pr2e', 'waiting')],
      { pr1e: MISSING, pr2e: MISSING },
      ['pr1e retired'],
    ],
    [
      'keys of different kinds do not wait for each other',
      [key('pr1', 'active'), key('pr2', 'waiting'), key('pr1e', 'waiting')],
      { pr1: FOUND, pr2: MISSING, pr1e: FOUND },
      ['pr1e active'],
    ],
    ['a retired key stays retired', [key('pr1', 'retired', { retiredAt: NOW })], { pr1: FOUND }, []],
  ])('%s', (_name, keys, keyChecks, expected) => expect(changes(keys, keyChecks)).toEqual(expected));

  it.each([
    [0, PUBLISHED_WAIT_MS],
    [86_400, PUBLISHED_WAIT_MS],
    [86_401, 86_401_000],
    [604_800, MAX_TTL_WAIT_MS],
    [2 ** 31, MAX_TTL_WAIT_MS],
  ])('with a TTL of %i s after a delay of %i ms', (ttlSeconds, waitMs) => {
    const keys = [key('pr1', 'active'), key('pr2', 'waiting')];
    const [next] = changedKeys(keys, new Map([['pr2', { kind: 'found', ttlSeconds }]]), NOW);
    expect(next).toMatchObject({ selector: 'pr2', publishedAt: NOW, activeFrom: at(waitMs) });
  });
});

describe('the record of a retired key', () => {
  const justNeeded = key('pr1', 'retired', { retiredAt: at(1 - RETIRED_KEEP_MS) });
  const unneeded = key('pr1', 'retired', { retiredAt: at(-RETIRED_KEEP_MS) });
  const active = key('pr2', 'active');

  it('is needed for seven days', () => {
    expect(emptyableFrom(justNeeded)).toEqual(at(1));
    expect(emptyableFrom(active)).toBeUndefined();
    expect(keysToPublish([justNeeded, active], NOW)).toHaveLength(2);
    expect(keysToPublish([unneeded, active], NOW)).toEqual([active]);
  });

  it('blocks its selector for new keys for seven days', () => {
    expect(freeSelector([justNeeded, active], 'rsa', NOW)).toBeUndefined();
    expect(freeSelector([unneeded, active], 'rsa', NOW)).toBe('pr1');
    expect(freeSelector([key('pr1', 'active')], 'rsa', NOW)).toBe('pr2');
    expect(freeSelector([key('own', 'active')], 'rsa', NOW)).toBe('pr1');
    expect(freeSelector([key('pr1', 'active')], 'ed25519', NOW)).toBe('pr1e');
  });
});
