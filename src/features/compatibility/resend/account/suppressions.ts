import { Refusal } from '../../../../base/refusal.ts';
import { route, type Route } from '../../../../http/route.ts';
import { shownId } from '../ids.ts';
import { faultAt, objectOf, textOf, textsOf } from '../../fields/index.ts';
import { bodyOf, underNames, type CompatRequest, type NativeApi } from './native.ts';
import { limitOf } from './objects.ts';
import { SUPPRESSION, SUPPRESSION_BATCH, SUPPRESSION_REMOVAL } from './operations.ts';
import { anyBody, anyQuery, type AccountParts } from './parts.ts';

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';
const PATH = '/transactional/suppressions';
const MAX_BATCH = 100;

/** An entry of the suppression list, as shown by Postrider's own API. */
interface Entry {
  readonly address: string;
  readonly reason: 'bounced' | 'complained' | 'manual';
  readonly message_id: string | null;
  readonly created_at: string;
}

const ORIGINS: Readonly<Record<Entry['reason'], string>> = {
  bounced: 'bounce',
  complained: 'complaint',
  manual: 'manual',
};

/** Returns the routes for the suppression list. The ID of an entry is its address. */
export function suppressionRoutes({ native }: AccountParts, base: string): Route[] {
  const path = `${base}/suppressions`;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Suppress an email address',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        const email = textOf(objectOf(request.body, '', SUPPRESSION.objects['']), 'email') ?? '';
        const [entry] = await add(native, request, [email], () => 'email');
        return { status: 201, body: entry };
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List suppressed email addresses',
      scope: [READ, MANAGE],
      query: anyQuery,
      async handle(request) {
        const { after, before, limit, origin } = request.query;
        const query = {
          per_page: String(limitOf(limit)),
          ...(after !== undefined && { after }),
          ...(before !== undefined && { before }),
          ...(origin !== undefined && { reason: reasonOf(origin) }),
        };
        const page = await bodyOf<{ readonly data: readonly Entry[]; readonly has_more: boolean }>(
          native,
          request,
          `GET ${PATH}`,
          { query },
        );
        const data = page.data.map((entry) => presentEntry(entry, request));
        return { status: 200, body: { object: 'list', has_more: page.has_more, data } };
      },
    }),
    ...batchRoutes(native, `${path}/batch`),
    ...objectRoutes(native, `${path}/:address`),
  ];
}

function batchRoutes(native: NativeApi, path: string): Route[] {
  return [
    route({
      method: 'POST',
      path: `${path}/add`,
      summary: 'Suppress several email addresses',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        const emails = textsOf(objectOf(request.body, '', SUPPRESSION_BATCH.objects['']), 'emails');
        requireBatch(emails);
        const data = await add(native, request, emails, (field) => field.replace(/^addresses/, 'emails'));
        return { status: 201, body: { data } };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/remove`,
      summary: 'Remove several email addresses from the suppression list',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        const given = objectOf(request.body, '', SUPPRESSION_REMOVAL.objects['']);
        const addresses = [...new Set([...textsOf(given, 'emails'), ...textsOf(given, 'ids')])];
        requireBatch(addresses);
        const data: object[] = [];
        for (const address of addresses) data.push(await remove(native, request, address));
        return { status: 200, body: { data } };
      },
    }),
  ];
}

function objectRoutes(native: NativeApi, path: string): Route[] {
  return [
    route({
      method: 'GET',
      path,
      summary: 'Retrieve a suppressed email address',
      scope: [READ, MANAGE],
      async handle(request) {
        const params = { address: request.params['address'] ?? '' };
        const entry = await bodyOf<Entry>(native, request, `GET ${PATH}/:address`, { params });
        return { status: 200, body: presentEntry(entry, request) };
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Remove an email address from the suppression list',
      scope: MANAGE,
      async handle(request) {
        const params = { address: request.params['address'] ?? '' };
        const { address } = await bodyOf<Entry>(native, request, `DELETE ${PATH}/:address`, { params });
        return { status: 200, body: { object: 'suppression', id: address, deleted: true } };
      },
    }),
  ];
}

async function add(
  native: NativeApi,
  request: CompatRequest,
  addresses: readonly string[],
  nameOf: (field: string) => string,
): Promise<object[]> {
  const { data } = await underNames(nameOf, () =>
    bodyOf<{ readonly data: readonly Entry[] }>(native, request, `POST ${PATH}`, { body: { addresses } }),
  );
  return data.map(({ address }) => ({ object: 'suppression', id: address }));
}

/**
 * Removes one of the addresses in a batch request from the list. If the address is not on the list, returns a result
 * with `deleted: false` instead of throwing.
 */
async function remove(native: NativeApi, request: CompatRequest, address: string): Promise<object> {
  try {
    const entry = await bodyOf<Entry>(native, request, `DELETE ${PATH}/:address`, { params: { address } });
    return { object: 'suppression', id: entry.address, deleted: true };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    return { object: 'suppression', id: address, deleted: false };
  }
}

function requireBatch(addresses: readonly string[]): void {
  if (addresses.length >= 1 && addresses.length <= MAX_BATCH) return;
  throw faultAt('emails', `must contain 1 to ${MAX_BATCH} addresses, not ${addresses.length}.`);
}

function reasonOf(origin: unknown): string {
  const [reason] = Object.entries(ORIGINS).find(([, name]) => name === origin) ?? [];
  if (reason === undefined) throw faultAt('origin', `must be one of ${Object.values(ORIGINS).join(', ')}.`);
  return reason;
}

function presentEntry({ address, created_at, message_id, reason }: Entry, { headers }: CompatRequest): object {
  return {
    object: 'suppression',
    id: address,
    email: address,
    origin: ORIGINS[reason],
    source_id: message_id === null ? null : shownId(message_id, headers),
    created_at,
  };
}
