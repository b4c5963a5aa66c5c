// Place in a run: slow.
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { docBlock } from '../support/doc-blocks.ts';
import { createBrowser, PASSWORD, tokenIn, type Browser } from '../support/people.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, runToEnd, type Program } from './program.ts';

const MINUTE_MS = 60_000;

let environment: Record<string, string>;
const running: Program[] = [];

beforeAll(() => {
  const dataDir = scratchFolder('postrider-sign-in-');
  const owner = { POSTRIDER_OWNER_EMAIL: 'boss@acme.example' };
  environment = { PORT: '0', POSTRIDER_DATA: dataDir, POSTRIDER_INBOX_PORT: '0', POSTRIDER_WORKERS: '1', ...owner };
});
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
});
afterAll(() => rmSync(environment['POSTRIDER_DATA'] ?? '', { recursive: true, force: true, maxRetries: 5 }));

/** Starts the application. Resolves with the dashboard link from the welcome message. */
async function start(): Promise<{ program: Program; baseUrl: string; link: string }> {
  const program = runProgram(['start'], environment);
  running.push(program);
  const [, link = ''] = await program.printed(/Dashboard {4}(\S+)/);
  const [, baseUrl = ''] = await program.printed(/API {10}(http:\S+)/);
  await program.printed(/Stop with Ctrl-C/);
  return { program, baseUrl, link };
}

/** Returns a browser for another port with the cookies of the given browser. */
function moved(browser: Browser, baseUrl: string): Browser {
  const other = createBrowser(baseUrl);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

describe('installation sign-in', { timeout: 4 * MINUTE_MS }, () => {
  it('starts with the link that each start prints until it was used, and survives restarts', async () => {
    const unused = await start();
    expect(unused.link).toMatch(/^http:\/\/localhost:\d+\/app\/first-start#token=[A-Za-z0-9]{43}$/);
    const shown = unused.link.replace(/^http:\/\/localhost:\d+/, 'https://mail.example.com').replace(/=.*/, '=...');
    expect(docBlock('docs/sign-in.md', /first-start/)).toBe(`Dashboard    ${shown}\n`);
    await unused.program.stop();

    const first = await start();
    expect(first.link).not.toBe(unused.link);
    const browser = createBrowser(first.baseUrl);
    const given = { token: tokenIn(first.link), name: 'Boss', password: PASSWORD };
    expect((await browser.post('/dashboard/first-start', given)).status).toBe(200);
    expect((await browser.get('/dashboard/session')).body.person.email).toBe('boss@acme.example');

    const invited = await runToEnd(['person', 'invite', 'Ben@acme.example', '--role', 'admin'], environment);
    expect(invited.output).toContain('Invited ben@acme.example to boss@acme.example as admin');
    expect(invited.output).toContain(`${first.baseUrl}/app/invitation#token=`);
    const ben = createBrowser(first.baseUrl);
    const path = `/dashboard/invitations/${tokenIn(invited.output)}/accept`;
    expect((await ben.post(path, { name: 'Ben', password: PASSWORD })).body).toEqual({ status: 'signed_in' });
    const { output: people } = await runToEnd(['person', 'list'], environment);
    expect(people).toMatch(/Ben +ben@acme\.example +boss@acme\.example +admin +off/);

    const demoted = await runToEnd(['person', 'role', 'ben@acme.example', 'read_only'], environment);
    expect(demoted.output).toContain('ben@acme.example is now read_only of boss@acme.example');
    const last = await runToEnd(['person', 'role', 'boss@acme.example', 'member'], environment);
    expect([last.code, last.output]).toEqual([1, expect.stringContaining('only owner')]);
    const reset = await runToEnd(['person', 'reset', 'ben@acme.example'], environment);
    const finish = { token: tokenIn(reset.output), password: 'another good password' };
    expect((await ben.post('/dashboard/password-reset/finish', finish)).status).toBe(200);
    expect((await runToEnd(['person', 'reset', 'nobody@acme.example'], environment)).code).toBe(1);
    expect((await runToEnd(['person', 'invite', 'no address'], environment)).code).toBe(2);
    await first.program.stop();

    const again = await start();
    expect(again.link).toBe(`${again.baseUrl}/app`);
    const kept = moved(browser, again.baseUrl);
    expect((await kept.get('/dashboard/session')).body.person.name).toBe('Boss');
    const benAgain = createBrowser(again.baseUrl);
    const credentials = { email: 'ben@acme.example', password: finish.password };
    expect((await benAgain.post('/dashboard/sign-in', credentials)).body).toEqual({ status: 'signed_in' });
    expect((await benAgain.get('/dashboard/session')).body.person.role).toBe('read_only');
  });
});
