import type { Db } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { countSuppressions, suppressionReasons } from '../../sending/suppressions/index.ts';
import { listFailures, MAX_LISTED, readFailure, type FailureKind, type FailureRow } from '../vendors/index.ts';
import { BOUNCE_TYPES, presentBounce } from './bounce-types.ts';
import { CODES, failure } from './failure.ts';
import { NO_UUID, uuidOf } from './ids.ts';
import { pageIn, readQuery, spanIn } from './query.ts';
import { entryOf, removeAddress } from './suppressions.ts';

const KNOWN = ['count', 'offset', 'type', 'emailfilter', 'tag', 'messageid', 'fromdate', 'todate', 'messagestream'];
const KINDS = new Map(
  // Safe cast: the keys of the table are the kinds of failures.
  Object.entries(BOUNCE_TYPES).map(([kind, { type }]) => [type.toLowerCase(), kind as FailureKind]),
);

/** Returns the failures that match a query, latest first. Throws validation_error if the query is invalid. */
export async function listBounces(db: Db, whose: Principal, given: Readonly<Record<string, unknown>>) {
  const query = readQuery(given, KNOWN);
  const type = query.get('type');
  const kind = type === undefined ? undefined : KINDS.get(type.toLowerCase());
  if (type !== undefined && !kind) {
    throw invalid({
      type: [
        `must be one of ${Object.values(BOUNCE_TYPES)
          .map((each) => each.type)
          .join(', ')}.`,
      ],
    });
  }
  const messageId = query.get('messageid');
  const { counts, rows } = await listFailures(
    db,
    { vendor: 'postmark', whose },
    {
      ...spanIn(query),
      kinds: kind && [kind],
      recipient: query.get('emailfilter'),
      tag: query.get('tag'),
      messageId: messageId === undefined ? undefined : (uuidOf(messageId) ?? NO_UUID),
      stream: query.get('messagestream'),
    },
    pageIn(query),
  );
  return { TotalCount: sumOf(counts), Bounces: await presented(db, whose, rows) };
}

/** Returns a failure by its ID. Throws if the failure does not exist. */
export async function readBounce(db: Db, whose: Principal, id: string): Promise<Record<string, unknown>> {
  const [bounce] = await presented(db, whose, [await rowOf(db, whose, id)]);
  return bounce ?? {};
}

/**
 * Activates a bounce: removes the bounced address from the suppression list, unless the recipient complained. Throws if
 * the bounce does not exist.
 */
export async function activateBounce(db: Db, whose: Principal, id: string) {
  const row = await rowOf(db, whose, id);
  const entry = await entryOf(db, whose, row.recipient);
  if (!entry) throw failure(CODES.bounceNotFound, `${row.recipient} is not inactive, or this token cannot access it.`);
  if (entry.reason === 'complained')
    throw failure(CODES.bounceNotFound, 'An address cannot be reactivated after a spam complaint.');
  await removeAddress(db, whose, row.recipient);
  const [bounce] = await presented(db, whose, [row]);
  return { Message: 'OK', Bounce: bounce };
}

/**
 * Returns the number of failures of each kind in the last 30 days, and the number of inactive addresses, up to 10,000.
 */
export async function deliveryStats(db: Db, whose: Principal) {
  const all = { begin: new Date(0), end: new Date(Date.UTC(9999, 0)) };
  const { counts } = await listFailures(db, { vendor: 'postmark', whose }, all, { limit: 0, offset: 0 });
  const [inactive] = await countSuppressions(db, whose.accountId, null, null, MAX_LISTED);
  return {
    InactiveMails: inactive?.count ?? 0,
    Bounces: [
      { Name: 'All', Count: sumOf(counts) },
      ...[...counts].map(([kind, count]) => ({
        Type: BOUNCE_TYPES[kind].type,
        Name: BOUNCE_TYPES[kind].name,
        Count: count,
      })),
    ],
  };
}

async function rowOf(db: Db, whose: Principal, id: string): Promise<FailureRow> {
  const row = /^\d{1,15}$/.test(id) ? await readFailure(db, { vendor: 'postmark', whose }, Number(id)) : undefined;
  if (!row) throw failure(CODES.bounceNotFound, 'This bounce was not found or cannot be accessed.');
  return row;
}

async function presented(db: Db, { accountId }: Principal, rows: readonly FailureRow[]) {
  const inactive = await suppressionReasons(
    db,
    accountId,
    rows.map(({ recipient }) => recipient),
  );
  return rows.map((row) =>
    presentBounce(row, { serverId: accountId, isInactive: inactive.has(row.recipient.toLowerCase()) }),
  );
}

function sumOf(counts: ReadonlyMap<FailureKind, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
