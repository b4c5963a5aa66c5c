import { expect, it } from 'vitest';
import { hourOf } from './people-visits.ts';
import { movesOf, type RecipientMoves, type RecipientState } from './recipient-moves.ts';
import type { DeliverableRow, VisitRow } from './visit-queries.ts';
import { DEVICE, DEVICES, VISITOR, type RecipientVisits } from './visitors.ts';

const SENT = Date.UTC(2026, 2, 2, 10);
const TRAP = 3;

function visit(link: number, seconds: number, visitor: number = VISITOR.person, device = 0): RecipientVisits {
  const at = new Date(SENT + seconds * 1_000);
  return { campaignId: 1, contactId: 2, link, visitor, device, count: 1, firstAt: at, lastAt: at };
}

/** Returns a recipient whose opens and clicks are counted as the database would count them. */
function newRecipient() {
  let deliverable: DeliverableRow = {
    campaign_id: 1,
    contact_id: 2,
    variant: 0,
    sent_at: new Date(SENT),
    opened_at: null,
    clicked_at: null,
    raw_opened_at: null,
    raw_clicked_at: null,
    machine_at: null,
  };
  const rows = new Map<string, VisitRow>();
  const hours = new Map<number, number>();
  const keyOf = (link: number, visitor: number) => `${link} ${visitor}`;
  const store = (moves: RecipientMoves): void => {
    for (const row of moves.rows) {
      const key = keyOf(row.link_no, row.visitor);
      const before = rows.get(key);
      const isAdded = row.visitor !== VISITOR.person && before !== undefined;
      rows.set(key, isAdded ? { ...row, visits: before.visits + row.visits } : row);
    }
    for (const link of moves.removed) rows.delete(keyOf(link, VISITOR.person));
    for (const { atMs, judged } of moves.counted) hours.set(hourOf(atMs), (hours.get(hourOf(atMs)) ?? 0) + judged);
    deliverable = { ...deliverable, ...moves.after };
  };
  return {
    hear(...visits: RecipientVisits[]): RecipientMoves {
      const judged = [...rows.values()].filter(({ visitor }) => visitor !== VISITOR.machine);
      const state: RecipientState = { deliverable, rows: judged, isTrap: (link) => link === TRAP };
      const moves = movesOf(state, visits);
      store(moves);
      return moves;
    },
    visits: (visitor: number) =>
      [...rows.values()].filter((row) => row.visitor === visitor).reduce((sum, row) => sum + row.visits, 0),
    byHour: () => Object.fromEntries([...hours].filter(([, visits]) => visits !== 0)),
    deliverable: () => deliverable,
    rows,
  };
}

it('keeps visits of a person long before a burst, with their times and hours', () => {
  const recipient = newRecipient();
  recipient.hear(visit(1, 60));
  recipient.hear(visit(1, 7_300));
  expect(recipient.byHour()).toEqual({ [hourOf(SENT)]: 1, [hourOf(SENT + 7_300_000)]: 1 });
  const moves = recipient.hear(visit(2, 7_300.5));
  expect(moves.reverted).toEqual({ from: new Date(SENT + 7_300_000), to: new Date(SENT + 7_300_000) });
  expect([recipient.visits(VISITOR.person), recipient.visits(VISITOR.machine)]).toEqual([1, 2]);
  expect(recipient.byHour()).toEqual({ [hourOf(SENT)]: 1 });
  expect(recipient.deliverable().clicked_at).toEqual(new Date(SENT + 60_000));
  expect(recipient.rows.get('1 1')).toMatchObject({ last_at: new Date(SENT + 60_000), recent: 0 });
});

it('keeps the first known device of a person, and no device of a bot', () => {
  const recipient = newRecipient();
  const [phone, desktop] = [DEVICES.indexOf('phone'), DEVICES.indexOf('desktop')];
  recipient.hear(visit(0, 60));
  recipient.hear(visit(0, 120, VISITOR.person, phone));
  recipient.hear(visit(0, 180, VISITOR.person, desktop));
  expect(recipient.rows.get('0 1')).toMatchObject({ visits: 3, device: phone });
  recipient.hear(visit(1, 300, VISITOR.person, desktop), visit(2, 300.1, VISITOR.person, desktop));
  expect(recipient.rows.get('1 3')).toMatchObject({ visits: 1, device: 0 });
  recipient.hear(visit(0, 400, VISITOR.machine, DEVICE.proxy), visit(0, 401, VISITOR.machine, 0));
  expect(recipient.rows.get('0 3')).toMatchObject({ visits: 2, device: DEVICE.proxy });
  // The bot's visits were the only clicks on the link, so the device of the next click counts.
  recipient.hear(visit(1, 600, VISITOR.person, phone));
  expect(recipient.rows.get('1 1')).toMatchObject({ visits: 1, device: phone });
});

it('takes back visits on both sides of an hour boundary from their own hours', () => {
  const recipient = newRecipient();
  recipient.hear(visit(1, 3_599.8));
  recipient.hear(visit(2, 3_600.1));
  expect([recipient.visits(VISITOR.person), recipient.byHour()]).toEqual([0, {}]);
});

it('counts image loads by proxies as opens and never as part of a burst', () => {
  const recipient = newRecipient();
  recipient.hear(visit(0, 60, VISITOR.proxy), visit(1, 60.2), visit(TRAP, 60.4));
  expect([VISITOR.person, VISITOR.proxy, VISITOR.machine].map((visitor) => recipient.visits(visitor))).toEqual([
    0, 1, 2,
  ]);
  expect(recipient.deliverable()).toMatchObject({ opened_at: new Date(SENT + 60_000), clicked_at: null });
});

it('counts each visit exactly once for any grouping, and keeps hours and visits consistent', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    let state = seed * 2_654_435_761;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    const recipient = newRecipient();
    const all = 40;
    let atSeconds = 0;
    const visits = Array.from({ length: all }, () => {
      atSeconds += random(4) === 0 ? random(3_000) : random(30) / 10;
      const visitor = [VISITOR.person, VISITOR.person, VISITOR.proxy, VISITOR.machine][random(4)];
      const link = random(8) === 0 ? TRAP : random(6);
      return visit(link, atSeconds, link > 0 && visitor === VISITOR.proxy ? VISITOR.machine : visitor);
    });
    const counted: RecipientMoves['counted'][number][] = [];
    while (visits.length > 0) counted.push(...recipient.hear(...visits.splice(0, 1 + random(6))).counted);
    const judged = counted.reduce((sum, one) => sum + one.judged, 0);
    const people = recipient.visits(VISITOR.person) + recipient.visits(VISITOR.proxy);
    expect([seed, judged]).toEqual([seed, people]);
    expect([seed, people + recipient.visits(VISITOR.machine)]).toEqual([seed, all]);
    const kept = [...recipient.rows.values()];
    const clickers = kept.filter((row) => row.visitor === VISITOR.person).length;
    expect([seed, counted.reduce((sum, one) => sum + one.clickers, 0)]).toEqual([seed, clickers]);
    expect(Object.values(recipient.byHour()).every((visited) => visited > 0)).toBe(true);
    expect(kept.every((row) => row.visits > 0 && row.recent <= row.visits && row.first_at <= row.last_at)).toBe(true);
    const first = kept
      .filter((row) => row.visitor < VISITOR.machine && row.link_no > 0)
      .map((row) => row.first_at.getTime());
    expect(recipient.deliverable().clicked_at?.getTime()).toBe(first.length === 0 ? undefined : Math.min(...first));
  }
});
