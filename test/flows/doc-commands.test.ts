// Place in a run: slow.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from '../../src/app/cli.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { docBlocks } from '../support/doc-blocks.ts';
import { scratchFolder } from '../support/scratch.ts';
import { captured } from '../support/stdout.ts';
import { MAIN } from './program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Pages whose commands are run one after another on a new installation, exactly as written. */
const PAGES = [
  // Run this page before there are messages, because a drain would wait for them.
  'queue',
  'quick-start',
  'deliverability',
  'dns',
  'operations',
  'migration-sendfox',
  'delivery-routes',
  'domains',
  'mcp',
  'sign-in',
  'account-api',
  'security',
];
/** Commands that exit with an error code because they find problems, with patterns that match their output. */
const FINDINGS: Readonly<Record<string, RegExp>> = {
  'doctor ': /problems? found/,
  // The ID in the output is not known in advance.
  'token revoke': /has no token with this ID/,
};

let test: TestDatabase;
let dns: DnsServer;
beforeAll(async () => {
  test = await createTestDatabase();
  dns = await startDnsServer({});
  const { id } = await createAccount(test.db, {
    email: 'owner@postrider.localhost',
    plan: 'unlimited',
    isOperator: true,
  });
  for (const email of ['ann@example.com', 'shop@example.com']) {
    await createAccount(test.db, { email, plan: 'unlimited', isOperator: false });
  }
  // Insert users who have accepted an invitation.
  await test.db.script(`
    with joined as (
      insert into person (name, email) values ('Ann', 'ann@acme.example'), ('Ben', 'ben@acme.example') returning id, email
    )
    insert into membership (account_id, person_id, role) select ${id}, id, 'admin' from joined`);
});
afterAll(async () => {
  await dns.close();
  await test.drop();
});

function settings(): Record<string, string> {
  return {
    DATABASE_URL: test.url,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_SECRET: 'a secret that only these tests use, long enough',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_HOSTNAME: 'mail.example.com',
    POSTRIDER_BASE_URL: 'https://mail.example.com',
    POSTRIDER_INBOUND_PORT: '25',
  };
}

/** Runs a command line in a shell in which the application can be called by name, as if it were installed. */
async function runInShell(line: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const folder = scratchFolder('postrider-by-name-');
  try {
    const program = join(folder, 'postrider');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
    chmodSync(program, 0o755);
    const PATH = `${folder}:${process.env['PATH']}`;
    const env = { PATH, POSTRIDER_DATA: join(folder, 'data'), ...settings(), ...environment };
    return (await promisify(execFile)('sh', ['-c', line], { env })).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command in this process, because starting the application hundreds of times would take minutes. */
async function run(words: readonly string[]): Promise<{ code: number; output: string }> {
  const environment = settings();
  let [code, errors] = [0, ''];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    errors += String(chunk);
    return true;
  });
  try {
    const output = await captured(async () => {
      code = await runCommandLine({ environment, mainFile: MAIN, cloneRoot: root }, words);
    });
    return { code, output: output + errors };
  } finally {
    write.mockRestore();
  }
}

describe('documented commands', () => {
  it.each(PAGES)('in %s exist and have the documented effect', { timeout: 120_000 }, async (page) => {
    const commands = commandsOf(page);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      if (command.startsWith('echo ')) {
        const RELAY_URL = `smtp://user:password@${page}.relay.example:587`;
        expect(await runInShell(command, { RELAY_URL })).toContain(`${page}.relay.example:587`);
        continue;
      }
      const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        ([, ...given]) => given.find((word) => word) ?? '',
      );
      const { code, output } = await run(words);
      const [, data] = /(v=DKIM1; k=rsa; p=\S+)/.exec(output) ?? [];
      if (data !== undefined) dns.set('pr1._domainkey.news.example.com', 'TXT', [data]);
      const finding = FINDINGS[`${words[0]} ${words[1] ?? ''}`];
      if (code === 0) continue;
      expect([words, output]).toEqual([words, finding ? expect.stringMatching(finding) : '']);
    }
    await run(['queue', 'drain', '--end']);
  });

  it('show the DNS records of a domain', async () => {
    const { output } = await run(['domain', 'show', 'news.example.com']);
    const [, zone = ''] = /```\n(pr1\._domainkey[\s\S]*?)```/.exec(readFileSync(`${root}/docs/dns.md`, 'utf8')) ?? [];
    const lines = zone.trim().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      const [, host = '', type = '', data = ''] = /^(\S+)\.\s+(\w+)\s+(.*)$/.exec(line) ?? [];
      expect(output).toContain(host);
      expect(output).toContain(type);
      const value = data
        .replaceAll('"', '')
        .replace(/p=\.\.\.$/, 'p=')
        .replace(/\.$/, '');
      expect(output).toContain(value);
    }
  });
});

it('documents only commands that exist', async () => {
  const { output } = await run(['help']);
  const known = new Set([...output.matchAll(/^ +([a-z-]+) {2,}/gm)].map(([, name]) => name));
  expect(known.size).toBeGreaterThan(10);
  const files = readdirSync(`${root}/docs`).filter((name) => name.endsWith('.md'));
  const unknown = files.flatMap((file) =>
    [...readFileSync(`${root}/docs/${file}`, 'utf8').matchAll(/^ *postrider ([a-z-]+)/gm)]
      .filter(([, name = '']) => !known.has(name))
      .map(([line]) => `${file}: ${line.trim()}`),
  );
  expect(unknown).toEqual([]);
});

it('documents only scripts that exist, run with the bootstrap', () => {
  const pages = readdirSync(`${root}/docs`).filter((name) => name.endsWith('.md'));
  const texts = ['README.md', ...pages.map((name) => `docs/${name}`)].map((name) =>
    readFileSync(`${root}/${name}`, 'utf8'),
  );
  const scripts = [...texts.join('\n').matchAll(/\bnode (?:(\S+) )?(scripts\/\S+\.ts)/g)];
  expect(scripts.length).toBeGreaterThan(5);
  // Node.js 20 cannot run TypeScript, so the bootstrap script switches to a version that can.
  for (const [reported, by, script = ''] of scripts) {
    expect([reported, by, existsSync(`${root}/${script}`)]).toEqual([reported, 'bin/bootstrap.cjs', true]);
  }
});

/**
 * Returns the command lines that run the application, from all code blocks of a page. If a line uses standard input,
 * returns the whole line, otherwise only the arguments.
 */
function commandsOf(page: string): string[] {
  return docBlocks(`docs/${page}.md`).flatMap(({ code }) =>
    [...code.matchAll(/^(?:npm run postrider -- |postrider |(?=echo .*\| postrider ))(.+)$/gm)].map(
      ([, words = '']) => words,
    ),
  );
}
