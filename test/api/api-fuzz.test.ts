import { Agent, request as httpRequest } from 'node:http';
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { beforeAll, expect, it } from 'vitest';
import { allRoutes, createInstallationAcceptor } from '../../src/app/api.ts';
import type { Route } from '../../src/http/route.ts';
import { startApp } from '../support/app.ts';
import { pick, randomFrom, seedOfRun } from '../support/random.ts';
import { shared } from '../support/shared.ts';

/** Number of requests. `FUZZ_REQUESTS` sets another number, and `FUZZ_SEED` reproduces a failure. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 3_000);
const seed = seedOfRun();
const AT_ONCE = 16;
/** A generous timeout, because this test does not measure speed. */
const TIMEOUT_MS = 60_000 + REQUESTS * 20;

const random = randomFrom(seed);

let key: string;

const app = shared(startApp);

beforeAll(async () => {
  key = (await app.newAccount()).key;
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}

/** Values that are invalid in almost every field. */
const ODD: readonly (() => unknown)[] = [
  () => pick(naughtyStrings, random),
  () => pick(naughtyStrings, random).repeat(1 + Math.floor(random() * 40)),
  () => `a\u0000b`,
  () => '\ud800',
  () => 'x\udfffy',
  () => '\u202e\u2028\uffff',
  () => null,
  () => true,
  () => 0,
  () => -1.5e300,
  () => 2 ** 53,
  () => '',
  () => [],
  () => ({}),
  () => [[[['deep']]]],
  () => ({ __proto__: null, constructor: { prototype: 1 } }),
  () => 'x'.repeat(Math.floor(random() * 70_000)),
  () => Array.from({ length: Math.floor(random() * 200) }, () => 'a@b.example'),
  () => `${pick(naughtyStrings, random)}@x.example`,
  () => `a@${pick(naughtyStrings, random)}`,
  () => `x\r\nBcc: victim@x.example`,
  () => '9999-99-99T99:99:99Z',
  () => '999999999999999999999',
  () => nested(Math.floor(random() * 400)),
];

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns a copy of a value with one to three random changes. */
function mutate(value: unknown): unknown {
  let mutated = structuredClone(value);
  for (let edits = Math.floor(random() * 3); edits >= 0; edits -= 1) mutated = mutateOnce(mutated);
  return mutated;
}

function mutateOnce(value: unknown): unknown {
  if (random() < 0.15 || typeof value !== 'object' || value === null) return pick(ODD, random)();
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return [...value, pick(ODD, random)()];
    const at = Math.floor(random() * value.length);
    return value.map((element: unknown, index) => (index === at ? mutateOnce(element) : element));
  }
  const entries = Object.entries(value);
  const chosen = entries.length === 0 ? undefined : pick(entries, random);
  const choice = random();
  if (!chosen || choice < 0.15) return { ...value, [pick(naughtyStrings, random)]: pick(ODD, random)() };
  const [name, inner] = chosen;
  const others = Object.fromEntries(entries.filter(([other]) => other !== name));
  if (choice < 0.3) return others;
  if (choice < 0.4) return { ...others, [name.toUpperCase()]: inner };
  return { ...value, [name]: mutateOnce(inner) };
}

function mutateText(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === 0) return bytes;
  const at = Math.floor(random() * bytes.length);
  const choice = random();
  if (choice < 0.4) bytes[at] = Math.floor(random() * 256);
  else if (choice < 0.6) return bytes.subarray(0, at);
  else if (choice < 0.8) return Buffer.concat([bytes, bytes.subarray(at)]);
  else return Buffer.concat([bytes.subarray(0, at), Buffer.from(pick(naughtyStrings, random)), bytes.subarray(at)]);
  return bytes;
}

function bodyOf(route: Route): Buffer {
  const example = route.doc?.requestExample ?? {};
  const text = random() < 0.1 ? JSON.stringify(example) : JSON.stringify(mutate(example));
  if (random() < 0.1) return mutateText(text);
  return Buffer.from(text);
}

function queryOf(route: Route): string {
  // Use only object schemas, because others have no properties.
  const properties = Object.keys(
    Object(route.querySchema && 'properties' in route.querySchema ? route.querySchema.properties : {}),
  );
  const names = [...properties, ...properties, pick(naughtyStrings, random).slice(0, 50), 'a[b][]'];
  const pairs = Array.from({ length: Math.floor(random() * 4) }, () => {
    const value = pick([...ODD, () => '20', () => 'tm_019a0000000070008000000000000000'], random)();
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${encode(pick(names, random))}=${encode(text.slice(0, 400))}`;
  });
  const splice = random() < 0.1 ? [pick(['%', '%00', '%ff', '&&==', 'a=%ed%a0%80', '#x'], random)] : [];
  return [...pairs, ...splice].join('&');
}

function pathOf(route: Route): string {
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const example = route.doc?.params?.[name]?.example ?? 'x';
    const choice = random();
    if (choice < 0.3) return encode(example);
    if (choice < 0.4) return pick(['%00', '%ff', '%ed%a0%80', '..%2f', '%'], random);
    return encode(pick(naughtyStrings, random).slice(0, 300)) || 'x';
  });
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function callOf(route: Route): Call {
  const query = queryOf(route);
  const takesBody = route.method !== 'GET';
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (takesBody) headers['content-type'] = random() < 0.95 ? 'application/json' : 'application/x-www-form-urlencoded';
  if (random() < 0.3) {
    // Use only Latin-1 without control characters, because Node.js refuses to send other characters in headers.
    const latin1 = Buffer.from(pick([...naughtyStrings, 'k', 'k'.repeat(300)], random)).toString('latin1');
    headers['idempotency-key'] = latin1.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '');
  }
  const body = takesBody ? bodyOf(route) : undefined;
  // Set Content-Length, because without it, Node.js does not send the body of a DELETE request correctly.
  if (body) headers['content-length'] = String(body.length);
  return { method: route.method, path: `${pathOf(route)}${query && `?${query}`}`, headers, body };
}

function perform(call: Call, agent: Agent): Promise<{ status: number; text: string }> {
  const { port } = app.api;
  const { method, path, headers, body } = call;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, method, path, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    // A keep-alive connection may close at the moment when it is reused. In this case, there is no response.
    request.on('error', (error) => {
      if (request.reusedSocket) perform(call, agent).then(resolve, reject);
      else reject(new Error(`${error.message} at ${method} ${path}`));
    });
    request.end(body);
  });
}

it(
  `${REQUESTS} requests with mutated bodies, queries, IDs and keys cause no 5xx, seed ${seed}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const routes = allRoutes(app.installation, createInstallationAcceptor(app.installation)).filter(
      (route) => route.scope !== undefined && !route.path.startsWith('/inbox/wait'),
    );
    // Routes that accept messages get the most requests.
    const weighted = [
      ...routes,
      ...routes
        .filter(({ path, method }) => method === 'POST' && path.includes('/emails'))
        .flatMap((route) => Array(6).fill(route) as Route[]),
    ];
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const statuses = new Map<number, number>();
    const failures: string[] = [];
    const run = async (): Promise<void> => {
      const call = callOf(pick(weighted, random));
      const { status, text } = await perform(call, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500)
        failures.push(
          `${status} ${call.method} ${call.path} ${JSON.stringify(call.headers)} ${call.body?.toString().slice(0, 2_000)}`,
        );
      const id = status === 202 ? /tm_[0-9a-f]{32}/.exec(text)?.[0] : undefined;
      if (id === undefined) return;
      const record = await perform(
        {
          method: 'GET',
          path: `/transactional/emails/${id}`,
          headers: { authorization: call.headers['authorization'] ?? '' },
          body: undefined,
        },
        agent,
      );
      if (record.status !== 200)
        failures.push(`${record.status} for the accepted ${id}: ${call.body?.toString().slice(0, 2_000)}`);
    };
    let left = REQUESTS;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left > 0) {
          left -= 1;
          await run();
        }
      }),
    );
    agent.destroy();

    expect(failures.slice(0, 5), `FUZZ_SEED=${seed}`).toEqual([]);
    for (const status of [200, 202, 400, 404, 422])
      expect(statuses.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0);
    expect((await fetch(`${app.api.baseUrl}/livez`)).status).toBe(200);
  },
);
