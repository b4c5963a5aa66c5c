// Place in a run: slow.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Poller } from '../../src/base/poller.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newAudience, runImports } from '../support/contact-files.ts';
import { curl } from '../support/curl.ts';
import { describeWith } from '../support/loud-skip.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const EXPORTS = fileURLToPath(new URL('../support/exports', import.meta.url));

/**
 * Documentation pages about migration. For each page: the number of values that the import omits, and the lists of an
 * imported contact.
 */
const PAGES = [
  { page: 'migration-sendfox', vendor: 'sendfox', leftOut: 0, lists: ['News', 'Offers'] },
  { page: 'migration-listmonk', vendor: 'listmonk', leftOut: 1, lists: ['Newsletter'] },
  { page: 'migration-mailchimp', vendor: 'mailchimp', leftOut: 0, lists: ['Newsletter'] },
];

let app: TestApp;
let runner: Poller;
beforeAll(async () => {
  app = await startApp();
  runner = runImports(app);
});
afterAll(async () => {
  await runner.close();
  await app.close();
});

describeWith(curl())('migration steps', () => {
  it.each(PAGES)(
    'commands of $page import contacts and keep unsubscribed ones unsubscribed',
    async ({ leftOut, lists, page, vendor }) => {
      const ann = await newAudience(app);
      const { key } = await app.newAccount();
      const variables = new Map<string, string>();
      const vendors: string[] = [];
      let rejected = 0;
      let valuesLeftOut = 0;
      for (const command of commandsOf(page)) {
        const answer = await perform(command, { token: ann.person.token, key, variables });
        expect([command, answer.status]).toEqual([command, expect.stringMatching(/^20[0-2]$/)]);
        const { id, vendor: known } = answer.body;
        if (/\/contacts\/imports\?/.test(command)) variables.set('IMPORT', String(id));
        if (/\/lists/.test(command)) variables.set('LIST', String(id));
        if (/\/preview/.test(command)) vendors.push(known);
        if (/\/start/.test(command)) {
          const ended = await ann.ended(String(id));
          rejected += ended.rejected;
          valuesLeftOut += ended.values_left_out;
        }
      }
      const contacts = await ann.contacts();
      expect(new Set(vendors)).toEqual(new Set([vendor]));
      expect({ rejected, valuesLeftOut }).toEqual({ rejected: 0, valuesLeftOut: leftOut });
      expect(contacts['ann@example.org']).toMatchObject({ first_name: 'Ann', lists, unsubscribed_at: null });
      expect(contacts['bea@example.org']?.['unsubscribed_at']).not.toBeNull();
    },
  );
});

function commandsOf(page: string): string[] {
  const text = readFileSync(`${root}/docs/${page}.md`, 'utf8');
  return [...text.matchAll(/^```\w*\n(curl [\s\S]*?)^```/gm)].map(([, code = '']) => code);
}

/** Runs a command from a page in the directory with the exports, with the URL and credentials of this server. */
async function perform(
  command: string,
  given: { readonly token: string; readonly key: string; readonly variables: ReadonlyMap<string, string> },
) {
  const ready = command
    .replaceAll('https://mail.example.com', app.api.baseUrl)
    .replaceAll('pt_...', given.token)
    .replaceAll('pr_...', given.key)
    .replace('curl ', "curl -s -w '\\n%{http_code}' ");
  const env = { PATH: process.env['PATH'] ?? '', ...Object.fromEntries(given.variables) };
  const { stdout } = await run('sh', ['-c', ready], { cwd: EXPORTS, env });
  const at = stdout.lastIndexOf('\n');
  const text = stdout.slice(0, at);
  return { status: stdout.slice(at + 1), body: text.startsWith('{') ? JSON.parse(text) : {} };
}
