import { request as httpRequest } from 'node:http';
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAccountScope } from '../../src/http/account/scopes.ts';
import { routesToRead } from '../../scripts/openapi-page.ts';
import type { Route } from '../../src/http/route.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { pick, randomFrom } from '../support/random.ts';

/** `FUZZ_REQUESTS=20000 npx vitest run test/api/account-fuzz.test.ts`; FUZZ_SEED shows a failure again. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_200);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 32);
const TIMEOUT_MS = 60_000 + REQUESTS * 20;
/** A person is asked for less than the minute's requests. */
const REQUESTS_A_PERSON = 50;
const AT_ONCE = 8;

const random = randomFrom(seed);
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Bodies and their types, as they stand. */
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
  const path = route.path.replaceAll(/:\w+/g, () => pick(IDS, random)) + pick(QUERIES, random);
  const [type, body] = pick(BODIES, random);
  const method = random() < 0.1 ? pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], random) : route.method;
  return { method, path, type, body: body() };
}

function perform({ body, method, path, type }: Call, token: string): Promise<{ status: number; text: string }> {
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
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

it(
  `${REQUESTS} raw requests meet no 5xx, and errors have the form of the API, seed ${seed}`,
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
          const { status, text } = await perform(call, token);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const body: unknown = JSON.parse(text === '' ? '{}' : text);
          const isError = status >= 400 && !text.includes('"validation_errors"');
          const keys = Object.keys(Object(body)).toSorted().join();
          const isRight = !isError || keys === (status === 422 ? 'errors,message' : 'message');
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
