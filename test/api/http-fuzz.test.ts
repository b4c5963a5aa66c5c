import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomFrom, seedOfRun } from '../support/random.ts';
import { openWire, requestText, startListener, type Listener } from './http-listener.ts';

const REQUESTS = 2_000;
const AT_ONCE = 40;

/** Set FUZZ_SEED to reproduce a failure. */
const seed = seedOfRun();

let listener: Listener;

beforeAll(async () => {
  listener = await startListener({
    limits: { checkIntervalMs: 100, headersTimeoutMs: 2_000, requestTimeoutMs: 3_000 },
  });
});
afterAll(() => listener.close());

const withBody = (line: string, type: string, body: string): string =>
  requestText(line, [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`], body);

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const SEEDS = [
  withBody('POST /echo', JSON_TYPE, '{"from":"A <a@b.c>","to":["x@y.z"],"headers":{"X-A":"1"},"n":[1,-2.5e3,null]}'),
  withBody('POST /echo?a=1&b[]=2', JSON_TYPE, '{"a":"\\ud83d\\ude00","b":{"c":{"d":[[[]]]}}}'),
  withBody('POST /echo', FORM_TYPE, 'to[]=a&to[]=b&headers[X-A]=1&emails[0][to][]=c&n=%C3%BC'),
  withBody('PATCH /things/5', JSON_TYPE, '{"name":"x"}'),
  withBody('PUT /things/%C3%BC?q=1', FORM_TYPE, 'a=1'),
  withBody('DELETE /things/5', JSON_TYPE, ''),
  requestText('GET /echo?a[b][]=1&a[b][]=2&c=%20'),
  requestText('GET //livez/'),
  requestText(
    'POST /echo',
    [`Content-Type: ${JSON_TYPE}`, 'Transfer-Encoding: chunked'],
    '5\r\n{"a":\r\n3\r\n 1}\r\n0\r\n\r\n',
  ),
];

const SPLICES = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\r\n',
  '\n',
  '\0',
  '%',
  '%00',
  '%ff',
  '%2',
  '&',
  '=',
  '+',
  '#',
  '?',
  '/',
  '//',
  ' ',
  '\\u0000',
  '\\ud800',
  '__proto__',
  'constructor',
  '1e999',
  '-',
  '[999999]',
  '[]',
  '\xff',
  '\xed\xa0\x80',
  '\ufeff',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Encoding: gzip\r\n',
  'Expect: 100-continue\r\n',
  'Connection: close\r\n',
  'Connection: Upgrade\r\nUpgrade: h2c\r\n',
  'Host: y\r\n',
  'HTTP/1.0',
  'HTTP/2.0',
  'HEAD',
  'OPTIONS',
  '['.repeat(50),
  'x'.repeat(20_000),
  '{"a":'.repeat(500),
];

function mutate(text: string, random: () => number): Buffer {
  let bytes = Buffer.from(text);
  const place = (): number => Math.floor(random() * (bytes.length + 1));
  for (let edits = Math.floor(random() * 5); edits >= 0; edits -= 1) {
    const at = place();
    const choice = random();
    const splice = Buffer.from(SPLICES[Math.floor(random() * SPLICES.length)] ?? '', 'latin1');
    if (choice < 0.5) bytes = Buffer.concat([bytes.subarray(0, at), splice, bytes.subarray(at)]);
    else if (choice < 0.7)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 5))]);
    else if (choice < 0.85) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(place())]);
    else if (bytes.length > 0) bytes[at % bytes.length] = Math.floor(random() * 256);
  }
  return bytes;
}

it(`${REQUESTS} mutated requests cause neither a 5xx nor a hanging connection, seed ${seed}`, async () => {
  const random = randomFrom(seed);
  const requests = Array.from({ length: REQUESTS }, (_, index) => mutate(SEEDS[index % SEEDS.length] ?? '', random));
  const statuses = new Map<string, number>();
  const failures: string[] = [];

  const send = async (bytes: Buffer): Promise<void> => {
    const wire = await openWire(listener.port);
    wire.end(bytes);
    const received = await wire.closed();
    for (const [, status = ''] of received.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // The parser of Node.js correctly rejects any HTTP version other than 1.x with 505.
      if (status.startsWith('5') && status !== '505')
        failures.push(`${status} for ${JSON.stringify(bytes.toString('latin1'))}`);
    }
  };
  for (let at = 0; at < requests.length; at += AT_ONCE) await Promise.all(requests.slice(at, at + AT_ONCE).map(send));

  expect(failures, `FUZZ_SEED=${seed}`).toEqual([]);
  expect(listener.logged.filter((line) => line['level'] === 'error')).toEqual([]);
  // Check that the mutated requests have reached every layer.
  for (const status of ['200', '400', '401', '404', '415', '422']) expect(statuses.get(status) ?? 0).toBeGreaterThan(0);
  expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
});
