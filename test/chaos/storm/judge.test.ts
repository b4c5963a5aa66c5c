import { describe, expect, it } from 'vitest';
import { overdueAtMs } from './drain.ts';
import type { FinalState, MessageRecord } from './final-state.ts';
import { findDuplicates } from './duplicates.ts';
import { emptyHistory, type Arrival, type History, type HookCall, type SentMail, type Tenant } from './history.ts';
import { judge } from './judge.ts';
import { hashOf } from './receiver-session.ts';
import { figuresOf } from './report.ts';

const TENANT: Tenant = { name: 'account-1', key: 'pr_x', domain: 'sender.example', hasQuota: false };
const ANN = 'ann@d1.chaos.example';
const ID = `tm_${'a'.repeat(32)}`;
const QUOTA = { used: 3, limit: 100, remaining: 97, stored: 3 };

function mail(changes: Partial<SentMail> = {}): SentMail {
  const base = { number: 1, tenant: TENANT, recipients: [ANN], subject: 'Mail 1', text: 'Hello' };
  return { ...base, outcome: 'accepted', id: ID, acceptedAtMs: 1_000, ...changes };
}

function arrival(changes: Partial<Arrival> = {}): Arrival {
  const base = { recipient: ANN, id: ID, atMs: 2_000, isReplied: true };
  return { ...base, textHash: hashOf('Hello'), dkimFault: undefined, ...changes };
}

function call(changes: Partial<HookCall> = {}): HookCall {
  const base = { id: 'whd_1', event: 'delivered', messageId: ID, recipient: ANN, atMs: 3_000 };
  return { ...base, isSigned: true, isTaken: true, ...changes };
}

function record(...events: readonly (readonly [event: string, second: number])[]): MessageRecord {
  const entries = events.map(([event, second]) => ({
    event,
    occurredAt: `2026-11-21T10:00:0${second}.000Z`,
    recipient: ANN,
  }));
  return { status: entries.at(-1)?.event ?? 'queued', events: entries };
}

const DELIVERED = record(['queued', 0], ['sent', 1], ['delivered', 2]);

/**
 * Returns the invariants that are violated if the history of one accepted and delivered message is changed in a given
 * way.
 */
function broken(
  change: (history: History) => void,
  final: Partial<FinalState> = {},
  hasWebhooks = false,
): readonly string[] {
  const history = emptyHistory();
  history.mails.push(mail());
  history.arrivals.push(arrival());
  change(history);
  const state = { records: new Map([[ID, DELIVERED]]), strangers: new Map(), quota: QUOTA, drainMs: 0, ...final };
  return judge({ history, final: state, hasWebhooks }).map(({ invariant }) => invariant);
}

const nothing = (): void => {};

/** Adds a mailing with two recipients: one that was definitely added, and one that may have been added. */
function withMailing(final: { state?: string; recipients?: number; delivered?: number } | undefined) {
  return (history: History): void => {
    history.mailings.push({
      id: 'mailing',
      kind: 'open',
      tenant: TENANT,
      readers: [
        { recipient: 'one@d1.chaos.example', isSure: true },
        { recipient: 'two@d1.chaos.example', isSure: false },
      ],
      final: final && { state: 'sent', recipients: 1, delivered: 1, ...final },
    });
    history.arrivals.push(arrival({ id: undefined, recipient: 'one@d1.chaos.example' }));
  };
}

describe('evaluation of a storm', () => {
  it('finds no errors in a correct history', () => {
    expect(broken(nothing)).toEqual([]);
    expect(broken(withMailing({}))).toEqual([]);
  });

  it.each<[string, (history: History) => void]>([
    ['that is missing', withMailing(undefined)],
    ['that has not finished', withMailing({ state: 'sending' })],
    ['that counts a recipient without a delivery', withMailing({ recipients: 2, delivered: 2 })],
    [
      'that did not reach its recipients',
      (history) => {
        withMailing({ recipients: 0, delivered: 0 })(history);
        history.arrivals.pop();
      },
    ],
  ])('finds I12 violated by a mailing %s', (_what, change) => {
    expect(broken(change)).toEqual(['I12']);
  });

  it('accepts a first attempt that failed before the message was sent', () => {
    const reported = record(['delayed', 1], ['sent', 2], ['delivered', 3]);
    expect(broken(nothing, { records: new Map([[ID, reported]]) })).toEqual([]);
  });

  it.each<[string, string, (history: History) => void, Partial<FinalState>?]>([
    ['I1', 'an accepted message that the API does not know', nothing, { records: new Map() }],
    ['I1', 'a delivered message that never arrived', (history) => history.arrivals.pop()],
    ['I2', 'a second delivery without a cause', (history) => history.arrivals.push(arrival({ atMs: 60_000 }))],
    ['I3', 'two final events', nothing, { records: new Map([[ID, record(['delivered', 1], ['bounced', 2])]]) }],
    ['I3', 'a timeline out of order', nothing, { records: new Map([[ID, record(['sent', 2], ['delivered', 1])]]) }],
    [
      'I3',
      'an event after the final one',
      nothing,
      { records: new Map([[ID, record(['delivered', 1], ['sent', 2])]]) },
    ],
    [
      'I3',
      'a repeated delay',
      nothing,
      { records: new Map([[ID, record(['delayed', 1], ['delayed', 2], ['delivered', 3])]]) },
    ],
    ['I5', 'an arrived message that the API does not know', nothing, { strangers: new Map([['tm_x', undefined]]) }],
    [
      'I6',
      'two IDs for one request',
      (history) => history.arrivals.push(arrival({ id: 'tm_other', isReplied: false }), arrival({ id: 'tm_other' })),
    ],
    ['I7', 'a quota that counts missing messages', nothing, { quota: { ...QUOTA, stored: 2 } }],
    ['I7', 'a quota with a wrong sum', nothing, { quota: { ...QUOTA, remaining: 96 } }],
    [
      'I8',
      'a 202 without a database',
      (history) => {
        history.outages.push({ fromMs: 5_000, toMs: 6_000 });
        history.acceptances.push({ fromMs: 5_100, toMs: 5_200 });
      },
    ],
    ['I9', 'a changed text', (history) => history.arrivals.splice(0, 1, arrival({ textHash: hashOf('Bye') }))],
    ['I9', 'an invalid signature', (history) => history.arrivals.splice(0, 1, arrival({ dkimFault: 'no' }))],
    ['I10', 'a message that still waits', nothing, { records: new Map([[ID, record(['queued', 0])]]) }],
    ['I11', 'a message to a suppressed address', (history) => history.suppressions.set(ANN, 500)],
  ])('%s is violated by %s', (invariant, _words, change, final) => {
    expect(broken(change, final)).toContain(invariant);
  });

  it('does not require the arrival of a message to an address that does not exist', () => {
    const gone = 'gone-1@d1.chaos.example';
    const events = [{ event: 'bounced', occurredAt: '2026-11-21T10:00:00.000Z', recipient: gone }];
    const change = (history: History): void => {
      history.mails.splice(0, 1, mail({ recipients: [gone] }));
      history.arrivals.pop();
    };
    expect(broken(change, { records: new Map([[ID, { status: 'bounced', events }]]) })).toEqual([]);
  });

  it.each<[string, readonly HookCall[]]>([
    ['an event that was never sent', [call()]],
    ['an event that was only refused', [call(), call({ id: 'whd_2', event: 'sent', isTaken: false })]],
    ['an event with two IDs', [call(), call({ id: 'whd_2', event: 'sent' }), call({ id: 'whd_3' })]],
    ['an ID of two events', [call(), call({ event: 'sent' })]],
    ['an invalid signature', [call(), call({ id: 'whd_2', event: 'sent', isSigned: false })]],
  ])('I4 is violated by %s', (_words, calls) => {
    expect(broken(({ calls: all }) => void all.push(...calls), {}, true)).toContain('I4');
    expect(broken(({ calls: all }) => void all.push(...calls))).toEqual([]);
  });

  it('accepts every sent event, even if it arrives twice with one ID', () => {
    const calls = [call({ isTaken: false }), call(), call(), call({ id: 'whd_2', event: 'sent' })];
    expect(broken(({ calls: all }) => void all.push(...calls), {}, true)).toEqual([]);
  });
});

describe('cause of a duplicate', () => {
  it.each([
    ['reply kept', arrival({ isReplied: false }), []],
    ['reply cut off', arrival({ cutAtMs: 2_300 }), [{ kind: 'delivery', atMs: 2_200 }]],
    ['not recorded', arrival(), [{ kind: 'database', atMs: 6_999 }]],
    ['unexplained', arrival(), [{ kind: 'database', atMs: 7_001 }]],
    ['unexplained', arrival(), [{ kind: 'database', atMs: 400 }]],
    ['unexplained', arrival({ cutAtMs: 20_000 }), [{ kind: 'delivery', atMs: 20_000 }]],
  ] as const)('is found: %s', (cause, first, kills) => {
    const [duplicate] = findDuplicates({ arrivals: [first, arrival({ atMs: 30_000 })], kills: [...kills] });
    expect(duplicate?.cause).toBe(cause);
  });
});

describe('overdue message', () => {
  const history = (times: readonly number[], whom = ANN): History => {
    const given = emptyHistory();
    given.deferrals.set(whom, [...times]);
    return given;
  };

  const killed = (killMs: number, deferredMs: number): History => {
    const given = history([deferredMs]);
    given.kills.push({ kind: 'delivery', atMs: killMs });
    return given;
  };

  it.each([
    ['a minute after the storm', history([]), 160_000],
    ['after the first wait if it was deferred late', history([90_000]), 90_000 + 72_000 + 60_000],
    [
      'after the first wait if its whole domain was deferred',
      history([90_000], 'd1.chaos.example'),
      90_000 + 72_000 + 60_000,
    ],
    ['a minute after the storm if the deferral was before its acceptance', history([100]), 160_000],
    ['after the second wait if it was deferred twice', history([10_000, 70_000]), 70_000 + 360_000 + 60_000],
    ['after the second wait if a kill may have cost an attempt', killed(80_000, 90_000), 90_000 + 360_000 + 60_000],
    ['after the first wait if the kill came later', killed(95_000, 90_000), 90_000 + 72_000 + 60_000],
  ])('is due %s', (_words, given, dueMs) => {
    expect(overdueAtMs(given, mail(), 100_000)).toBe(dueMs);
  });
});

it('counts the results of a storm', () => {
  const history = emptyHistory();
  history.mails.push(mail(), mail({ number: 2, outcome: 'unknown' }), mail({ number: 3, outcome: 'refused' }));
  history.arrivals.push(arrival(), arrival({ isReplied: false }));
  history.kills.push({ kind: 'delivery', atMs: 1_500 }, { kind: 'main', atMs: 5_000 });
  history.acceptances.push({ fromMs: 1_400, toMs: 1_600 }, { fromMs: 1_550, toMs: 1_700 });
  const breaches = [{ invariant: 'I1', subject: ID, words: 'is gone' }] as const;
  expect(figuresOf({ breaches, history })).toMatchObject({
    kills: { main: 1, delivery: 1, database: 0, backend: 0 },
    sent: 3,
    accepted: 1,
    unknown: 1,
    refused: 1,
    arrived: 1,
    lost: 1,
    firstAcceptanceMs: { delivery: [200], main: [] },
    takeoverMs: [500],
  });
});
