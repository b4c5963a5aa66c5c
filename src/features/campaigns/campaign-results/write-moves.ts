import type { Tx } from '../../../base/db.ts';
import { noteClicked, noteOpened, revertVisits } from '../../audience/contacts/index.ts';
import { hourOf } from './people-visits.ts';
import type { RecipientMoves } from './recipient-moves.ts';
import {
  lastVisits,
  moveCounters,
  removeVisits,
  writeFirstTimes,
  writeVisits,
  type VisitRow,
} from './visit-queries.ts';

/**
 * Writes the changes that result from opens and clicks. The caller must have locked the contacts and deliverables.
 * Counters are updated last, in a fixed order.
 */
export async function writeMoves(tx: Tx, accountId: number, moves: readonly RecipientMoves[]): Promise<void> {
  await writeRows(tx, accountId, moves);
  await writeTimes(tx, accountId, moves);
  await noteContacts(tx, accountId, moves);
  await moveCounters(
    tx,
    accountId,
    JSON.stringify(countsOfMoves(moves)),
    JSON.stringify(linksOfMoves(moves)),
    JSON.stringify(hoursOfMoves(moves)),
  );
}

async function writeRows(tx: Tx, accountId: number, moves: readonly RecipientMoves[]): Promise<void> {
  const rows = moves.flatMap((move) => move.rows);
  const column = <Name extends keyof VisitRow>(name: Name) => rows.map((row) => row[name]);
  if (rows.length > 0) {
    await writeVisits(
      tx,
      accountId,
      column('campaign_id'),
      column('contact_id'),
      column('link_no'),
      column('visitor'),
      column('device'),
      column('visits'),
      column('first_at'),
      column('last_at'),
      column('recent'),
      column('recent_from'),
      column('before_at'),
    );
  }
  const removed = moves.flatMap(({ before, removed: links }) => links.map((link) => ({ ...before, link })));
  if (removed.length === 0) return;
  await removeVisits(
    tx,
    accountId,
    removed.map((row) => row.campaign_id),
    removed.map((row) => row.contact_id),
    removed.map(({ link }) => link),
  );
}

async function writeTimes(tx: Tx, accountId: number, moves: readonly RecipientMoves[]): Promise<void> {
  const names = ['opened_at', 'clicked_at', 'raw_opened_at', 'raw_clicked_at', 'machine_at'] as const;
  const changed = moves.filter(({ after, before }) =>
    names.some((name) => after[name]?.getTime() !== before[name]?.getTime()),
  );
  if (changed.length === 0) return;
  await writeFirstTimes(
    tx,
    accountId,
    changed.map(({ before }) => before.campaign_id),
    changed.map(({ before }) => before.contact_id),
    changed.map(({ after }) => after.opened_at),
    changed.map(({ after }) => after.clicked_at),
    changed.map(({ after }) => after.raw_opened_at),
    changed.map(({ after }) => after.raw_clicked_at),
    changed.map(({ after }) => after.machine_at),
  );
}

async function noteContacts(tx: Tx, accountId: number, moves: readonly RecipientMoves[]): Promise<void> {
  const taken = moves.flatMap(({ before, reverted }) =>
    reverted ? [{ contactId: before.contact_id, ...reverted }] : [],
  );
  if (taken.length > 0) {
    const ids = [...new Set(taken.map(({ contactId }) => contactId))];
    const left = new Map((await lastVisits(tx, accountId, ids)).map((row) => [row.contact_id, row]));
    for (const { contactId, from, to } of taken) {
      const { clicked_at: clickedAt = null, opened_at: openedAt = null } = left.get(contactId) ?? {};
      await revertVisits(tx, accountId, [{ contactId, from, to, openedAt, clickedAt }]);
    }
  }
  const opened = moves.flatMap(({ before, openedAt }) => (openedAt ? [{ id: before.contact_id, at: openedAt }] : []));
  const clicked = moves.flatMap(({ before, clickedAt }) =>
    clickedAt ? [{ id: before.contact_id, at: clickedAt }] : [],
  );
  const ids = (those: readonly { readonly id: number }[]) => those.map(({ id }) => id);
  const times = (those: readonly { readonly at: Date }[]) => those.map(({ at }) => at);
  await noteOpened(tx, accountId, ids(opened), times(opened));
  await noteClicked(tx, accountId, ids(clicked), times(clicked));
}

/** Sums the numbers of entries that have the same key. */
function sums<Key extends object, Name extends string>(
  given: readonly (readonly [key: Key, numbers: Readonly<Record<Name, number>>])[],
): (Key & Record<Name, number>)[] {
  const found = new Map<string, Key & Record<Name, number>>();
  for (const [key, numbers] of given) {
    const name = JSON.stringify(key);
    const known = found.get(name);
    if (!known) {
      found.set(name, { ...key, ...numbers });
      continue;
    }
    const before: Readonly<Record<Name, number>> = known;
    const added = Object.entries<number>(numbers).map(([each, value]) => [each, before[each as Name] + value]);
    Object.assign(known, Object.fromEntries(added));
  }
  return [...found.values()];
}

function countsOfMoves(moves: readonly RecipientMoves[]) {
  return sums(
    moves.map(({ after, before, counted }) => {
      const more = (name: keyof typeof after) => Number(after[name] !== null) - Number(before[name] !== null);
      const [opened, clicked] = [counted.filter(({ link }) => link === 0), counted.filter(({ link }) => link > 0)];
      const judged = (those: typeof counted) => those.reduce((sum, one) => sum + one.judged, 0);
      const raw = (those: typeof counted) => those.reduce((sum, one) => sum + one.judged + one.machine, 0);
      return [
        { campaign_id: before.campaign_id, variant: before.variant },
        {
          openers: more('opened_at'),
          clickers: more('clicked_at'),
          raw_openers: more('raw_opened_at'),
          raw_clickers: more('raw_clicked_at'),
          opens: judged(opened),
          clicks: judged(clicked),
          raw_opens: raw(opened),
          raw_clicks: raw(clicked),
        },
      ] as const;
    }),
  );
}

function linksOfMoves(moves: readonly RecipientMoves[]) {
  return sums(
    moves.flatMap(({ before, counted }) =>
      counted
        .filter(({ link }) => link > 0)
        .map(({ clickers, judged, link, machine }) => {
          const numbers = { clicks: judged, clickers, machine_clicks: machine };
          return [{ campaign_id: before.campaign_id, link_no: link }, numbers] as const;
        }),
    ),
  );
}

function hoursOfMoves(moves: readonly RecipientMoves[]) {
  return sums(
    moves.flatMap(({ before, counted }) =>
      counted
        .filter(({ judged }) => judged !== 0)
        .map(({ atMs, judged, link }) => {
          const hour = new Date(hourOf(atMs)).toISOString();
          const numbers = { opens: link === 0 ? judged : 0, clicks: link > 0 ? judged : 0 };
          return [{ campaign_id: before.campaign_id, hour }, numbers] as const;
        }),
    ),
  );
}
