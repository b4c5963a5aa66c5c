import { describe, expect, it } from 'vitest';
import {
  axisOf,
  greatestOf,
  kindOf,
  pathOf,
  placeOf,
  pointAfter,
  pointAt,
} from '../../dashboard/src/components/chart-scale.ts';
import { curlOf, queryOf } from '../../dashboard/src/pages/messages/message-filters.ts';
import {
  aftermathOf,
  deliveryOf,
  stepsOf,
  type Leg,
  type MessageRoute,
} from '../../dashboard/src/pages/messages/route-steps.ts';
import { headersOf } from '../../dashboard/src/pages/messages/source-headers.ts';
import { seriesOf } from '../../dashboard/src/pages/usage/month-series.ts';
import { LANGUAGES, snippetOf } from '../../dashboard/src/pages/welcome/snippets.ts';
import { count, duration, plural, share, size } from '../../dashboard/src/words.ts';

describe('charts', () => {
  it.each([0, 1, 6, 203, 999, 1_000, 41_208, 7_654_321])('have an axis to %d with few round numbers', (greatest) => {
    const { most, ticks } = axisOf(greatest);
    expect(most).toBeGreaterThanOrEqual(greatest);
    expect(most).toBeGreaterThan(0);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBe(most);
  });

  it('draw a line from left to right, with y coordinates from the top', () => {
    const scale = { count: 3, most: 10, width: 100, height: 50 };
    expect(pathOf([0, 5, 10], scale)).toBe('M0.0 50.0L50.0 25.0L100.0 0.0');
    expect(pathOf([], scale)).toBe('');
    expect(pathOf([10], { ...scale, count: 1 })).toBe('M0.0 0.0');
  });
});

describe('the type of a chart', () => {
  it('is bars as long as they can be distinguished, and lines above that', () => {
    expect([1, 7, 31, 62, 63, 365].map(kindOf)).toEqual(['bars', 'bars', 'bars', 'bars', 'lines', 'lines']);
  });

  it('has space for stacked bars and for the highest line', () => {
    const series = [{ values: [1, 2, 3] }, { values: [10, 0, 4] }];
    expect([greatestOf('bars', series), greatestOf('lines', series), greatestOf('bars', [])]).toEqual([11, 10, 0]);
  });

  it.each(['bars', 'lines'] as const)('finds the point of %s at its position', (kind) => {
    for (const index of [0, 1, 5, 6]) expect(pointAt(kind, placeOf(kind, index, 7), 7)).toBe(index);
    expect([pointAt(kind, -1, 7), pointAt(kind, 2, 7), pointAt(kind, 0.5, 0)]).toEqual([0, 6, 0]);
  });
});

describe('the months of a quota', () => {
  it('are split into usage within and beyond the quota, which add up to the total', () => {
    const valuesOf = (limit: number | null): unknown => seriesOf([5, 12, 10], limit).map(({ values }) => values);
    expect(valuesOf(10)).toEqual([
      [5, 10, 10],
      [0, 2, 0],
    ]);
    expect([valuesOf(12), valuesOf(null)]).toEqual([[[5, 12, 10]], [[5, 12, 10]]]);
  });
});

describe('keys on a chart', () => {
  it.each([
    ['ArrowRight', undefined, 0],
    ['ArrowRight', 5, 6],
    ['ArrowRight', 6, 6],
    ['ArrowLeft', undefined, 6],
    ['ArrowLeft', 0, 0],
    ['Home', 3, 0],
    ['End', undefined, 6],
    ['x', 3, undefined],
  ])('%s from %s leads to %s of seven', (key, at, next) => {
    expect(pointAfter(key, at, 6)).toBe(next);
  });
});

describe('filters of messages', () => {
  const nowMs = Date.parse('2026-11-21T17:30:45.678Z');

  it('request only the given conditions', () => {
    expect(queryOf({}, nowMs)).toEqual({ per_page: '25' });
    expect(queryOf({ status: 'bounced', tag: '', to: 'a@b.example', show: 'x' }, nowMs)).toEqual({
      status: 'bounced',
      to: 'a@b.example',
      per_page: '25',
    });
  });

  it('start a period at a full minute, and ignore an unknown period', () => {
    expect(queryOf({ since: '24h' }, nowMs).created_after).toBe('2026-11-20T17:30:00.000Z');
    expect(queryOf({ since: 'yesterday' }, nowMs).created_after).toBeUndefined();
  });

  it('are a single shell word in the curl command, whatever they contain', () => {
    const curl = curlOf('https://mail.example', { to: `o'hara; rm -rf@example.com` });
    expect(curl).toContain(`'https://mail.example/transactional/emails?to=o`);
    expect(curl.split("'")).toHaveLength(3);
    expect(curl).toContain('$POSTRIDER_API_KEY');
  });
});

const at = '2026-11-21T17:30:00.000Z';
const ACCEPTED: Leg = {
  id: 'accepted',
  kind: 'accepted',
  at,
  ms: 0,
  title: 'Accepted and stored',
  recipients: 2,
  by: null,
};
const SIGNED: Leg = {
  id: 'signed',
  kind: 'signed',
  at: null,
  ms: null,
  title: 'Signed by pr1',
  signatures: [{ domain: 'northwind.example', selector: 'pr1', algorithm: 'rsa' }],
};

const UNSIGNED: Leg = { id: 'signed', kind: 'signed', at: null, ms: null, title: 'No key is kept', signatures: [] };

function attempt(number: number, outcome: string, reason: string | null, ms: number): readonly Leg[] {
  const host = 'mx1.example.com';
  return [
    { id: `a${number}r`, kind: 'routed', at, ms: ms - 50, title: 'Straight', attempt: number, way: 'direct', host },
    {
      id: `a${number}c`,
      kind: 'connected',
      at: null,
      ms: null,
      title: 'Connected',
      attempt: number,
      host,
      address: '192.0.2.1',
      tls: number === 1 ? null : { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
      reused: false,
    },
    {
      id: `a${number}`,
      kind: 'attempt',
      at,
      ms,
      title: 'An outcome',
      attempt: number,
      outcome,
      duration_ms: 50,
      conversation: [],
      next_attempt_at: null,
      status: null,
      reason,
      meaning: null,
    },
  ];
}

function routeOf(legs: readonly Leg[], isFinal: boolean, status = 'delivered'): MessageRoute {
  const recipient = 'ada@example.com';
  return {
    message_id: 'tm_1',
    recipient,
    status,
    is_final: isFinal,
    next_attempt_at: null,
    recipients: [{ recipient, status }],
    legs,
  };
}

describe('the route of a message', () => {
  it('shows the remaining steps while the message is in progress', () => {
    const steps = stepsOf(routeOf([ACCEPTED, SIGNED], false, 'queued'));
    expect(steps.map(({ name, state }) => [name, state])).toEqual([
      ['Accepted', 'done'],
      ['Signed', 'done'],
      ['Routed', 'to come'],
      ['Connected', 'to come'],
      ['Delivered', 'to come'],
    ]);
    expect(steps[1]?.detail).toBe('DKIM s=pr1, d=northwind.example');
  });

  it('shows the newest attempt, and earlier attempts in the list of later events', () => {
    const route = routeOf(
      [ACCEPTED, SIGNED, ...attempt(1, 'deferred', '451 later', 100), ...attempt(2, 'delivered', '250 queued', 900)],
      true,
    );
    const steps = stepsOf(route);
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(steps[3]?.detail).toBe('TLS 1.3, 192.0.2.1');
    expect(steps[4]).toEqual({ name: 'Delivered', detail: '250 queued', ms: 900, state: 'done' });
    expect(aftermathOf(route).map(({ id }) => id)).toEqual(['a1']);
    expect(deliveryOf(route)).toEqual({ at, ms: 900 });
  });

  it('shows a bounce once, in red, and an unencrypted connection', () => {
    const bounced: Leg = {
      id: 'e1',
      kind: 'event',
      at,
      ms: 100,
      title: 'Bounced',
      event: 'bounced',
      status: '5.1.1',
      reason: '550 no such user',
      meaning: null,
    };
    const opened: Leg = { ...bounced, id: 'e2', event: 'opened', title: 'Opened' };
    const route = routeOf([ACCEPTED, SIGNED, ...attempt(1, 'bounced', '550 no such user', 100), bounced, opened], true);
    expect(stepsOf(route)[4]).toMatchObject({ name: 'Bounced', state: 'bad' });
    expect(stepsOf(route)[3]?.detail).toContain('Unencrypted');
    expect(aftermathOf(route).map(({ id }) => id)).toEqual(['e2']);
    expect(deliveryOf(route)).toBeUndefined();
  });

  it('ends without an attempt if no server was contacted', () => {
    const steps = stepsOf(routeOf([ACCEPTED, UNSIGNED], true, 'suppressed'));
    expect(steps.map(({ name, state }) => [name, state])).toEqual([
      ['Accepted', 'done'],
      ['Not signed', 'late'],
      ['Routed', 'never'],
      ['Connected', 'never'],
      ['Not sent', 'bad'],
    ]);
  });
});

describe('headers of a source', () => {
  it('are unfolded and end where the body begins', () => {
    const source = 'Subject: a\r\n b\r\nX-Empty:\r\nno colon\r\nTo: x@y.example\r\n\r\nFrom: body';
    expect(headersOf(source)).toEqual([
      ['Subject', 'a b'],
      ['X-Empty', ''],
      ['To', 'x@y.example'],
    ]);
    expect(headersOf('')).toEqual([]);
  });
});

describe('the code of the first email', () => {
  const mail = { baseUrl: 'https://mail.example', key: 'pr_secret', from: 'a@sandbox.localhost', to: 'b@example.com' };

  it.each(LANGUAGES)('in %s contains the key, both addresses, and the URL of the API', (language) => {
    const code = snippetOf(language, mail);
    for (const part of [mail.baseUrl, mail.key, mail.from, mail.to]) expect(code).toContain(part);
  });
});

describe('numbers in words', () => {
  it('are formatted for people', () => {
    expect(count(41_208)).toBe('41,208');
    expect(share(1, 3)).toBe('33.33%');
    expect(share(0, 0)).toBe('–');
    expect(plural(1, 'message')).toBe('1 message');
    expect(plural(2_000, 'reply', 'replies')).toBe('2,000 replies');
    expect([size(1), size(1_596), size(2_500_000)]).toEqual(['1 byte', '1.6 kB', '2.5 MB']);
    expect([142, 1_500, 59_000, 600_000, 10_000_000, 200_000_000].map(duration)).toEqual([
      '142 ms',
      '1.5 s',
      '59 s',
      '10 min',
      '3 h',
      '2 days',
    ]);
  });
});
