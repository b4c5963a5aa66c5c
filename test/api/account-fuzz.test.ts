// Place in a run: slow.
import { request as httpRequest } from 'node:http';
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAccountScope } from '../../src/http/account/scopes.ts';
import { routesToRead } from '../../scripts/openapi-page.ts';
import { propertiesOf } from '../../src/http/openapi/schemas.ts';
import type { Route } from '../../src/http/route.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { pick, randomFrom, seedOfRun } from '../support/random.ts';

/** Number of requests. `FUZZ_REQUESTS` sets another number, and `FUZZ_SEED` reproduces a failure. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_200);
const seed = seedOfRun();
const TIMEOUT_MS = 60_000 + REQUESTS * 20;
/** Number of requests per user, below the rate limit per minute. */
const REQUESTS_A_PERSON = 50;
const AT_ONCE = 8;
const KEYS_OF_ERRORS: Readonly<Record<number, readonly string[]>> = {
  409: ['message', 'message,usages'],
  422: ['errors,message'],
};

const random = randomFrom(seed);
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Request bodies with their content types, sent unchanged. */
const BODIES: readonly (readonly [string, () => string | Buffer])[] = [
  [JSON_TYPE, () => ''],
  [JSON_TYPE, () => '{'],
  [JSON_TYPE, () => '[[[['.repeat(500)],
  [JSON_TYPE, () => JSON.stringify({ [pick(['domain', 'name', '__proto__', ''], random)]: odd() })],
  [JSON_TYPE, () => `{"domain":"${'\\u0000'.repeat(3)}"}`],
  [JSON_TYPE, () => '{"domain":"\\ud800"}'],
  [JSON_TYPE, () => '{"domain":1e999,"domain":"twice.example"}'],
  [JSON_TYPE, () => '"text"'],
  [JSON_TYPE, () => 'null'],
  [JSON_TYPE, () => Buffer.from([0xff, 0xfe, 0x7b, 0x7d])],
  [JSON_TYPE, () => JSON.stringify({ domain: `${Math.floor(random() * 1e9)}.example` })],
  [FORM_TYPE, () => `domain[${Math.floor(random() * 1e5)}]=x&domain=y`],
  [FORM_TYPE, () => `domain=${encodeURIComponent(String(odd()).toWellFormed())}`],
  [FORM_TYPE, () => `${'a[b]'.repeat(100)}=1&%=%&=&&&`],
  [FORM_TYPE, () => 'lists[]=1&lists[0]=159&lists[x]=3'],
  ['multipart/form-data; boundary=x', () => '--x\r\n\r\n--x--'],
  ['text/plain', () => 'domain'],
  ['', () => '{}'],
];

/** Returns a mostly valid body, so that parsers accept many of the requests. */
function complete(): string {
  const word = `n${Math.floor(random() * 1e9)}`;
  const text = '0abe5601-7738-43c8-858f-81911ecf89ee';
  const named = { domain: `${word}.example`, name: word, label: word, title: word, subject: word };
  const sent = { from_name: word, from_email: `${word}@x.example`, html: `<p>${word}</p>` };
  return JSON.stringify({ ...named, ...sent, email: `${word}@x.example`, contact_field_type_id: text });
}
/** Plausible and implausible field values. */
const VALUES: readonly (() => unknown)[] = [
  odd,
  () => 1,
  () => -1,
  () => 5_001,
  () => 1e308,
  () => '12',
  () => true,
  () => 'off',
  () => [1],
  () => ['1', null, {}],
  () => [{ name: odd(), value: odd() }],
  () => ({ [pick(['list', 'in_list_ids', '0', '__proto__'], random)]: [odd()] }),
  () => '2026-02-30T25:00:00Z',
  () => '+099999-01-01',
  () => 'https://a.example/?q=%ff',
  () => 'javascript:alert(1)',
  () => "<p>{{ contact.first_name | default: 'x' }}{% if</p>",
  () => 'apply_list',
  () => 'a@b.co',
  () => 'x'.repeat(192),
  () => '\u0000',
  () => '\ud800',
];

/** Returns a body with the route's fields and arbitrary values. */
function shaped({ bodySchema }: Route): string {
  const members = propertiesOf(bodySchema ?? {}).filter(({ isRequired }) => isRequired || random() < 0.5);
  return JSON.stringify(Object.fromEntries(members.map(({ name }) => [name, pick(VALUES, random)()])));
}

/**
 * Returns a query: in half of the cases one of `QUERIES`, otherwise one of the route's parameters with an arbitrary
 * value.
 */
function queryOf({ querySchema }: Route): string {
  const names = propertiesOf(querySchema ?? {}).map(({ name }) => name);
  if (names.length === 0 || random() < 0.5) return pick(QUERIES, random);
  const value = pick(VALUES, random)();
  const text = typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');
  return `?${pick(names, random)}=${encodeURIComponent(text)}`;
}

const IDS = [
  '1',
  '0',
  '-1',
  '9007199254740993',
  '1e3',
  '%00',
  '...',
  'batch',
  "1'--",
  '１',
  '%F0%9F%98%80',
  'x'.repeat(900),
];
const QUERIES = [
  '',
  '?page=2',
  '?page=0',
  '?per_page=1000',
  '?per_page[]=1',
  '?page=%00',
  '?filter[a][b]=1',
  '?domain=q.example',
  '?%zz',
];

let app: TestApp;
let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer({});
  app = await startApp({ POSTRIDER_RESOLVER: dns.address });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

function odd(): unknown {
  return pick(
    [pick(naughtyStrings, random), null, [], {}, 0, true, 'x'.repeat(300), `a.${pick(naughtyStrings, random)}`],
    random,
  );
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string | Buffer;
}

function callOf(route: Route): Call {
  const path = route.path.replaceAll(/:\w+/g, () => pick(IDS, random)) + queryOf(route);
  const luck = random();
  const fitting = luck < 0.2 ? complete : () => shaped(route);
  const [type, body] = luck < 0.5 ? ([JSON_TYPE, fitting] as const) : pick(BODIES, random);
  const method = random() < 0.1 ? pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], random) : route.method;
  return { method, path, type, body: body() };
}

function isJson(type: string | undefined): boolean {
  return type?.startsWith('application/json') === true;
}

function perform(
  { body, method, path, type }: Call,
  token: string,
): Promise<{ status: number; text: string; isJson: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-length': Buffer.byteLength(body),
      ...(type !== '' && { 'content-type': type }),
    };
    const asked = httpRequest(`${app.api.baseUrl}${path}`, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, isJson: isJson(answer.headers['content-type']) }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

it(
  `${REQUESTS} raw requests cause no 5xx and get errors in the format of the API, seed ${seed}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const routes = routesToRead().filter(({ scope }) => isAccountScope(scope));
    const statuses = new Map<number, number>();
    const failures: string[] = [];
    for (let left = REQUESTS; left > 0; left -= REQUESTS_A_PERSON) {
      const { token } = await newPerson(app, (await app.newAccount()).account.id);
      const calls = Array.from({ length: Math.min(left, REQUESTS_A_PERSON) }, () => callOf(pick(routes, random)));
      const work = async (): Promise<void> => {
        for (let call = calls.pop(); call; call = calls.pop()) {
          const { isJson, status, text } = await perform(call, token);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          // A successful response may be a file. All errors are JSON.
          const body: unknown = text === '' || (status < 400 && !isJson) ? {} : JSON.parse(text);
          const isError = status >= 400 && !text.includes('"validation_errors"');
          const keys = Object.keys(Object(body)).toSorted().join();
          const isRight = !isError || (KEYS_OF_ERRORS[status] ?? ['message']).includes(keys);
          if (status >= 500 || status === 429 || !isRight) {
            failures.push(`${status} ${call.method} ${call.path} ${call.type} ${String(call.body)}: ${text}`);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
    expect(failures.slice(0, 5), `FUZZ_SEED=${seed}`).toEqual([]);
    for (const status of [200, 201, 404, 415, 422])
      expect(statuses.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0);
  },
);
