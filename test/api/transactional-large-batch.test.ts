// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAX_BATCH_BODY_BYTES,
  MAX_HTML_BYTES,
  MAX_TEXT_BYTES,
} from '../../src/features/transactional/messages/limits.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { openWire } from './http-listener.ts';

/**
 * Number of characters in each HTML text that take six bytes in JSON. With this number, the batch is slightly smaller
 * than the limit.
 */
const ESCAPED = 137_000;
const AT_ONCE = 2;

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  app = await startApp();
  tenant = await app.newAccount();
});
afterAll(() => app.close());

/** Returns a hundred emails whose HTML and text have the maximum size. */
function fullBatch(): Buffer {
  const html = '\\u003c'.repeat(ESCAPED) + 'x'.repeat(MAX_HTML_BYTES - ESCAPED);
  const head = '"from":"onboarding@sandbox.localhost","to":["delivered@sandbox.localhost"],"subject":"Full"';
  const mail = `{${head},"html":"${html}","text":"${'y'.repeat(MAX_TEXT_BYTES)}"}`;
  return Buffer.from(`{"emails":[${Array<string>(100).fill(mail).join(',')}]}`);
}

async function send(body: Buffer, declaredBytes = body.length): Promise<string> {
  const wire = await openWire(app.api.port);
  wire.write(
    `POST /transactional/emails/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${declaredBytes}\r\nConnection: close\r\n\r\n`,
  );
  wire.write(body);
  const received = await wire.until(/\r\n\r\n.*\}$/s);
  wire.destroy();
  return received;
}

it('accepts batches of maximum size one at a time, and small sends in the meantime', { timeout: 120_000 }, async () => {
  const batch = fullBatch();
  expect(batch.length).toBeGreaterThan(0.95 * MAX_BATCH_BODY_BYTES);
  expect(batch.length).toBeLessThanOrEqual(MAX_BATCH_BODY_BYTES);
  let waiting = AT_ONCE;
  const whole = Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      const received = await send(batch);
      if (received.startsWith('HTTP/1.1 202 ')) {
        expect(received.match(/"status":"queued"/g)).toHaveLength(100);
        waiting -= 1;
        return;
      }
      expect(received).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/i);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
  let small = 0;
  const mail = { from: 'onboarding@sandbox.localhost', to: ['delivered@sandbox.localhost'], subject: 'S', text: 'T' };
  while (waiting > 0) {
    expect((await tenant.post('/transactional/emails', mail)).status).toBe(202);
    small += 1;
  }
  await Promise.all(whole);
  const statement = { name: '', text: 'select count(*)::integer as n from message where account_id = $1' };
  expect(await app.installation.db.query(statement, [tenant.account.id])).toEqual([{ n: AT_ONCE * 100 + small }]);
});

it('refuses one byte more before reading it', async () => {
  const received = await send(Buffer.alloc(1), MAX_BATCH_BODY_BYTES + 1);
  expect(received).toMatch(/^HTTP\/1\.1 413 [^]*payload_too_large/);
});
