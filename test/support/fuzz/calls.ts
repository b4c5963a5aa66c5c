import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { isAccountScope } from '../../../src/http/account/scopes.ts';
import { propertiesOf } from '../../../src/http/openapi/schemas.ts';
import type { Route } from '../../../src/http/route.ts';
import { pick } from '../random.ts';
import { keyHeaders, vendorOf, type Signed } from '../vendor-credentials.ts';
import { below, brokenJson, fitting, headerText, mutated, odd, type Random, type Schema } from './values.ts';
import { kindOf, type Ids, type World } from './world.ts';

/** A request that the fuzzer sends. */
export interface Call {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

const HOSTILE_IDS = [
  '0',
  '-1',
  '9007199254740993',
  '99999999999999999999999',
  '1e3',
  "1'--",
  '１',
  'tm_019a0000000070008000000000000000',
  '019a0000-0000-7000-8000-000000000000',
  'x'.repeat(900),
];
const RAW_IDS = ['%00', '%ff', '%ed%a0%80', '..%2f', '%', '%F0%9F%98%80', '...'];
const RAW_QUERIES = [
  '%',
  '%00',
  '%ff',
  '&&==',
  'a=%ed%a0%80',
  'page[]=1',
  'filter[a][b]=1',
  'a[__proto__][b]=1',
  'page=%00',
];
const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'text/csv', ''];
const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Inputs for generating a request: the account that sends it, IDs from other accounts, the session cookie of an
 * operator, and the port.
 */
export interface Around {
  readonly world: World;
  readonly foreign: Ids;
  readonly operator: () => Promise<string>;
  readonly port: number;
}

/** Returns a random request to a route. Most requests have credentials of the account that the route accepts. */
export async function callOf(route: Route, around: Around, random: Random): Promise<Call> {
  const { foreign, port, world } = around;
  const method = random() < 0.04 ? pick(OTHER_METHODS, random) : route.method;
  const path = pathOf(route, world.ids, foreign, random);
  const query = queryOf(route, random);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const { body, type } = hasBody ? bodyOf(route, world.ids, foreign, random) : { body: undefined, type: '' };
  const whole = query === '' ? path : `${path}?${query}`;
  // The signature does not cover the query, because routes that require signatures reject requests with a query.
  const signed = { method, url: `http://localhost:${port}${path}`, body: body?.toString() ?? '' };
  const headers: Record<string, string> = {
    ...(await credentialOf(route, around, signed, random)),
    'sec-fetch-site': 'same-origin',
  };
  if (type !== '') headers['content-type'] = type;
  if (random() < 0.1) headers['idempotency-key'] = headerText(random);
  if (random() < 0.03)
    headers[pick(['accept', 'origin', 'x-forwarded-for', 'if-none-match', 'range'], random)] = headerText(random);
  if (random() < 0.01) headers['content-encoding'] = pick(['gzip', 'br', 'deflate', 'x'], random);
  // Node only sends the body of a DELETE request if there is a Content-Length header.
  if (body) headers['content-length'] = String(body.length);
  return { route, method, path: whole, headers, body };
}

async function credentialOf(
  route: Route,
  { operator, world }: Around,
  request: Signed,
  random: Random,
): Promise<Record<string, string>> {
  const { path, scope } = route;
  const luck = random();
  if (luck < 0.02) return {};
  if (luck < 0.03) return { authorization: headerText(random) };
  const vendor = vendorOf(route);
  if (vendor) return keyHeaders(vendor, world.key, world.pair, request);
  const isOfPeople = scope !== undefined && (isAccountScope(scope) || path.startsWith('/dashboard/'));
  if (!isOfPeople && luck < 0.8) return { authorization: `Bearer ${world.key}` };
  if (path.startsWith('/dashboard/operator/')) return { cookie: await operator() };
  const { cookie, token } = await world.person();
  return luck < 0.5 && !path.startsWith('/dashboard/') ? { authorization: `Bearer ${token}` } : { cookie };
}

function pathOf(route: Route, own: Ids, foreign: Ids, random: Random): string {
  return route.path.replaceAll(/:(\w+)|\*/g, (_, name: string | undefined) => {
    const luck = random();
    const all = own.get(kindOf(route.path)) ?? [];
    // The first IDs of each type were stored when the account was created, so they have the right type. IDs from later
    // responses may not.
    const known = random() < 0.5 ? all.slice(0, 2) : all;
    const kind = /^(.+)_id$/.exec(name ?? '')?.[1];
    const named = own.get(`${kind}s`) ?? own.get(`contact-${kind}s`) ?? [];
    if (luck < 0.5 && named.length > 0) return encodeURIComponent(pick(named, random));
    if (name === 'domain' && luck < 0.8) return 'acme.example';
    if (name === 'address' && luck < 0.6) return 'gone@there.example';
    if (luck < 0.5 && known.length > 0) return encodeURIComponent(pick(known, random));
    const others = [...foreign.values()].flat();
    if (luck < 0.65 && others.length > 0) return encodeURIComponent(pick(others, random));
    if (luck < 0.8) return encodeURIComponent(route.doc?.params?.[name ?? '']?.example ?? '1');
    if (luck < 0.84) return pick(RAW_IDS, random);
    if (luck < 0.92) return encodeURIComponent(pick(HOSTILE_IDS, random));
    return encodeURIComponent(pick(naughtyStrings, random).slice(0, 300).toWellFormed()) || 'x';
  });
}

function queryOf({ querySchema }: Route, random: Random): string {
  const known = propertiesOf(querySchema ?? {});
  const taken = known.filter(({ isRequired }) => isRequired || random() < 0.25);
  const pairs = taken.map(({ name, schema }) => {
    const value = random() < 0.75 ? fitting(schema as Schema, random) : odd(random);
    return `${encodeURIComponent(name)}=${encodeURIComponent(asText(value).slice(0, 400).toWellFormed())}`;
  });
  if (random() < 0.05) pairs.push(pick(RAW_QUERIES, random));
  if (random() < 0.05) pairs.push(`${encodeURIComponent(pick(naughtyStrings, random).slice(0, 50).toWellFormed())}=1`);
  return pairs.join('&');
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}

function bodyOf(route: Route, own: Ids, foreign: Ids, random: Random): { body: Buffer; type: string } {
  const luck = random();
  if (route.upload) return uploadOf(route, random);
  if (luck < 0.05) return { body: brokenJson(random), type: pick(['application/json', ...TYPES], random) };
  const example = structuredClone(route.doc?.requestExample ?? {});
  const whole = random() < 0.5 ? example : fitting((route.bodySchema ?? { type: 'object' }) as Schema, random);
  const named = withIds(whole, random() < 0.9 ? own : foreign, random);
  const value = luck < 0.55 ? named : mutated(named, random);
  const isForm = random() < 0.05;
  if (isForm) return { body: Buffer.from(formOf(value)), type: TYPES[0] ?? '' };
  const bytes = Buffer.from(JSON.stringify(value) ?? '');
  if (luck > 0.97 && bytes.length > 0) bytes[below(bytes.length, random)] = below(256, random);
  return { body: bytes, type: random() < 0.98 ? 'application/json' : pick(TYPES, random) };
}

/** Inserts the IDs of existing objects into members that refer to objects, so that requests have an effect. */
function withIds(value: unknown, ids: Ids, random: Random): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withIds(one, ids, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      const kind = /^(?:in_)?(list|tag|campaign|segment|contact|form|image|automation)(?:_ids?|s)?$/.exec(name)?.[1];
      const known = kind === undefined ? [] : [...(ids.get(`${kind}s`) ?? []), ...(ids.get(`contact-${kind}s`) ?? [])];
      if (known.length === 0 || random() < 0.2) return [name, withIds(inner, ids, random)];
      const id = Number(pick(known, random));
      return [name, Array.isArray(inner) ? [id] : typeof inner === 'number' ? id : inner];
    }),
  );
}

function formOf(value: unknown): string {
  return Object.entries(Object(value) as Record<string, unknown>)
    .map(([name, inner]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(asText(inner ?? ''))}`)
    .join('&');
}

function uploadOf({ doc, upload }: Route, random: Random): { body: Buffer; type: string } {
  const example = typeof doc?.requestExample === 'string' ? doc.requestExample : 'email\nann@x.example\n=1+1\n';
  const content = Buffer.from(random() < 0.5 ? example : asText(odd(random)));
  const own = pick([...(upload?.types ?? []), 'text/csv', 'application/octet-stream'], random);
  if (random() < 0.5) return { body: content, type: own };
  const name = pick([upload?.field ?? 'file', 'x', '__proto__'], random);
  const head = `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.csv"\r\ncontent-type: ${own}\r\n\r\n`;
  const end = random() < 0.8 ? '\r\n--x--\r\n' : '\r\n--x';
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(end)]),
    type: 'multipart/form-data; boundary=x',
  };
}
