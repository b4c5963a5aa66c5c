// Place in a run: slow.
import { beforeAll, describe, expect, it } from 'vitest';
import { createKey, createSigningKey, SCOPES, type SigningPair } from '../../src/features/tenants/access/index.ts';
import { VENDORS, switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import { keyHeaders, vendorOf } from '../support/vendor-credentials.ts';
import { PLANTED_OF_VENDORS } from './foreign-names.ts';
import { sumsByTable } from './tenant-tables.ts';

interface Caller {
  readonly accountId: number;
  readonly key: string;
  readonly pair: SigningPair;
}

/**
 * A path parameter of an existing resource (`place`) and of a resource that does not exist (`missing`), and a function
 * that returns a request body.
 */
interface Planted {
  readonly place: string;
  readonly missing: string;
  readonly bodyOf?: (place: string) => unknown;
}

let victim: Caller;
let stranger: Caller;
let planted = 0;

const app = shared(async () => startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' }));

beforeAll(async () => {
  [victim, stranger] = [await newCaller(), await newCaller()];
});

async function newCaller(): Promise<Caller> {
  const { db, vault } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  for (const vendor of VENDORS) await switchAdapter(db, accountId, vendor, true);
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
  const { id, key } = await createKey(db, { accountId, name: 'sweep', scopes });
  return { accountId, key, pair: await createSigningKey(db, vault, accountId, id) };
}

async function sql<R>(text: string, values: readonly unknown[]): Promise<R | undefined> {
  return (await app.installation.db.query<R>({ name: '', text }, values))[0];
}

async function call({ key, pair }: Caller, name: string, place: string, given?: unknown) {
  await app.installation.db.script('truncate key_window');
  const [method = '', pattern = ''] = name.split(' ');
  // The parameters contain no characters that must be encoded in paths.
  const url = `${app.api.baseUrl}${pattern.replace(':stream', 'outbound').replaceAll(/(?<=\/):\w+/g, place)}`;
  const body = method === 'GET' ? '' : JSON.stringify(given ?? {});
  const headers = keyHeaders(vendorOf({ method, path: pattern }), key, pair, { method, url, body });
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== '' && { 'content-type': 'application/json' }) },
    ...(body !== '' && { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Returns the status and the body of a response, with the requested value masked and without request IDs. */
function masked({ status, text }: Awaited<ReturnType<typeof call>>, place: string): string {
  return `${status} ${text.replaceAll(new RegExp(`(?<!\\d)${place.replaceAll('.', '[.]')}(?!\\d)`, 'g'), '#').replaceAll(/"(?:request_id|instance)":"[^"]*"/g, '')}`;
}

async function address(): Promise<Pick<Planted, 'missing'> & { readonly place: string }> {
  planted += 1;
  return Promise.resolve({ place: `planted${planted}@x.test`, missing: `missing${planted}@x.test` });
}

const suppressed = (reason: string) => async (): Promise<Planted> => {
  const names = await address();
  await sql('insert into suppression (account_id, address, reason) values ($1, $2, $3)', [
    victim.accountId,
    names.place,
    reason,
  ]);
  return names;
};

/** Inserts a message for the other account, and an outcome for its only recipient. */
async function message(event: string): Promise<{ readonly id: string; readonly eventId: number }> {
  const { place } = await suppressed('bounced')();
  const made = await sql<{ id: string }>(
    `insert into vendor_message (account_id, id, vendor, domain, sender, subject, tags, metadata, bytes, is_test, links)
     values ($1, uuid_now(), 'postmark', 'x.test', 'a@x.test', 'Hi', '{}', '{}', 1, false, '{}') returning id`,
    [victim.accountId],
  );
  const id = made?.id ?? '';
  await sql('insert into vendor_recipient (account_id, message_id, recipient_no, address) values ($1, $2, 0, $3)', [
    victim.accountId,
    id,
    place,
  ]);
  await sql(`select append_vendor_events($1, '{postmark}', '{x.test}', $2, '{0}', $3, $4, '{"{}"}')`, [
    victim.accountId,
    [id],
    [place],
    [event],
  ]);
  const written = await sql<{ id: number }>('select id from vendor_event where account_id = $1 and message_id = $2', [
    victim.accountId,
    id,
  ]);
  return { id, eventId: written?.id ?? 0 };
}

const NOBODYS_MESSAGE = '01890000-0000-7000-8000-000000000000';
const ofMessage = (event: string) => async (): Promise<Planted> => ({
  place: (await message(event)).id,
  missing: NOBODYS_MESSAGE,
});
/** Event numbers are assigned per account, and the other account has no event with this number. */
const bounce = async (): Promise<Planted> => ({
  place: String((await message('bounced')).eventId),
  missing: '987654321',
});

async function hook(): Promise<Planted> {
  const settings = { Url: 'http://127.0.0.1:8080/planted', Triggers: { Delivery: { Enabled: true } } };
  const made = await call(victim, 'POST /compat/postmark/webhooks', '', settings);
  if (made.status !== 200) throw new Error(`The webhook was answered ${made.status} ${made.text}`);
  return {
    place: String((JSON.parse(made.text) as { ID: number }).ID),
    missing: '987654321',
    bodyOf: () => ({ Triggers: { SpamComplaint: { Enabled: true } } }),
  };
}

/**
 * Creates an event destination whose configuration set has the same name. Returns the name, and a request body that
 * would change the destination.
 */
async function destination(): Promise<Planted> {
  planted += 1;
  const place = `planted${planted}`;
  const made = await call(victim, `POST ${DESTINATIONS}`, place, newDestination(place));
  if (made.status !== 200) throw new Error(`The destination was answered ${made.status} ${made.text}`);
  return {
    place,
    missing: `missing${planted}`,
    bodyOf: () => ({ EventDestination: { ...newDestination('').EventDestination, MatchingEventTypes: ['SEND'] } }),
  };
}

const DESTINATIONS = '/v2/email/configuration-sets/:set/event-destinations';
const newDestination = (EventDestinationName: string) => ({
  EventDestinationName,
  EventDestination: {
    Enabled: true,
    MatchingEventTypes: ['BOUNCE'],
    SnsDestination: { TopicArn: 'http://127.0.0.1:8080/planted' },
  },
});

/** Returns checksums of the victim's data. Ignores API keys, because each use of a key changes its row. */
async function sumsOf(): Promise<Record<string, string>> {
  return { ...(await sumsByTable(app.installation.db, victim.accountId)), api_key: '' };
}

const bodyOf = (place: string): unknown => ({ Suppressions: [{ EmailAddress: place }] });

const PLANTS: Readonly<Record<string, () => Promise<Planted>>> = {
  [DESTINATIONS]: destination,
  [`${DESTINATIONS}/:name`]: destination,
  '/webhooks/:id': hook,
  '/bounces/:id': bounce,
  '/bounces/:id/activate': bounce,
  '/messages/outbound/:id/details': ofMessage('delivered'),
  '/messages/outbound/opens/:id': ofMessage('opened'),
  '/messages/outbound/clicks/:id': ofMessage('clicked'),
  '/message-streams/:stream/suppressions': async () => ({ ...(await address()), bodyOf }),
  '/message-streams/:stream/suppressions/delete': async () => ({ ...(await suppressed('manual')()), bodyOf }),
  '/v3/suppression/bounces/:email': suppressed('bounced'),
  '/v3/suppression/spam_reports/:email': suppressed('complained'),
};

/** Creates a verified domain and a suppressed address for the victim. */
async function domain(): Promise<string> {
  const { db } = app.installation;
  const name = 'mg.planted.test';
  await addDomain(domainPartsOf(app.installation), victim.accountId, name);
  await db.script(`update domain set status = 'verified', verified_at = now() where name = '${name}'`);
  await suppressed('bounced')();
  return name;
}

describe('resources for clients of other vendors', { timeout: 120_000 }, () => {
  it('include Mailgun domains, which every path reports as missing to other accounts', async () => {
    const [own, missing] = [await domain(), 'mg.missing.test'];
    const before = await sumsOf();
    const names = app.api.routes
      .filter(({ path }) => path.includes(':domain') && vendorOf({ method: '', path }) === 'mailgun')
      .map(({ method, path }) => `${method} ${path}`)
      // These routes require another scope. `vendor-template-versions.test.ts` calls them with the domain of another
      // account.
      .filter((name) => !name.includes('/templates'));
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) {
      const ofTheirs = await call(stranger, name, own);
      expect([name, masked(ofTheirs, own)]).toEqual([name, masked(await call(stranger, name, missing), missing)]);
      expect([name, ofTheirs.status]).toEqual([name, 404]);
    }
    expect(await sumsOf()).toEqual(before);
    const read = names.filter((name) => /^GET .*\/(?:events|bounces|domains\/:domain)$/.test(name));
    for (const name of read) expect([name, (await call(victim, name, own)).status]).toEqual([name, 200]);
  });

  it.each(PLANTED_OF_VENDORS)('are reported as missing to other accounts: %s', async (name) => {
    const path = name.replace(/^\w+ (?:\/compat\/\w+)?/, '');
    const { bodyOf: body = () => undefined, missing, place } = (await PLANTS[path]?.()) ?? { place: '', missing: '' };
    const before = await sumsOf();
    const ofTheirs = masked(await call(stranger, name, place, body(place)), place);
    const ofNobody = masked(await call(stranger, name, missing, body(missing)), missing);
    expect(ofTheirs).toBe(ofNobody);
    expect(await sumsOf()).toEqual(before);
    const own = await call(victim, name, place, body(place));
    expect([own.status < 300, own.text]).toEqual([true, own.text]);
    const isChanged = JSON.stringify(await sumsOf()) !== JSON.stringify(before);
    expect(isChanged || masked(own, place) !== ofNobody).toBe(true);
  });
});
