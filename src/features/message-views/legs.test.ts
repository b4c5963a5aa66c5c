import { describe, expect, it } from 'vitest';
import { legsOf, type KnownWay, type RecordedAttempt } from './legs.ts';

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

const WAY: KnownWay = {
  acceptedAtMs: START,
  recipients: 1,
  by: { via: 'key', name: 'production' },
  signatures: [{ domain: 'acme.example', selector: 'pr1', algorithm: 'rsa-sha256' }],
  nextAttemptAt: null,
  attempts: [],
  events: [],
  webhooks: [],
};

const kinds = (way: Partial<KnownWay>): string[] => legsOf({ ...WAY, ...way }).map(({ leg }) => leg.id);

describe('the legs of a way', () => {
  it('begin with acceptance and signature, whatever the clocks of others say', () => {
    const early = { ...ATTEMPT, startedAt: at(-50), finishedAt: at(-10) };
    const legs = legsOf({ ...WAY, attempts: [early] });
    expect(legs.map(({ leg }) => leg.kind)).toEqual(['accepted', 'signed', 'routed', 'connected', 'attempt']);
    expect(legs.at(-1)?.leg.ms).toBe(0);
  });

  it('have the moment of the greeting, and what the answer means', () => {
    const legs = legsOf({ ...WAY, attempts: [ATTEMPT] }).map(({ leg }) => leg);
    expect(legs.find(({ kind }) => kind === 'connected')).toMatchObject({ ms: 140, tls: { version: 'TLSv1.3' } });
    expect(legs.at(-1)).toMatchObject({
      ms: 400,
      duration_ms: 300,
      meaning: 'Not now, it is tried again: the mailbox is full.',
    });
  });

  it('name the next attempt with the last one only', () => {
    const legs = legsOf({
      ...WAY,
      nextAttemptAt: at(9_000),
      attempts: [ATTEMPT, { ...ATTEMPT, attempt: 2, startedAt: at(500), finishedAt: at(600) }],
    });
    const next = legs.flatMap(({ leg }) => (leg.kind === 'attempt' ? [leg.next_attempt_at] : []));
    expect(next).toEqual([null, at(9_000).toISOString()]);
  });

  it('stand in the order of their causes where all of them share a millisecond', () => {
    const attempt = { ...ATTEMPT, startedAt: at(100), finishedAt: at(100), outcome: 'delivered' };
    const event = (name: string, id: string): KnownWay['events'][number] => ({
      id: `01a1ff40-0000-7000-8000-00000000000${id}`,
      event: name,
      occurred_at: at(100),
      status: null,
      reason: null,
    });
    const legs = legsOf({ ...WAY, attempts: [attempt], events: [event('sent', '1'), event('delivered', '2')] });
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

  it('have no connection where no server said anything', () => {
    expect(kinds({ attempts: [{ ...ATTEMPT, conversation: '' }] })).toEqual([
      'accepted',
      'signed',
      'attempt-1-routed',
      'attempt-1',
    ]);
  });

  it('go on with events and webhooks in the order in which they happened', () => {
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
    const legs = legsOf({ ...WAY, events: [opened], webhooks: [webhook] }).map(({ leg }) => leg);
    expect(legs.map(({ kind }) => kind)).toEqual(['accepted', 'signed', 'webhook', 'event']);
    expect(legs[2]).toMatchObject({ ms: 730, answer: null, fault: 'refused' });
    expect(legs[3]).toMatchObject({ status: 'proxy', meaning: null });
  });
});
