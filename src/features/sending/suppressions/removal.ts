import { Type } from 'typebox';
import type { Database } from '../../../base/db.ts';
import { knownFieldsOnly } from '../../../http/known-fields.ts';
import { parserOf } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import { addressInQuery } from '../../../http/query-address.ts';
import { recordAct } from '../../tenants/accounts/index.ts';
import { MAX_ADDED, MAX_DETAIL_CHARACTERS, REASONS } from './limits.ts';
import { countSuppressions, deleteChosen, deleteMatching } from './removal-queries.ts';

/** Maximum number of entries that one request removes. Callers repeat the request to remove more. */
export const MAX_REMOVED = MAX_ADDED;
/** Maximum number of rows that are counted. */
export const MAX_COUNTED = 10_000;

type Fail = (field: string, sentence: string) => void;

/** Filters for entries. An absent field does not restrict the result. */
export interface Matching {
  readonly reason: string | null;
  readonly prefix: string | null;
}

/** Entries to remove: the given entries, or all matching entries that existed at a given time. */
export interface Removal {
  readonly why: string;
  readonly chosen: readonly string[] | undefined;
  readonly matching: Matching & { readonly until: Date };
}

const matchingFields = {
  reason: Type.Optional(
    Type.String({ description: `Limits the request to entries with this reason: ${REASONS.join(', ')}.` }),
  ),
  query: Type.Optional(Type.String({ description: 'Limits the request to addresses that start with this text.' })),
};

/** Parses the filters of a request that counts entries. */
export const countRequest = parserOf(Type.Object(matchingFields), (given, fail): Matching =>
  matchingOf(given, '', fail),
);

/** The reason why messages may be sent to the addresses again. Stored in the audit log. */
export const whyField = Type.String({
  description: `Reason for the removal, 1 to ${MAX_DETAIL_CHARACTERS} characters. The reason is stored in the audit log.`,
});

/** Returns the trimmed reason for a removal. Calls `fail` if the reason is empty or too long. */
export function whyOf(given: string, fail: Fail): string {
  const why = given.trim();
  if (why === '') fail('why', 'is required, because the audit log stores the reason.');
  else if (why.length > MAX_DETAIL_CHARACTERS) fail('why', `must be at most ${MAX_DETAIL_CHARACTERS} characters.`);
  return why;
}

const removalFields = Type.Object({
  why: whyField,
  addresses: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, maxItems: MAX_REMOVED, description: 'The addresses to remove.' }),
  ),
  matching: Type.Optional(
    Type.Object(
      {
        ...matchingFields,
        until: Type.String({
          description: 'Removes only addresses that were added at or before this ISO 8601 date-time.',
        }),
      },
      {
        description: `Filters for the addresses to remove, up to ${MAX_REMOVED} per request. Use \`matching\` instead of \`addresses\`.`,
      },
    ),
  ),
});

/** Parses a request that removes several entries. */
export const removalRequest = knownFieldsOnly(
  parserOf(removalFields, (given, fail): Removal => {
    if ((given.addresses === undefined) === (given.matching === undefined)) {
      fail('addresses', 'or `matching` is required, but not both.');
    }
    const untilMs = Date.parse(given.matching?.until ?? '');
    if (given.matching && Number.isNaN(untilMs)) fail('matching.until', 'must be an ISO 8601 date-time.');
    return {
      why: whyOf(given.why, fail),
      chosen: given.addresses,
      matching: { ...matchingOf(given.matching ?? {}, 'matching.', fail), until: new Date(untilMs) },
    };
  }),
);

function matchingOf(given: { reason?: string; query?: string }, path: string, fail: Fail): Matching {
  const reason = REASONS.find((known) => known === given.reason);
  if (given.reason && !reason) fail(`${path}reason`, `must be one of ${REASONS.join(', ')}.`);
  return { reason: reason ?? null, prefix: given.query ? addressInQuery(given.query) : null };
}

/** Counts matching entries of an account, up to 10,000. */
export async function countMatching(db: Database, accountId: number, { prefix, reason }: Matching) {
  const [row] = await countSuppressions(db, accountId, reason, prefix, MAX_COUNTED + 1);
  const count = row?.count ?? 0;
  return { count: Math.min(count, MAX_COUNTED), is_more: count > MAX_COUNTED };
}

/**
 * Removes at most MAX_REMOVED entries. In the same transaction, records the removed entries and the reason. Repeating
 * the request continues where the previous request ended. `has_more` means that more entries may match.
 */
export async function removeMany(db: Database, principal: Principal, { chosen, matching, why }: Removal) {
  return db.transaction(async (tx) => {
    const { accountId } = principal;
    const removed =
      chosen === undefined
        ? await deleteMatching(tx, accountId, matching.reason, matching.prefix, matching.until, MAX_REMOVED)
        : await deleteChosen(tx, accountId, chosen);
    if (removed.length > 0) {
      const addresses = removed.map(({ address }) => address).toSorted();
      await recordAct(tx, principal, {
        action: 'suppression.remove_many',
        subject: removed.length === 1 ? (addresses[0] ?? '') : `${removed.length} addresses`,
        before: { addresses },
        after: { why },
      });
    }
    return { removed: removed.length, has_more: chosen === undefined && removed.length === MAX_REMOVED };
  });
}
