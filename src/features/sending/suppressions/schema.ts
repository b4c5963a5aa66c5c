import { Type, type Static } from 'typebox';
import { cursorsOnly, knownFieldsOnly } from '../../../http/known-fields.ts';
import { parserOf } from '../../../http/parser.ts';
import { addressInQuery } from '../../../http/query-address.ts';
import { isFault, type EmailAddress } from '../../../mail/address.ts';
import type { NewSuppressions } from './entries.ts';
import { DEFAULT_PAGE, MAX_ADDED, MAX_DETAIL_CHARACTERS, MAX_PAGE, REASONS } from './limits.ts';
import { SORTS, type PageRequest, type Sort } from './list-queries.ts';
import { parseSuppressible } from './suppressible.ts';

function text(description: string) {
  return Type.Optional(Type.String({ description }));
}

function nullable<T extends Parameters<typeof Type.Optional>[0]>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

const listFields = parserOf(
  Type.Object({
    per_page: text(`Entries per page, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.`),
    reason: text(`Returns only entries with this reason. One of ${REASONS.join(', ')}.`),
    query: text('Returns only addresses that start with this text.'),
    sort: text(`Sort order: ${SORTS.join(', ')}. Default: newest.`),
    after: text('The email address of an entry. Returns the entries that follow this entry in the sort order.'),
    before: text('The email address of an entry. Returns the entries that precede this entry in the sort order.'),
  }),
  (given, fail): PageRequest => {
    const limit = pageSizeOf(given.per_page);
    if (limit === undefined) fail('per_page', `must be an integer from 1 to ${MAX_PAGE}.`);
    const reason = REASONS.find((known) => known === given.reason);
    if (given.reason && !reason) fail('reason', `must be one of ${REASONS.join(', ')}.`);
    if (given.after && given.before) fail('before', 'must not be combined with `after`.');
    return {
      limit: limit ?? DEFAULT_PAGE,
      sort: sortOf(given.sort, fail),
      ...(reason && { reason }),
      ...(given.query && { prefix: addressInQuery(given.query) }),
      ...(given.after && { after: addressInQuery(given.after) }),
      ...(given.before && { before: addressInQuery(given.before) }),
    };
  },
);

function sortOf(given: string | undefined, fail: (field: string, sentence: string) => void): Sort {
  const sort = given ? SORTS.find((known) => known === given) : 'newest';
  if (!sort) fail('sort', `must be one of ${SORTS.join(', ')}.`);
  return sort ?? 'newest';
}

export const listQuery = cursorsOnly(listFields);

function pageSizeOf(given: string | undefined): number | undefined {
  if (!given) return DEFAULT_PAGE;
  const size = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  return size >= 1 && size <= MAX_PAGE ? size : undefined;
}

const addFields = Type.Object({
  address: nullable(Type.String({ description: 'One email address.' })),
  addresses: nullable(Type.Array(Type.String(), { maxItems: MAX_ADDED, description: 'Several email addresses.' })),
  detail: nullable(Type.String({ description: `A note for the entries, up to ${MAX_DETAIL_CHARACTERS} characters.` })),
});

/** Creates the parser for a request that adds one or more addresses. Rejects addresses at the sandbox domain. */
export function addRequest(sandboxDomain: string) {
  const parser = parserOf(addFields, (given, fail): NewSuppressions => {
    if (!given.address && !given.addresses?.length) fail('address', '`address` or `addresses` is required.');
    if (given.address && given.addresses?.length) fail('addresses', 'must not be combined with `address`.');
    if (given.detail && given.detail.length > MAX_DETAIL_CHARACTERS) {
      fail('detail', `must be at most ${MAX_DETAIL_CHARACTERS} characters.`);
    }
    return { addresses: parseAll(given, sandboxDomain, fail), detail: given.detail || undefined };
  });
  return knownFieldsOnly(parser);
}

function parseAll(
  { address, addresses }: Static<typeof addFields>,
  sandboxDomain: string,
  fail: (field: string, sentence: string) => void,
): EmailAddress[] {
  const named = (addresses ?? []).map((text, index) => ({ field: `addresses.${index}`, text }));
  if (address) named.push({ field: 'address', text: address });
  return named.flatMap(({ field, text }) => {
    const parsed = parseSuppressible(text, sandboxDomain);
    if (!isFault(parsed)) return [parsed];
    fail(field, parsed.fault);
    return [];
  });
}
