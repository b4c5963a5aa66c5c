// Place in a run: slow.
import { Agent, request as httpRequest } from 'node:http';
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { pick, randomFrom, seedOfRun } from '../support/random.ts';

/** Number of requests. `FUZZ_REQUESTS` sets another number, and `FUZZ_SEED` reproduces a failure. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const seed = seedOfRun();
const AT_ONCE = 16;
/** Long timeout, because this test does not measure speed. */
const TIMEOUT_MS = 60_000 + REQUESTS * 20;

const random = randomFrom(seed);

let app: TestApp;
let key: string;
let known = 'tm_019a0000000070008000000000000000';

beforeAll(async () => {
  app = await startApp();
  const tenant = await app.newAccount();
  key = tenant.key;
  const { body } = await tenant.post('/emails', { ...EXAMPLE });
  known = body.id;
});
afterAll(() => app.close());

const EXAMPLE = {
  from: 'Acme <onboarding@resend.dev>',
  to: ['delivered@resend.dev', 'Lee, Ann <delivered+a@resend.dev>'],
  cc: 'delivered+b@resend.dev, "C, D" <delivered+c@resend.dev>',
  bcc: [],
  reply_to: ['a@x.example', 'b@x.example'],
  subject: 'Hello',
  html: '<p>Hi</p>',
  text: null,
  tags: [{ name: 'category', value: 'x' }],
  headers: { 'X-Order': '77', 'List-Unsubscribe': '<https://x.example>' },
  attachments: [],
  scheduled_at: '',
  template: {},
};

const ODD: readonly (() => unknown)[] = [
  () => pick(naughtyStrings, random),
  () => `a\u0000b`,
  () => '\ud800',
  () => '\u202e\u2028\uffff',
  () => null,
  () => true,
  () => -1.5e300,
  () => '',
  () => [],
  () => ({}),
  () => [[[['deep']]]],
  () => [null, '', {}, [], 7],
  () => ({ name: 'a', value: pick(naughtyStrings, random) }),
  () => [{ name: pick(naughtyStrings, random), value: 'x' }],
  () => [{ '__proto__ ': 1, constructor: 'x' }],
  () => ({ constructor: { prototype: 1 }, toString: 'x' }),
  () => 'x'.repeat(Math.floor(random() * 70_000)),
  () => ',"<@>\\'.repeat(Math.floor(random() * 2_000)),
  () => Array.from({ length: Math.floor(random() * 200) }, () => 'a@b.example'),
  () => `${pick(naughtyStrings, random)}@resend.dev`,
  () => `a@${pick(naughtyStrings, random)}, b@x.example`,
  () => `${pick(naughtyStrings, random)} <delivered@resend.dev>`,
  () => 'x\r\nBcc: victim@x.example',
];

function mutate(value: unknown): unknown {
  if (random() < 0.15 || typeof value !== 'object' || value === null) return pick(ODD, random)();
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return [...value, pick(ODD, random)()];
    const at = Math.floor(random() * value.length);
    return value.map((element: unknown, index) => (index === at ? mutate(element) : element));
  }
  const entries = Object.entries(value);
  const chosen = entries.length === 0 ? undefined : pick(entries, random);
  const choice = random();
  if (!chosen || choice < 0.15) return { ...value, [pick(naughtyStrings, random)]: pick(ODD, random)() };
  const [name, inner] = chosen;
  if (choice < 0.25) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return { ...value, [name]: mutate(inner) };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}

function nextCall(): Call {
  const base = pick(['', '/transactional/compat', '/transactional/compat/', '//'], random);
  const id = () =>
    pick([known, known.slice(3), 'batch', '%ff', '%00', encodeURIComponent(pick(ODD_IDS, random))], random);
  const [method, path] = pick(
    [
      () => ['POST', '/emails'],
      () => ['POST', '/emails'],
      () => ['POST', '/emails/batch'],
      () => ['POST', '/emails/batch'],
      () => ['GET', `/emails/${id()}`],
      () => ['GET', `/emails?${pick(['limit', 'after', 'before', 'status', 'to'], random)}=${id()}`],
      () => ['PATCH', `/emails/${id()}`],
      () => ['POST', `/emails/${id()}/cancel`],
      () => ['DELETE', `/emails/${id()}/${id()}`],
    ] as const,
    random,
  )();
  const item = () => (random() < 0.3 ? EXAMPLE : mutate(EXAMPLE));
  const body =
    path === '/emails/batch' && random() < 0.9 ? Array.from({ length: Math.floor(random() * 4) }, item) : item();
  const bytes = Buffer.from(JSON.stringify(body));
  if (random() < 0.1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return {
    method: method ?? 'GET',
    path: `${base}${path}`,
    headers: {
      'content-type': 'application/json',
      ...(random() < 0.3 && { 'x-batch-validation': pick(['permissive', 'strict', 'x'], random) }),
      ...(random() < 0.3 && { 'idempotency-key': pick(['a', 'b', '', 'x'.repeat(300)], random) }),
      ...(random() < 0.2 && { 'user-agent': 'resend-sdk/0.1' }),
    },
    body: method === 'GET' || random() < 0.05 ? undefined : bytes,
  };
}

const ODD_IDS = naughtyStrings.filter((text) => text.length < 200 && text.isWellFormed());

it(
  'responds to any request in the format of the endpoint and never with an internal error',
  async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const counts = new Map<number, number>();
    const runner = async (calls: number): Promise<void> => {
      for (let made = 0; made < calls; made += 1) {
        const call = nextCall();
        const { status, body } = await answerTo(call, agent);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        const what = `seed ${seed}: ${call.method} ${call.path} ${call.body?.toString().slice(0, 2_000)} -> ${body}`;
        expect(status, what).toBeLessThan(500);
        const parsed = JSON.parse(body) as { statusCode?: number; error?: { statusCode?: number } };
        if (status !== 200) expect([parsed.statusCode, parsed.error?.statusCode], what).toEqual([status, status]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, () => runner(REQUESTS / AT_ONCE)));
    agent.destroy();
    // Some requests must succeed, because otherwise the fuzzer only tests the parser.
    expect(counts.get(200) ?? 0).toBeGreaterThan(REQUESTS / 50);
    expect(counts.get(422) ?? 0).toBeGreaterThan(REQUESTS / 50);
  },
  TIMEOUT_MS,
);

function answerTo({ body, headers, method, path }: Call, agent: Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.api.baseUrl);
    // Node.js does not set Content-Length for the body of a DELETE request.
    const length = body && { 'content-length': String(body.length) };
    const sentHeaders = { authorization: `Bearer ${key}`, ...headers, ...length };
    const sent = httpRequest({ agent, hostname, port, method, path, headers: sentHeaders }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
