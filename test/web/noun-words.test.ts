import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { noun, plural } from '../../dashboard/src/words.ts';
import { conditionOf } from '../../dashboard/src/pages/alerts/alert-words.ts';
import { differenceOf, nearestOf } from '../../dashboard/src/pages/domains/dns-text.ts';
import { addressesIn } from '../../dashboard/src/pages/suppressions/address-list.ts';
import { daysOf } from '../../dashboard/src/pages/tags/tag-period.ts';
import { fareOf } from '../../dashboard/src/pages/webhooks/fare.ts';
import { readPastedRequest } from '../../dashboard/src/pages/webhooks/pasted-request.ts';
import {
  momentsOf,
  outagesOf,
  progressOf,
  rangeOf,
  sumOf,
  timesOf,
} from '../../dashboard/src/pages/webhooks/time-range.ts';

describe('a found DNS record', () => {
  it.each([
    ['v=spf1 a:mail.example ~all', 'v=spf1 include:x.example ~all', 'a:mail', 'include:x'],
    ['v=DMARC1; p=none;', 'v=DMARC1; p=none;', '', ''],
    ['abcdef', 'abc', 'def', ''],
    ['aaa', 'aaaaa', '', 'aa'],
    ['', 'x', '', 'x'],
  ])('is marked where %j is not %j', (wanted, found, missing, extra) => {
    const difference = differenceOf(wanted, found);
    expect([difference.wanted.differs, difference.found.differs]).toEqual([missing, extra]);
    expect(Object.values(difference.wanted).join('')).toBe(wanted);
    expect(Object.values(difference.found).join('')).toBe(found);
  });

  it('is the one most similar to the wanted record', () => {
    expect(nearestOf('v=spf1 a:mail ~all', ['google-site=1', 'v=spf1 mx ~all'])).toBe('v=spf1 mx ~all');
    expect(nearestOf('x', [])).toBeUndefined();
  });
});

describe('a timeline', () => {
  const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();
  const stretch = (minute: number, failed: number) => ({ at: at(minute), received: 1, failed, waiting: 0, held: 0 });
  const data = [0, 5, 7, 0, 0, 1, 0, 0, 0, 2, 0].map((failed, minute) => stretch(minute, failed));
  const timeline = {
    from: at(0),
    to: at(11),
    step_seconds: 60,
    is_complete: true,
    covered_from: at(0),
    data,
    answers: [],
  };

  it('has outages that continue over short pauses, worst first', () => {
    expect(outagesOf(data)).toEqual([
      { first: 1, last: 5, failed: 13 },
      { first: 9, last: 9, failed: 2 },
    ]);
    expect(outagesOf([])).toEqual([]);
  });

  it('converts ranges to times and back', () => {
    const range = { first: 1, last: 5 };
    const { from, to } = momentsOf(timeline, range);
    expect([from, to]).toEqual([at(1), at(6)]);
    expect(rangeOf(timeline, from, to)).toEqual(range);
    expect(sumOf(data, range)).toEqual({ received: 5, failed: 13, waiting: 0, held: 0 });
  });

  it.each([
    ['', ''],
    ['nonsense', 'nonsense'],
    ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'],
    ['2030-01-01T00:00:00Z', '2030-01-02T00:00:00Z'],
  ])('has no range between %j and %j', (from, to) => {
    expect(rangeOf(timeline, from, to)).toBeUndefined();
  });

  it('ends with the current minute and has the requested length, one day by default', () => {
    const now = Date.parse('2026-11-21T09:10:30Z');
    expect(timesOf('1h', now)).toEqual({
      created_after: '2026-11-21T08:11:00.000Z',
      created_before: '2026-11-21T09:11:00.000Z',
    });
    expect(timesOf('nonsense', now).created_after).toBe('2026-11-20T09:11:00.000Z');
  });

  it.each([
    ['running', at(5), 0.5],
    ['running', at(0), 0],
    ['done', at(1), 1],
    ['running', 'nonsense', 0],
  ] as const)('has a replay that is %s, has processed until %s, and is at %d of its range', (state, until, share) => {
    const filter = { created_after: at(0), created_before: at(10) };
    const replay = { id: '', state, filter, url: null, per_second: 1, queued: 0, until: at(20), created_at: at(20) };
    expect(progressOf({ ...replay, covered_until: until, finished_at: null })).toBe(share);
  });
});

describe('a pasted request', () => {
  it.each([
    ['X-Service-Signature: t=1,v1=ab', { 'X-Service-Signature': 't=1,v1=ab' }],
    ['POST /mail HTTP/1.1\r\nsvix-id: msg_1\r\nsvix-timestamp: 7', { 'svix-id': 'msg_1', 'svix-timestamp': '7' }],
    [
      '{"X-Service-Signature": "t=1,v1=ab", "accept": ["a", "b"]}',
      { 'X-Service-Signature': 't=1,v1=ab', accept: 'a, b' },
    ],
    [`  "x-service-signature" => "t=1,v1=ab",`, { 'x-service-signature': 't=1,v1=ab' }],
    [`-H 'X-Service-Signature: t=1,v1=ab' \\`, { 'X-Service-Signature': 't=1,v1=ab' }],
    ['no header at all', {}],
    ['{"broken": ', {}],
  ])('returns its headers: %j', (text, headers) => {
    expect(readPastedRequest(text).headers).toEqual(headers);
  });

  it('returns the text after an empty line as its body', () => {
    expect(readPastedRequest('a: 1\r\n\r\n{"b": 2}\r\n')).toEqual({ headers: { a: '1' }, body: '{"b": 2}\n' });
  });
});

describe('helpers of other pages', () => {
  it.each([
    ['ann@example.com\nbob@example.com, ann@example.com', ['ann@example.com', 'bob@example.com']],
    ['"Ann" <ann@example.com>; mailto:bob@example.com', ['ann@example.com', 'bob@example.com']],
    ['email,name\nann@example.com,Ann', ['ann@example.com']],
    ['nothing here', []],
  ])('extract addresses from pasted text: %j', (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
  });

  it('convert a period to whole days, including both ends', () => {
    const now = Date.parse('2026-11-21T09:10:30Z');
    expect(daysOf('7', now)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(daysOf(undefined, now).from).toBe('2026-10-23');
  });

  it('describe an alert in words', () => {
    const rate = { kind: 'bounce_rate', threshold_percent: 2.5, window_minutes: 60, minimum_volume: 20 } as const;
    expect(conditionOf(rate)).toBe('bounce rate over 2.5% within 60 min, at least 20 emails');
    expect(conditionOf({ ...rate, kind: 'silence', window_minutes: 1440 })).toBe('no email for 24 h');
  });
});

describe('a receiver', () => {
  const fares = (rate: number | null, failing: string | null = null, state: 'enabled' | 'disabled' = 'enabled') =>
    fareOf({
      state,
      failing_since: failing,
      last_24_hours: { attempts: 100, received: 71, success_rate: rate, median_ms: null, p95_ms: null },
    }).word;

  it('is called healthy only if its success rate agrees', () => {
    expect(fares(100)).toBe('healthy');
    expect(fares(71)).toBe('some failing');
    expect(fares(98.9)).toBe('some failing');
    expect(fares(0)).toBe('all failing');
    expect(fares(null)).toBe('nothing sent');
    expect(fares(71, '2026-11-21T08:15:00Z')).toBe('failing');
    expect(fares(100, null, 'disabled')).toBe('disabled');
  });
});

describe('counts with nouns', () => {
  it('use the helper for singular and plural on every page', () => {
    const folder = fileURLToPath(new URL('../../dashboard/src', import.meta.url));
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && name !== 'words.ts')
      .flatMap((name) => {
        const text = readFileSync(`${folder}/${name}`, 'utf8');
        return [...text.matchAll(/(?<!\w)count\([^(){}]*\)\}\s+[a-z]+s\b|===? 1 \? '[a-z ]+' : '[a-z ]+s?'/g)].map(
          ([match]) => `${name}: ${match}`,
        );
      });
    expect(found).toEqual([]);
    expect([plural(1, 'mail'), plural(0, 'mail'), noun(1, 'is', 'are')]).toEqual(['1 mail', '0 mails', 'is']);
  });
});
