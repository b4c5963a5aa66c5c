import { describe, expect, it } from 'vitest';
import type { MailingProgress } from '../../sending/mailings/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { decide, type Snapshot } from './decide.ts';
import type { SendingRow } from './queries.ts';
import type { CampaignCounts, WaveRow } from './wave-queries.ts';

const CONTENT = Buffer.from('content');
const NOW = new Date('2026-11-21T12:00:00Z');
const GO_ON = { verdict: 'go_on' } as const;
const STOP = { verdict: 'stop', reason: 'Too many bounces.' } as const;
const NO_UPDATES = { resume: [], end: [], release: [] };

const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

/** Returns a wave that started an hour ago. The ID of its mailing is the number of the wave. */
function wave(over: Partial<WaveRow> = {}): WaveRow {
  return {
    wave_no: 1,
    kind: 'all',
    variant: 0,
    mailing_id: String(over.wave_no ?? 1),
    recipients: 10,
    started_at: minutesAgo(60),
    ended_at: null,
    slots: [],
    content: CONTENT,
    share: 1_000_000,
    most: null,
    is_awaited: false,
    wait_seconds: 0,
    safeguard_seconds: 0,
    replaced_by: null,
    ...over,
  };
}

const ENDED = { ended_at: minutesAgo(30) } as const;
const TEST_A = wave({ kind: 'test', ...ENDED });
const TEST_B = wave({ kind: 'test', ...ENDED, wave_no: 2, variant: 1 });
/** A wave for the rest of the audience. It waits four hours for the test and half an hour for the safeguard. */
const REST = wave({
  kind: 'rest',
  wave_no: 3,
  variant: null,
  started_at: null,
  is_awaited: true,
  wait_seconds: 4 * 3_600,
  safeguard_seconds: 1_800,
});

interface Given {
  readonly waves: readonly WaveRow[];
  /** Fields that all mailings of the snapshot have. */
  readonly mailing?: Partial<MailingProgress>;
  readonly held?: Partial<SendingRow>;
  readonly campaign?: Partial<CampaignRow>;
}

/** Casts to the full types, because `decide` reads only the columns that are given here. */
function snapshot({ campaign, held, mailing, waves }: Given): Snapshot {
  const untried = { state: 'sending', recipients: 10, finished: 0, is_untried: true, is_held: false } as const;
  return {
    held: { winner: null, is_held: false, ...held } as SendingRow,
    campaign: { spread_hours: 0, test_rule: 'opens', ...campaign } as CampaignRow,
    content: CONTENT,
    waves,
    mailings: new Map(waves.map(({ mailing_id: id }) => [id, { id, ...untried, ...mailing }])),
    counts: [
      { variant: 0, sent: 10, openers: 3, clickers: 4 },
      { variant: 1, sent: 10, openers: 5, clickers: 2 },
    ] as CampaignCounts[],
    now: NOW,
  };
}

const TRIED = { is_untried: false } as const;
const one = wave();
const other = wave({ wave_no: 2 });
const changed = wave({ content: Buffer.from('earlier content') });
const unknown = wave({ content: null });
const replaced = wave({ content: Buffer.from('earlier content'), ...ENDED, replaced_by: 2 });
const empty = wave({ ...REST, recipients: 0 });
const gated = wave({ ...REST, wave_no: 2, variant: 0, wait_seconds: 3_630, safeguard_seconds: 3_630 });
const late = wave({ ...gated, wait_seconds: 7_200 });

describe('decide', () => {
  it.each<[what: string, given: Given, decision: object]>([
    ['keeps sending while nothing is due', { waves: [one] }, { kind: 'send', updates: NO_UPDATES }],
    [
      'keeps sending a wave that an earlier version created without a content hash',
      { waves: [unknown] },
      { kind: 'send', updates: NO_UPDATES },
    ],
    [
      'releases the due recipients of a campaign that is spread over several hours',
      { waves: [one], campaign: { spread_hours: 5 } },
      { kind: 'send', updates: { ...NO_UPDATES, release: [one] } },
    ],
    [
      'resumes the mailings of a campaign that was paused',
      { waves: [one], mailing: { state: 'paused' } },
      { kind: 'send', updates: { ...NO_UPDATES, resume: [one] } },
    ],
    [
      'checks rarely while the whole campaign is held',
      { waves: [one], held: { is_held: true } },
      { kind: 'wait', seconds: 30 },
    ],
    [
      'checks rarely while all provider lanes are paused, and still releases due recipients',
      { waves: [one], mailing: { is_held: true }, campaign: { spread_hours: 5 } },
      { kind: 'wait', seconds: 30, updates: { ...NO_UPDATES, release: [one] } },
    ],
    ['moves recipients to changed content', { waves: [changed, other] }, { kind: 'prepare' }],
    [
      'finishes when all recipients were tried',
      { waves: [replaced, other], mailing: TRIED },
      { kind: 'finish', updates: { ...NO_UPDATES, end: [other] } },
    ],
    [
      'finishes without a wave that was replaced before it started',
      { waves: [TEST_A, wave({ ...REST, ...ENDED, replaced_by: 4 }), wave({ ...ENDED, wave_no: 4 })] },
      { kind: 'finish', updates: NO_UPDATES },
    ],
    [
      'ends a wave whose mailing was cancelled',
      { waves: [one], mailing: { state: 'cancelled' } },
      { kind: 'finish', updates: { ...NO_UPDATES, end: [one] } },
    ],
    [
      'ends a first wave and waits for the safeguard',
      { waves: [wave({ kind: 'first' }), gated], mailing: TRIED },
      { kind: 'wait', seconds: 30, updates: { ...NO_UPDATES, end: [wave({ kind: 'first' })] } },
    ],
    [
      'waits at most a minute',
      { waves: [wave({ kind: 'first', ...ENDED }), late] },
      { kind: 'wait', seconds: 60, updates: NO_UPDATES },
    ],
    ['waits until the test ends', { waves: [TEST_A, TEST_B, REST] }, { kind: 'wait', seconds: 60 }],
    [
      'starts the rest without waiting if it has no recipients',
      { waves: [TEST_A, TEST_B, empty] },
      { kind: 'start', starts: [{ wave: empty, variant: 1, isWinner: true }] },
    ],
    [
      'starts the rest with a manually chosen winner before the test ends',
      { waves: [TEST_A, TEST_B, REST], held: { winner: 0 } },
      { kind: 'start', starts: [{ wave: REST, variant: 0, isWinner: true }] },
    ],
    [
      'waits for the safeguard if the winner was chosen manually',
      { waves: [TEST_A, TEST_B, wave({ ...REST, safeguard_seconds: 3_640 })], held: { winner: 0 } },
      { kind: 'wait', seconds: 40 },
    ],
  ])('%s', (_, given, decision) => {
    expect(decide(snapshot(given), GO_ON)).toMatchObject(decision);
  });

  it.each([
    ['opens', 1],
    ['clicks', 0],
  ] as const)('starts the rest with the winner by %s when the test is over', (rule, variant) => {
    const rest = wave({ ...REST, wait_seconds: 3_600 });
    const given = { waves: [TEST_A, TEST_B, rest], campaign: { test_rule: rule } };
    expect(decide(snapshot(given), GO_ON)).toEqual({
      kind: 'start',
      updates: NO_UPDATES,
      starts: [{ wave: rest, variant, isWinner: true }],
    });
  });

  it('starts the rest after a first wave with its own content', () => {
    const rest = wave({ ...gated, wait_seconds: 3_600 });
    expect(decide(snapshot({ waves: [wave({ kind: 'first', ...ENDED }), rest] }), GO_ON)).toMatchObject({
      kind: 'start',
      starts: [{ wave: rest, variant: 0, isWinner: false }],
    });
  });

  it('pauses the campaign because of its results, unless its content was changed', () => {
    expect(decide(snapshot({ waves: [one] }), STOP)).toEqual({ kind: 'pause', reason: 'Too many bounces.' });
    expect(decide(snapshot({ waves: [changed] }), STOP)).toEqual({ kind: 'prepare' });
  });
});
