// Place in a run: slow.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '../../src/base/crypto.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createCookies, createPerson, startSession } from '../../src/features/tenants/people/index.ts';
import { runProgram, type Program } from '../flows/program.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { freePort } from '../support/free-port.ts';
import {
  authorizationUrl,
  createBrowser,
  formOf,
  locationOf,
  obtainCode,
  pkce,
  postForm,
  REDIRECT,
  registerClient,
  type Browser,
} from './oauth-browser.ts';

/**
 * Tests several API processes behind a single public URL, as behind a load balancer. Each step is sent to a different
 * process.
 */

let test: TestDatabase;
let environment: Record<string, string>;
let programs: Program[];
let urls: string[];
let cookie: string;
const PUBLIC = 'http://mail.example.com';

beforeAll(async () => {
  test = await createTestDatabase();
  const secret = randomBytes(24).toString('hex');
  environment = {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: secret,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_BASE_URL: PUBLIC,
  };
  // Start the processes one after another, because the first one creates the owner's account.
  const started = [await startProgram(), await startProgram()];
  programs = started.map(({ program }) => program);
  urls = started.map(({ url }) => url);
  const { id: accountId } = await createAccount(test.db, {
    email: 'owner@two.example',
    plan: 'unlimited',
    isOperator: false,
  });
  const membership = { accountId, role: 'owner' } as const;
  const person = await createPerson(test.db, { name: 'Ada', email: 'ada@two.example', membership });
  const vaultKey = createVault(secret).derive('sign-in').toString('hex');
  const cookies = createCookies({ isSecure: false, secret: vaultKey });
  cookie = (await startSession(test.db, cookies, person.id, { accountId })).cookie.split(';')[0] ?? '';
}, 120_000);
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await test.drop();
});

describe('several API processes', { timeout: 120_000 }, () => {
  it('can each handle a step of one request', async () => {
    const [first = '', second = ''] = urls;
    const { client_id } = await registerClient(first);
    const browser = signedInBrowser();
    const { verifier, challenge } = pkce();
    const started = await browser.open(at(second, authorizationUrl(PUBLIC, client_id, { code_challenge: challenge })));
    const consent = await locationOf(started, PUBLIC);
    const page = await (await browser.open(at(first, consent))).text();
    const resume = await locationOf(await browser.open(at(second, consent), formOf(page)), PUBLIC);
    const back = await locationOf(await browser.open(at(first, resume)), PUBLIC);
    expect(back.searchParams.get('iss')).toBe(PUBLIC);
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      client_id,
      code_verifier: verifier,
    };
    const [one, other] = await Promise.all([
      postForm(`${first}/oauth/token`, form),
      postForm(`${second}/oauth/token`, form),
    ]);
    const winners = [one, other].filter(({ status }) => status === 200);
    expect(winners.length).toBeLessThanOrEqual(1);
    for (const { body } of winners) {
      await expect.poll(() => statusOf(first, body.access_token)).toBe(401);
      await expect.poll(() => statusOf(second, body.access_token)).toBe(401);
    }
  });

  it('give one response to a concurrent refresh at both', async () => {
    const [first = '', second = ''] = urls;
    const { client_id } = await registerClient(first);
    const { form } = await obtainCode(first, signedInBrowser(first), client_id);
    const { body: tokens } = await postForm(`${first}/oauth/token`, form);
    const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id };
    const answers = await Promise.all(
      [first, second, first, second].map((url) => postForm(`${url}/oauth/token`, again)),
    );
    const [answer] = answers;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answer?.body);
    expect(await statusOf(second, answer?.body.access_token)).toBe(200);
  });

  it('lose nothing if one is killed between the code and the token', async () => {
    const { program: doomed, url } = await startProgram();
    const { client_id } = await registerClient(url);
    const { form } = await obtainCode(url, signedInBrowser(url), client_id);
    doomed.child.kill('SIGKILL');
    await doomed.ended;
    const { status, body } = await postForm(`${urls[0]}/oauth/token`, form);
    expect(status).toBe(200);
    expect(await statusOf(urls[1] ?? '', body.access_token)).toBe(200);
  });
});

/** Starts a process on a separate port with the shared public URL. */
async function startProgram(): Promise<{ readonly program: Program; readonly url: string }> {
  const port = await freePort();
  const program = runProgram(['api'], { ...environment, PORT: String(port) });
  await program.printed(/API on http/);
  return { program, url: `http://127.0.0.1:${port}` };
}

function signedInBrowser(url = urls[0] ?? ''): Browser {
  const browser = createBrowser(url, PUBLIC);
  browser.keep(cookie);
  return browser;
}

/** Returns the URL of the same path on another process. */
function at(process: string, url: URL): string {
  return `${process}${url.pathname}${url.search}`;
}

async function statusOf(url: string, token: string): Promise<number> {
  return (await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } })).status;
}
