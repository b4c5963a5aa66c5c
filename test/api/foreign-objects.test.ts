import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { switchSurface } from '../../src/features/transactional/vendors/index.ts';
import type { Route } from '../../src/http/route.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { basic } from '../support/mailgun.ts';
import { signedIn } from './oauth-browser.ts';
import { seedEveryTable, sumsByTable, tablesNaming, type Known } from './tenant-tables.ts';

/** What every row of the other account is called by, and what nothing is called by. */
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
}

const TEXT = 'made-up@victim.example';
const NO_TEXT = 'no-such@nobody.example';
/** Members of bodies that name other objects. */
const NAMES_OBJECTS = /(?:^|_)(?:ids?|lists?|tags?|segments?|contacts?|forms?|pages?|images?)$/;
/** What differs between answers to the same question. */
const OF_THE_MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z|"(?:id|request_id|instance)":"[^"]*"/g;

beforeAll(async () => {
  app = await startApp();
  const { db } = app.installation;
  attackerId = (await app.newAccount()).account.id;
  victimId = (await app.newAccount()).account.id;
  for (const id of [attackerId, victimId]) await switchSurface(db, id, 'mailgun', true);
  attacker = await credentialsOf(attackerId);
  victim = await credentialsOf(victimId);
  theirs = { number: 4_242_420_001, uuid: await uuidOfToday(), text: TEXT };
  nobodys = { number: 4_242_420_002, uuid: await uuidOfToday(), text: NO_TEXT };
  await seedEveryTable(db, victimId, theirs);
});
afterAll(() => app.close());

async function uuidOfToday(): Promise<string> {
  const text = `select overlay(gen_random_uuid()::text placing
    left(uuid_at((now() at time zone 'utc')::date)::text, 13) from 1 for 13) as id`;
  return (await app.installation.db.query<{ id: string }>({ name: '', text }, []))[0]?.id ?? '';
}

async function credentialsOf(accountId: number): Promise<Credentials> {
  const { cookie } = await signedIn(app, { accountId, role: 'owner' });
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
  const { key } = await createKey(app.installation.db, { accountId, name: 'sweep', scopes });
  return { cookie, key };
}

function isMailgun(path: string): boolean {
  return /^(?:\/compat\/mailgun)?\/v[13]\//.test(path);
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** The forms that ids have in paths: numbers, UUIDs, those of messages and deliveries, and texts. */
function formsOf({ number, text, uuid }: Known): readonly string[] {
  const bare = uuid.replaceAll('-', '');
  return [String(number), uuid, `tm_${bare}`, `wd_${bare}`, `rp_${bare}`, text, text.split('@')[1] ?? ''];
}

interface Call {
  readonly route: Route;
  readonly path: string;
  readonly body?: unknown;
}

async function perform({ body, path, route }: Call, { cookie, key }: Credentials): Promise<string> {
  // Rates are a matter of their own.
  await app.installation.db.script('truncate person_rate, key_window');
  const credential: Record<string, string> = isMailgun(path) ? { authorization: basic(key) } : { cookie };
  const hangUp = new AbortController();
  const answer = await fetch(`${app.api.baseUrl}${path}`, {
    method: route.method,
    headers: {
      ...credential,
      'sec-fetch-site': 'same-origin',
      ...(route.method !== 'GET' && { 'content-type': 'application/json' }),
    },
    redirect: 'manual',
    signal: hangUp.signal,
    ...(route.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
  const type = answer.headers.get('content-type') ?? '';
  const text = type.startsWith('text/event-stream') ? '' : await answer.text();
  hangUp.abort();
  return `${answer.status} ${text.replaceAll(OF_THE_MOMENT, '')}`;
}

/** The calls of a route with each form of an id in all places of its path. */
function pathsOf(route: Route, known: Known): string[] {
  return formsOf(known).map((form) => route.path.replaceAll(/:\w+|\*/g, encodeURIComponent(form)));
}

/** An answer without the names that were asked for. */
function masked(answer: string, known: Known): string {
  return formsOf(known).reduce(
    (text, form) => text.replaceAll(form, '#').replaceAll(encodeURIComponent(form), '#'),
    answer,
  );
}

/** The example of a route's body with every number, or list of numbers, that names objects replaced. */
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

/** Routes with ids of objects of an account in their path; what is public, or bound to a token, has no other account. */
function routesWithIds(): Route[] {
  return app.api.routes.filter(({ path, scope }) => scope !== undefined && /:\w+|\*/.test(path));
}

describe('the objects of another account', { timeout: 300_000 }, () => {
  it('are answered by every route as if there were none, and stay as they are', async () => {
    const before = await sumsByTable(app.installation.db, victimId);
    const told: string[] = [];
    for (const route of routesWithIds()) {
      const [found, missing] = [pathsOf(route, theirs), pathsOf(route, nobodys)];
      for (const [at, path] of found.entries()) {
        const ofTheirs = masked(await perform({ route, path }, attacker), theirs);
        const ofNobody = masked(await perform({ route, path: missing[at] ?? '' }, attacker), nobodys);
        if (ofTheirs !== ofNobody) told.push(`${nameOf(route)} ${path}: ${ofTheirs}, not ${ofNobody}`);
      }
    }
    expect(told).toEqual([]);
    expect(await sumsByTable(app.installation.db, victimId)).toEqual(before);
  });

  it('cannot be named in bodies', async () => {
    const before = await sumsByTable(app.installation.db, victimId);
    const told: string[] = [];
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
      if (ofTheirs !== ofNobody) told.push(`${nameOf(route)}: ${ofTheirs}, not ${ofNobody}`);
    }
    if (process.env['PRINT_MATRIX']) console.log(named);
    expect(named.length).toBeGreaterThan(5);
    expect(told).toEqual([]);
    expect(await sumsByTable(app.installation.db, victimId)).toEqual(before);
    expect(await tablesNaming(app.installation.db, attackerId, theirs.number)).toEqual([]);
  });

  // Last, because the owner's own calls change and delete things.
  it('are found by their owner, so that the sweep could have found them', async () => {
    const reached = new Set<string>();
    for (const route of routesWithIds()) {
      const [found, missing] = [pathsOf(route, theirs), pathsOf(route, nobodys)];
      for (const [at, path] of found.entries()) {
        const ofTheirs = masked(await perform({ route, path }, victim), theirs);
        const ofNobody = masked(await perform({ route, path: missing[at] ?? '' }, victim), nobodys);
        if (ofTheirs !== ofNobody) reached.add(nameOf(route));
      }
    }
    const unreached = routesWithIds()
      .map(nameOf)
      .filter((name) => !reached.has(name));
    expect(unreached.toSorted()).toEqual(NOT_FOUND_BY_OWNER.toSorted());
  });
});

/** Routes that answer owners the same for rows that are made up, or are the operator's alone: others test them. */
const NOT_FOUND_BY_OWNER: readonly string[] = [];
