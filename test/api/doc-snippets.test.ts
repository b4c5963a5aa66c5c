// Place in a run: slow.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { curl } from '../support/curl.ts';
import { describeWith } from '../support/loud-skip.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Documents whose commands this file tests. The commands in the migration guides depend on each other, so
 * `doc-migrations.test.ts` tests them.
 */
const FILES = ['README.md', ...readdirSync(`${root}/docs`).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md') && !name.startsWith('docs/migration-'),
);

/** Code blocks with shell commands that call a server, from all of these documents. */
const SNIPPETS = FILES.flatMap((file) =>
  [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/^```\w*\n(curl [\s\S]*?)^```/gm)].map(([, code = '']) => ({
    file,
    code,
  })),
);

let app: TestApp;
let key: string;
let token: string;

beforeAll(async () => {
  app = await startApp();
  const { db } = app.installation;
  const [owner] = await db.query<{ readonly account_id: number }>(
    { name: '', text: 'select account_id from account where is_operator' },
    [],
  );
  const accountId = owner?.account_id ?? 0;
  ({ key } = await createKey(db, { accountId, name: 'docs', scopes: [SCOPES.send, SCOPES.read, SCOPES.manage] }));
  // Contacts for the example that merges two contacts.
  const insert = `with made as (
      insert into contact (account_id, id, email) values ($1, 12, 'docs@new.example'), ($1, 13, 'docs@old.example') returning id
    ), held as (insert into audience (account_id, contacts) values ($1, 2))
    insert into contact_stat (account_id, contact_id, created_at) select $1, id, now() from made`;
  await db.query({ name: '', text: insert }, [accountId]);
  ({ key: token } = await createKey(db, { accountId, kind: 'access_token', name: 'docs', scopes: [SCOPES.account] }));
});

afterAll(async () => app.close());

it('the documents have commands that call the server', () => {
  expect(SNIPPETS.length).toBeGreaterThanOrEqual(4);
});

describeWith(curl())('shell commands in the documents', () => {
  it.each(SNIPPETS)('the commands in $file work with the URL and key of this server', async ({ code }) => {
    const ready = code
      .replaceAll(/https:\/\/mail\.example\.com|http:\/\/localhost:8025/g, app.api.baseUrl)
      .replaceAll('pr_...', key)
      .replaceAll('pt_...', token)
      .replace('curl ', "curl -s -w ' %{http_code}' ");
    const { stdout } = await run('sh', ['-c', ready], { env: { ...process.env, KEY: key } });
    // A document cannot contain a valid code, because each code can only be used once.
    expect(stdout).toMatch(code.includes('code=...') ? /"invalid_(?:client|grant|request)".* 40[01]$/s : / 20[012]$/);
  });
});
