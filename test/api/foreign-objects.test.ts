// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, createSigningKey, SCOPES, type SigningPair } from '../../src/features/tenants/access/index.ts';
import { switchAdapter } from '../../src/features/compatibility/vendors/index.ts';
import type { Route } from '../../src/http/route.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { keyHeaders, vendorOf } from '../support/vendor-credentials.ts';
import { PLANTED, PLANTED_OF_VENDORS } from './foreign-names.ts';
import { signedIn } from './oauth-browser.ts';
import { emptyEveryTable, seedEveryTable, sumsByTable, tablesNaming, type Known } from './tenant-tables.ts';

/** IDs of all rows of the other account, and IDs that do not exist. */
let theirs: Known;
let nobodys: Known;
let app: TestApp;
let attackerId: number;
let victimId: number;
let attacker: Credentials;
let victim: Credentials;

interface Credentials {
  readonly cookie: string;
  readonly key: string;
  readonly pair: SigningPair;
}

/** Number of calls after which the rate limit of 60 requests per minute is reset. */
const CALLS_A_WINDOW = 20;
let calls = 0;

const TEXT = 'made-up@victim.example';
const NO_TEXT = 'no-such@nobody.example';
/** Body fields that reference other objects. */
const NAMES_OBJECTS = /(?:^|_)(?:ids?|lists?|tags?|segments?|contacts?|forms?|pages?|images?)$/;
/** Response of the account API to IDs of other accounts. */
const FORBIDDEN = /^403 \{[^}]*"message":"This resource belongs to another account\."[^}]*\}$/;
/** Routes that have found an object of another account and responded with FORBIDDEN. */
const foundForeign = new Set<string>();
/** Properties that differ between responses to the same request. */
const OF_THE_MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z|"(?:id|request_id|instance)":"[^"]*"/g;

beforeAll(async () => {
  app = await startApp();
  const { db } = app.installation;
  attackerId = (await app.newAccount()).account.id;
  victimId = (await app.newAccount()).account.id;
  for (const id of [attackerId, victimId])
    for (const vendor of ['mailgun', 'postmark', 'sendgrid', 'ses'] as const) await switchAdapter(db, id, vendor, true);
  attacker = await credentialsOf(attackerId);
  victim = await credentialsOf(victimId);
  theirs = { number: 4_242_420_001, uuid: await uuidOfToday(), text: TEXT };
  nobodys = { number: 4_242_420_002, uuid: await uuidOfToday(), text: NO_TEXT };
  await seedVictim();
});
afterAll(() => app.close());

/** Returns a UUIDv7 of the current time. */
async function uuidOfToday(): Promise<string> {
  const text = 'select uuid_now() as id';
  return (await app.installation.db.query<{ id: string }>({ name: '', text }, []))[0]?.id ?? '';
}

async function seedVictim(): Promise<void> {
  await emptyEveryTable(app.installation.db, victimId, [
    'membership',
    'api_key',
    'signing_key',
    'vendor_adapter',
    'person_session',
  ]);
  await seedEveryTable(app.installation.db, victimId, theirs);
}

async function credentialsOf(accountId: number): Promise<Credentials> {
  const { cookie } = await signedIn(app, { accountId, role: 'owner' });
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
  const { db, vault } = app.installation;
  const { id, key } = await createKey(db, { accountId, name: 'sweep', scopes });
  return { cookie, key, pair: await createSigningKey(db, vault, accountId, id) };
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** Returns an ID in the formats that paths use: numbers, UUIDs, message and delivery IDs, and strings. */
function formsOf({ number, text, uuid }: Known): readonly string[] {
  const bare = uuid.replaceAll('-', '');
  return [String(number), uuid, `tm_${bare}`, `wdl_${bare}`, `whr_${bare}`, text];
}

interface Call {
  readonly route: Route;
  readonly path: string;
  readonly body?: unknown;
}

async function perform({ body, path, route }: Call, { cookie, key, pair }: Credentials): Promise<string> {
  // Reset the rate limits, which this test does not cover.
  if (calls % CALLS_A_WINDOW === 0) await app.installation.db.script('truncate person_rate, key_window');
  calls += 1;
  const { method } = route;
  const url = `${app.api.baseUrl}${path}`;
  const sent = method === 'GET' ? '' : JSON.stringify(body ?? route.doc?.requestExample ?? {});
  const vendor = vendorOf(route);
  const credential = vendor ? keyHeaders(vendor, key, pair, { method, url, body: sent }) : { cookie };
  const hangUp = new AbortController();
  const answer = await fetch(url, {
    method,
    headers: {
      ...credential,
      'sec-fetch-site': 'same-origin',
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    redirect: 'manual',
    signal: hangUp.signal,
    ...(method !== 'GET' && { body: sent }),
  });
  const type = answer.headers.get('content-type') ?? '';
  const text = type.startsWith('text/event-stream') ? '' : await answer.text();
  hangUp.abort();
  return `${answer.status} ${text.replaceAll(OF_THE_MOMENT, '')}`;
}

/** Returns calls of a route with each ID format in all path parameters. */
function pathsOf(route: Route, known: Known): string[] {
  const fixed: Readonly<Record<string, string>> = { ':domain': hostOf(known), ':address': known.text };
  const paths = formsOf(known).map((form) =>
    route.path.replaceAll(/:\w+|\*/g, (name) => encodeURIComponent(fixed[name] ?? form)),
  );
  return [...new Set(paths)];
}

function hostOf({ text }: Known): string {
  return text.split('@')[1] ?? '';
}

/** Returns a response body without the requested IDs. */
function masked(answer: string, known: Known): string {
  return [...formsOf(known), hostOf(known)].reduce(
    (text, form) => text.replaceAll(form, '#').replaceAll(encodeURIComponent(form), '#'),
    answer,
  );
}

/**
 * Returns the example body with each object ID replaced by `id`, and each list of object IDs replaced by a list of only
 * `id`.
 */
function bodyNaming(example: unknown, id: number): unknown {
  if (Array.isArray(example)) return example.map((one: unknown) => bodyNaming(one, id));
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]: [string, unknown]) => {
      if (NAMES_OBJECTS.test(name) && typeof value === 'number') return [name, id];
      if (NAMES_OBJECTS.test(name) && Array.isArray(value) && typeof value[0] === 'number') return [name, [id]];
      return [name, bodyNaming(value, id)];
    }),
  );
}

/**
 * Returns the routes whose paths contain IDs of account objects. Public routes and routes with tokens do not depend on
 * an account.
 */
function routesWithIds(): Route[] {
  const routes = app.api.routes.filter(({ path, scope }) => scope !== undefined && /:\w+|\*/.test(path));
  // Start with the routes that only read.
  return routes.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
}

describe('objects of another account', { timeout: 300_000 }, () => {
  it('get a 404 or a plain 403 from every route, and stay unchanged', async () => {
    const before = await sumsByTable(app.installation.db, victimId);
    const reported: string[] = [];
    for (const route of routesWithIds()) {
      const [found, missing] = [pathsOf(route, theirs), pathsOf(route, nobodys)];
      for (const [at, path] of found.entries()) {
        const ofTheirs = masked(await perform({ route, path }, attacker), theirs);
        const ofNobody = masked(await perform({ route, path: missing[at] ?? '' }, attacker), nobodys);
        if (FORBIDDEN.test(ofTheirs)) foundForeign.add(nameOf(route));
        else if (ofTheirs !== ofNobody) reported.push(`${nameOf(route)} ${path}: ${ofTheirs}, not ${ofNobody}`);
      }
    }
    expect(reported).toEqual([]);
    expect(await sumsByTable(app.installation.db, victimId)).toEqual(before);
    // None of the calls has ended the caller's session.
    const own = app.api.routes.find((route) => nameOf(route) === 'GET /dashboard/session');
    if (own) expect(await perform({ route: own, path: own.path }, attacker)).toMatch(/^200 /);
  });

  it('cannot be named in bodies', async () => {
    const before = await sumsByTable(app.installation.db, victimId);
    const reported: string[] = [];
    const named: string[] = [];
    for (const route of app.api.routes) {
      const example = route.doc?.requestExample;
      if (route.scope === undefined || route.method === 'GET' || example === undefined) continue;
      const body = bodyNaming(example, theirs.number);
      if (JSON.stringify(body) === JSON.stringify(example)) continue;
      named.push(nameOf(route));
      const path = route.path.replaceAll(/:\w+|\*/g, '1');
      const ofTheirs = masked(await perform({ route, path, body }, attacker), theirs);
      const missing = { route, path, body: bodyNaming(example, nobodys.number) };
      const ofNobody = masked(await perform(missing, attacker), nobodys);
      if (ofTheirs !== ofNobody) reported.push(`${nameOf(route)}: ${ofTheirs}, not ${ofNobody}`);
    }
    if (process.env['PRINT_MATRIX']) console.log(named);
    expect(named.length).toBeGreaterThan(5);
    expect(reported).toEqual([]);
    expect(await sumsByTable(app.installation.db, victimId)).toEqual(before);
    expect(await tablesNaming(app.installation.db, attackerId, theirs.number)).toEqual([]);
  });

  // This test must be last, because the owner's calls change and delete objects.
  it('are found by their owner, which shows that the test can find them', async () => {
    const reached = new Set(foundForeign);
    for (const route of routesWithIds()) {
      if (reached.has(nameOf(route))) continue;
      // Restores objects that earlier calls have deleted.
      if (route.method !== 'GET') await seedVictim();
      const [found, missing] = [pathsOf(route, theirs), pathsOf(route, nobodys)];
      for (const [at, path] of found.entries()) {
        const ofTheirs = masked(await perform({ route, path }, victim), theirs);
        const ofNobody = masked(await perform({ route, path: missing[at] ?? '' }, victim), nobodys);
        if (ofTheirs !== ofNobody) reached.add(nameOf(route));
        if (reached.has(nameOf(route))) break;
      }
    }
    const unreached = routesWithIds()
      .map(nameOf)
      .filter((name) => !reached.has(name) && !OF_RESEND.test(name));
    expect(unreached.toSorted()).toEqual(NOT_FOUND_BY_OWNER.toSorted());
  });
});

/** Returns the routes of a template and its versions that the clients of several vendors use. */
function templateRows(path: string, version: string): string[] {
  const ofOne = [path, `${path}/versions/${version}`];
  return ofOne.flatMap((one) => [`DELETE ${one}`, `GET ${one}`, `PATCH ${one}`]).concat(`POST ${path}/versions`);
}

/**
 * Routes for vendors' clients whose lists are always empty in this test, and routes with names of streams, sets,
 * contact lists, and unsubscribe groups, which do not have to exist. `vendor-templates.test.ts` and
 * `vendor-template-versions.test.ts` call the routes of templates with the templates of another account.
 */
const OF_VENDORS: readonly string[] = [
  ...PLANTED_OF_VENDORS,
  'DELETE /compat/postmark/templates/:template',
  'GET /compat/postmark/templates/:template',
  'PATCH /compat/postmark/templates/:template',
  ...['', '/compat/ses'].flatMap((base) =>
    ['DELETE', 'GET', 'PATCH']
      .map((method) => `${method} ${base}/v2/email/templates/:template`)
      .concat(`POST ${base}/v2/email/templates/:template/render`),
  ),
  ...['', '/compat/sendgrid'].flatMap((base) =>
    templateRows(`${base}/v3/templates/:template`, ':version').concat(
      `POST ${base}/v3/templates/:template`,
      `POST ${base}/v3/templates/:template/versions/:version/activate`,
    ),
  ),
  ...['', '/compat/mailgun'].flatMap((base) =>
    templateRows(`${base}/v3/:domain/templates/:name`, ':tag').concat(
      `GET ${base}/v3/:domain/templates`,
      `POST ${base}/v3/:domain/templates`,
      `GET ${base}/v3/:domain/templates/:name/versions`,
    ),
  ),
  'DELETE /compat/sendgrid/v3/suppression/blocks/:email',
  'DELETE /compat/sendgrid/v3/suppression/invalid_emails/:email',
  'DELETE /compat/sendgrid/v3/asm/groups/:group/suppressions/:email',
  'DELETE /v3/asm/groups/:group/suppressions/:email',
  'DELETE /v3/suppression/blocks/:email',
  'DELETE /v3/suppression/invalid_emails/:email',
  'GET /compat/postmark/message-streams/:stream',
  'GET /compat/sendgrid/v3/suppression/blocks/:email',
  'GET /compat/sendgrid/v3/suppression/invalid_emails/:email',
  'GET /compat/sendgrid/v3/asm/groups/:group/suppressions',
  'GET /compat/sendgrid/v3/asm/suppressions/:email',
  'GET /compat/ses/v2/email/contact-lists/:list/contacts/:address',
  'GET /v2/email/contact-lists/:list/contacts/:address',
  'GET /v3/asm/groups/:group/suppressions',
  'GET /v3/asm/suppressions/:email',
  'PATCH /compat/ses/v2/email/contact-lists/:list/contacts/:address',
  'PATCH /v2/email/contact-lists/:list/contacts/:address',
  'POST /compat/sendgrid/v3/asm/groups/:group/suppressions',
  'POST /v3/asm/groups/:group/suppressions',
  'GET /message-streams/:stream',
  'GET /v3/suppression/blocks/:email',
  'GET /v3/suppression/invalid_emails/:email',
  'POST /compat/ses/v2/email/configuration-sets/:set/event-destinations',
  'POST /v2/email/configuration-sets/:set/event-destinations',
];

/**
 * Routes for Resend's clients, with IDs in Resend's format, and routes for unsupported functions.
 * `compat-audience.test.ts` calls them with the objects of another account.
 */
const OF_RESEND =
  / \/transactional\/compat\/(?!emails\/)| \/broadcasts\/|\/emails\/(?:metrics|receiving|:id\/attachments)/;

/**
 * Routes that respond to owners in the same way for every ID, such as the routes for tags, because a tag need not
 * exist.
 */
const NOT_FOUND_BY_OWNER: readonly string[] = [
  'GET /dashboard/starting-designs/:key/preview',
  // The next two routes require a query parameter, which these requests lack.
  'GET /dashboard/campaigns/:id/engagement/export',
  'GET /dashboard/campaigns/:id/missing-values',
  ...PLANTED,
  ...OF_VENDORS,
  // The names are defined by the vendors, so every account has each of them.
  'PATCH /dashboard/adapters/:vendor',
  'GET /transactional/tags/:tag/statistics',
  'PATCH /emails/:id',
  'PATCH /transactional/compat/emails/:id',
  'PATCH /transactional/tags/:tag',
  'POST /dashboard/operator/accounts/:id/campaigns/:campaign_id/release',
  'POST /emails/:id/cancel',
  'POST /transactional/compat/emails/:id/cancel',
];
