import { Type } from 'typebox';
import { parserOf } from '../../http/parser.ts';
import { isFault, parseAddress, type EmailAddress } from '../../mail/address.ts';
import type { NewSuppressions } from './entries.ts';
import { DEFAULT_PAGE, MAX_ADDED, MAX_DETAIL_CHARACTERS, MAX_PAGE } from './limits.ts';
import type { PageRequest } from './list-queries.ts';

const REASONS = ['bounced', 'complained', 'manual'] as const;

function text(description: string) {
  return Type.Optional(Type.String({ description }));
}

function nullable<T extends Parameters<typeof Type.Optional>[0]>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** Parses a listing's query. */
export const listQuery = parserOf(
  Type.Object({
    per_page: text(`Entries a page, 1 to ${MAX_PAGE}; ${DEFAULT_PAGE} without it.`),
    reason: text(`Only entries with this reason: ${REASONS.join(', ')}.`),
    query: text('Only addresses that begin with this.'),
    after: text('Address of an entry: the page of older ones follows it.'),
    before: text('Address of an entry: the page of newer ones ends before it.'),
  }),
  (given, fail): PageRequest => {
    const limit = pageSizeOf(given.per_page);
    if (limit === undefined) fail('per_page', `must be a whole number from 1 to ${MAX_PAGE}.`);
    if (given.reason && !REASONS.some((reason) => reason === given.reason)) {
      fail('reason', `must be one of ${REASONS.join(', ')}.`);
    }
    if (given.after && given.before) fail('before', 'must not be given together with after.');
    return {
      limit: limit ?? DEFAULT_PAGE,
      ...(given.reason && { reason: given.reason }),
      ...(given.query && { prefix: given.query }),
      ...(given.after && { after: given.after }),
      ...(given.before && { before: given.before }),
    };
  },
);

function pageSizeOf(given: string | undefined): number | undefined {
  if (!given) return DEFAULT_PAGE;
  const size = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  return size >= 1 && size <= MAX_PAGE ? size : undefined;
}

/** Parses what is to be added: one address, or many. */
export const addRequest = parserOf(
  Type.Object({
    address: nullable(Type.String({ description: 'One address.' })),
    addresses: nullable(Type.Array(Type.String(), { maxItems: MAX_ADDED, description: 'Several addresses.' })),
    detail: nullable(Type.String({ description: `A note, at most ${MAX_DETAIL_CHARACTERS} characters.` })),
  }),
  (given, fail): NewSuppressions => {
    const addresses: EmailAddress[] = [];
    const take = (field: string, value: string): void => {
      const parsed = parseAddress(value.trim());
      if (isFault(parsed)) fail(field, parsed.fault);
      else addresses.push(parsed);
    };
    if (given.address) take('address', given.address);
    for (const [index, address] of (given.addresses ?? []).entries()) take(`addresses.${index}`, address);
    if (!given.address && !given.addresses?.length) fail('address', 'address or addresses is required.');
    if (given.detail && given.detail.length > MAX_DETAIL_CHARACTERS) {
      fail('detail', `must be at most ${MAX_DETAIL_CHARACTERS} characters.`);
    }
    return { addresses, detail: given.detail || undefined };
  },
);
