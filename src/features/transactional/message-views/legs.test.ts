import { describe, expect, it } from 'vitest';
import { legsOf, type KnownPath, type RecordedAttempt } from './legs.ts';

const START = Date.parse('2026-11-21T08:15:00.000Z');
const at = (ms: number): Date => new Date(START + ms);

const ATTEMPT: RecordedAttempt = {
  attempt: 1,
  startedAt: at(100),
  finishedAt: at(400),
  outcome: 'deferred',
  route: 'direct',
  host: 'mx.one.example',
  address: '192.0.2.1',
  tls: 'TLSv1.3 TLS_AES_256_GCM_SHA384',
  status: '4.2.2',
  reason: '4.2.2 full',
  conversation: '(+40 ms)\n< 220 mx\n> EHLO a\n',
};

const PATH: KnownPath = {
  acceptedAtMs: START,
  recipients: 1,
  by: { via: 'key', name: 'production' },
  signatures: [{ domain: 'acme.example', selector: 'pr1', algorithm: 'rsa-sha256' }],
  nextAttemptAt: null,
  attempts: [],
  events: [],
  webhooks: [],
};

const kinds = (path: Partial<KnownPath>): string[] => legsOf({ ...PATH, ...path }).map(({ leg }) => leg.id);

describe('legsOf', () => {
  it('starts with acceptance and signature, even if other clocks differ', () => {
    const early = { ...ATTEMPT, startedAt: at(-50), finishedAt: at(-10) };
    const legs = legsOf({ ...PATH, attempts: [early] });
    expect(legs.map(({ leg }) => leg.kind)).toEqual(['accepted', 'signed', 'routed', 'connected', 'attempt']);
    expect(legs.at(-1)?.leg.ms).toBe(0);
  });

  it('returns the time of the greeting and the meaning of the reply', () => {
    const legs = legsOf({ ...PATH, attempts: [ATTEMPT] }).map(({ leg }) => leg);
    expect(legs.find(({ kind }) => kind === 'connected')).toMatchObject({ ms: 140, tls: { version: 'TLSv1.3' } });
    expect(legs.at(-1)).toMatchObject({
      ms: 400,
      duration_ms: 300,
      meaning: 'Temporarily rejected: the mailbox is full.',
    });
  });

  it('returns the next attempt only with the last one', () => {
    const legs = legsOf({
      ...PATH,
      nextAttemptAt: at(9_000),
      attempts: [ATTEMPT, { ...ATTEMPT, attempt: 2, startedAt: at(500), finishedAt: at(600) }],
    });
    const next = legs.flatMap(({ leg }) => (leg.kind === 'attempt' ? [leg.next_attempt_at] : []));
    expect(next).toEqual([null, at(9_000).toISOString()]);
  });

  it('orders legs with the same millisecond by cause', () => {
    const attempt = { ...ATTEMPT, startedAt: at(100), finishedAt: at(100), outcome: 'delivered' };
    const event = (name: string, id: string): KnownPath['events'][number] => ({
      id: `01a1ff40-0000-7000-8000-00000000000${id}`,
      event: name,
      occurred_at: at(100),
      status: null,
      reason: null,
    });
    const legs = legsOf({ ...PATH, attempts: [attempt], events: [event('sent', '1'), event('delivered', '2')] });
    expect(legs.map(({ leg }) => ('event' in leg ? leg.event : leg.kind))).toEqual([
      'accepted',
      'signed',
      'routed',
      'connected',
      'sent',
      'attempt',
      'delivered',
    ]);
  });

  it('returns the servers tried first, and then the connection to the one that accepted the message', () => {
    const first = '(+2000 ms)\n! mx1.one.example [192.0.2.7]: connection refused\n';
    const second = '< 220 mx2\n> EHLO a\n< 451 busy\n(+500 ms)\n! mx2.one.example [192.0.2.8]: no answer to MAIL\n';
    const third = '(+40 ms)\n< 220 mx3\n(TLSv1.3 TLS_AES_256_GCM_SHA384)\n> MAIL FROM:<a@b.example>\n< 250 ok\n';
    const attempt = { ...ATTEMPT, outcome: 'delivered', host: 'mx3.one.example', conversation: first + second + third };
    const legs = legsOf({ ...PATH, attempts: [attempt] }).map(({ leg }) => leg);
    expect(legs.slice(3, 6)).toMatchObject([
      {
        kind: 'tried',
        attempt: 1,
        host: 'mx1.one.example',
        address: '192.0.2.7',
        reason: 'connection refused',
        ms: 2_100,
      },
      { kind: 'tried', title: 'Delivery to mx2.one.example failed: no answer to MAIL', ms: 2_600 },
      { kind: 'connected', title: 'Connected to mx3.one.example over TLSv1.3', ms: 2_640 },
    ]);
    expect(legs.filter(({ kind }) => kind === 'attempt')).toHaveLength(1);
  });

  it('returns the last of several failed servers as the attempt, and the others as tried', () => {
    const conversation = '! mx1.one.example [192.0.2.7]: connection refused\n! mx2.one.example [192.0.2.8]: no route\n';
    const attempt = { ...ATTEMPT, host: 'mx2.one.example', conversation };
    expect(kinds({ attempts: [attempt] }).slice(2)).toEqual(['attempt-1-routed', 'attempt-1-tried-1', 'attempt-1']);
  });

  it.each([
    [{ outcome: 'deferred', status: '5.7.1' }, /^The server refused the session/, /^Rejected, but will be retried/],
    [{ outcome: 'deferred', status: '4.2.2' }, /^Temporary failure/, /^Temporarily rejected/],
    [{ outcome: 'failed', status: '4.4.7' }, /^Delivery failed/, /^Expired: all attempts within the allowed time/],
    [{ outcome: 'bounced', status: '5.1.1' }, /permanently rejected the email$/, /^Permanently rejected/],
    [{ outcome: 'bounced', status: '5.1.2', host: null }, /^No server accepts email/, /^Permanently rejected/],
    [{ outcome: 'deferred', status: '4.7.1', reason: '451 4.7.1 Greylisted' }, /^Temporary failure/, /greylisting/],
  ])('gives an attempt with %o a title that matches its outcome', (changes, title, meaning) => {
    const [leg] = legsOf({ ...PATH, attempts: [{ ...ATTEMPT, ...changes }] }).slice(-1);
    expect(leg?.leg.title).toMatch(title);
    expect(leg?.leg).toMatchObject({ meaning: expect.stringMatching(meaning) });
  });

  it.each([
    [{ outcome: 'bounced', route: 'test', status: '5.1.1', host: null }],
    [{ outcome: 'delivered', route: 'test', status: '2.0.0', host: null }],
    [{ outcome: 'failed', route: 'none', status: '5.6.0', host: null }],
  ])('mentions no server for an attempt with %o that contacted none', (changes) => {
    const attempt = { ...ATTEMPT, ...changes, conversation: '' };
    const said = legsOf({ ...PATH, attempts: [attempt] }).flatMap(({ leg }) =>
      leg.kind === 'attempt' ? [leg.title, leg.meaning ?? ''] : [],
    );
    expect(said.join(' ')).not.toMatch(/server|refused/i);
  });

  it('does not announce a retry for a final event', () => {
    const failed = { id: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41', event: 'failed', occurred_at: at(1), reason: null };
    const [leg] = legsOf({ ...PATH, events: [{ ...failed, status: '4.4.7' }] }).slice(-1);
    expect(leg?.leg).toMatchObject({ title: 'Failed', meaning: expect.stringMatching(/^Expired/) });
  });

  it('reports that TLS failed if the session ended because of it', () => {
    const asked = '< 220 mx\n> EHLO a\n< 250 STARTTLS\n> STARTTLS\n< 220 go\n';
    const attempt = {
      ...ATTEMPT,
      tls: null,
      conversation: `${asked}! mx.one.example [192.0.2.1]: the TLS handshake failed\n`,
    };
    const titleOf = (given: RecordedAttempt) =>
      legsOf({ ...PATH, attempts: [given] }).find(({ leg }) => leg.kind === 'connected')?.leg.title;
    expect(titleOf(attempt)).toBe('Connected to mx.one.example; TLS failed');
    const refused = {
      ...attempt,
      conversation: `${asked.replace('220 go', '454 no')}> MAIL FROM:<a@b.example>\n< 250 ok\n`,
    };
    expect(titleOf(refused)).toBe('Connected to mx.one.example without encryption');
  });

  it('returns no connection if no server replied', () => {
    expect(kinds({ attempts: [{ ...ATTEMPT, conversation: '' }] })).toEqual([
      'accepted',
      'signed',
      'attempt-1-routed',
      'attempt-1',
    ]);
  });

  it('continues with events and webhooks in chronological order', () => {
    const event = { id: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41', status: null, reason: null };
    const opened = { ...event, event: 'opened', occurred_at: at(5_000), status: 'proxy' };
    const webhook = {
      delivery_id: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b42',
      event: 'delivered',
      attempt_no: 1,
      started_at: at(700),
      duration_ms: 30,
      answer: 0,
      fault: 'refused',
    };
    const legs = legsOf({ ...PATH, events: [opened], webhooks: [webhook] }).map(({ leg }) => leg);
    expect(legs.map(({ kind }) => kind)).toEqual(['accepted', 'signed', 'webhook', 'event']);
    expect(legs[2]).toMatchObject({ ms: 730, answer: null, fault: 'refused' });
    expect(legs[3]).toMatchObject({ status: 'proxy', meaning: null });
  });
});
