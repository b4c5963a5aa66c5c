// Place in a run: slow.
import { describe, expect, it } from 'vitest';
import { completeLock } from '../scripts/complete-lock.ts';
import { readProse } from '../scripts/prose/read.ts';
import { avoidedWords, oldNames } from '../scripts/tidy/words.ts';
import { brokenLayers, circles, missingFeatures, unlistedFeatures } from '../scripts/tidy/layers.ts';
import { needlessLoads } from '../scripts/tidy/loads.ts';
import { heavyMigrations, takingAway } from '../scripts/tidy/migrations.ts';
import { lockFaults } from '../scripts/tidy/packages.ts';
import { listFiles, readSources } from '../scripts/tidy/project.ts';
import { keysWithoutAccount, tableNames, unknownGlobals } from '../scripts/tidy/schema.ts';
import { MUTANTS as OF_STORMS } from './chaos/mutants.ts';
import { MUTANTS as OF_SIMULATOR } from './sim/mutants.ts';
import { plant } from './support/planted.ts';
import { columnsUnlikeSchema, resources } from './support/resources.ts';
import { importsOf, withoutComments, type Source } from '../scripts/tidy/source.ts';
import { brokenWings, WINGS, type Wing } from '../scripts/tidy/wings.ts';
import {
  badNames,
  chance,
  crowdedExports,
  environmentReads,
  leftovers,
  longFiles,
  machinePaths,
  partialTests,
} from '../scripts/tidy/text.ts';

const MAX_FILE_BYTES = 1024 * 1024;
/** Maximum length of a README: two screens. */
const MAX_README_LINES = 80;

/** Maximum number of files that a reader must read to follow a send request. */
const MAX_WALK = 45;

/** This file contains forbidden words as examples, and the rules contain them in lists, so neither is checked. */
const EXAMPLES = ['test/tidy.test.ts', 'scripts/tidy/text.ts'];

const files = listFiles();
const paths = files.map(({ path }) => path);
const isCode = (path: string): boolean => /\.(?:ts|tsx|cjs|mjs|sql)$/.test(path);
const isProse = (path: string): boolean => /\.(?:md|json|yaml|yml)$/.test(path) || path === '.ci/run';
const code = readSources(paths.filter((path) => isCode(path) && !EXAMPLES.includes(path)));
const prose = readSources(paths.filter((path) => isProse(path) && path !== 'package-lock.json'));
const program = code.filter(({ path }) => path.startsWith('src/'));
/** Sources of the client, without generated files. */
const client = code.filter(({ path }) => path.startsWith('sdk/'));
const migrations = code.filter(({ path }) => /^sql\/\d{4}-/.test(path));

/**
 * There is one delivery process per CPU core, so delivery processes must not load modules that serve requests, render
 * designs, or receive messages.
 */
const NOT_IN_DELIVERY =
  /^src\/features\/.*(?:-routes|\/routes|-docs|schema)\.ts$|^src\/mail\/design\/|^(?:typebox|fastify|undici)\b|^smtp-server$|^postal-mime$/;

/**
 * Files that call functions for large HTML outside of worker processes, with the reason why this does not block
 * requests.
 */
const WITHOUT_WORKERS = [
  // Handles only subjects, which are short
  'src/features/campaigns/campaign-content/copy.ts',
  // Handles received bounces, which have a size limit
  'src/features/outcomes/inbound/split.ts',
  // Runs in delivery processes, not in the API process
  'src/features/sending/mailings/rendering.ts',
  'src/features/transactional/messages/mail-source.ts',
];

const one = (path: string, text: string): Source[] => [{ path, text }];

describe('layers', () => {
  it('every import goes downwards, through the index of a feature, according to the table', () => {
    expect(brokenLayers(program)).toEqual([]);
  });

  it('every feature is in its wing, has a row, and uses only earlier ones', () => {
    expect(unlistedFeatures(program)).toEqual([]);
    expect(missingFeatures(program)).toEqual([]);
    expect(brokenWings(WINGS)).toEqual([]);
  });

  it('the architecture document describes each wing and names its features', () => {
    const [page] = readSources(['docs/architecture.md']);
    const text = page?.text.replaceAll(/\s+/g, ' ') ?? '';
    for (const [wing, { features, holds }] of Object.entries(WINGS)) {
      expect(text).toContain(`${wing}/ ${holds}`);
      if (!program.some(({ path }) => path.startsWith(`src/features/${wing}/`))) continue;
      for (const feature of Object.keys(features)) expect(text).toContain(` ${feature}/ `);
    }
  });

  it('each wing has a README of two screens that names its features and tables', () => {
    const readmes = readSources(paths.filter((path) => /^src\/.*README\.md$/.test(path)));
    expect(readmes.filter(({ text }) => text.trimEnd().split('\n').length > MAX_README_LINES)).toEqual([]);
    for (const [wing, { features }] of Object.entries(WINGS)) {
      const text = readmes.find(({ path }) => path === `src/features/${wing}/README.md`)?.text ?? '';
      expect(Object.keys(features).filter((feature) => !text.includes(`\`${feature}/\``))).toEqual([]);
    }
    const said = readmes.map(({ text }) => text).join('');
    const tables = tableNames(migrations);
    expect(tables.length).toBeGreaterThan(100);
    expect(tables.filter((table) => !said.includes(`\`${table}\``))).toEqual([]);
  });

  it('the walk from a request to its webhook names few existing files, each once', () => {
    const [page] = readSources(['docs/architecture.md']);
    const [, walk = ''] = /### Code walkthrough\n([\s\S]*?)\n## /.exec(page?.text ?? '') ?? [];
    const named = [...walk.matchAll(/^\| (\d+) \| `([^`]+)` \|/gm)].map(([, number, path]) => [Number(number), path]);
    expect(named.map(([number]) => number)).toEqual(named.map((_, index) => index + 1));
    const walked = named.map(([, path]) => `src/${path}`);
    expect(walked.filter((path) => !paths.includes(path))).toEqual([]);
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.length).toBeGreaterThan(30);
    expect(walked.length).toBeLessThanOrEqual(MAX_WALK);
  });

  it('the client imports nothing but its own files', () => {
    const foreign = client.flatMap((source) => importsOf(source).filter((each) => !/^\.\/[a-z-]+\.ts$/.test(each)));
    expect(foreign).toEqual([]);
  });

  it('a delivery process loads no unnecessary modules', () => {
    expect(needlessLoads(program, 'src/app/deliver.ts', NOT_IN_DELIVERY)).toEqual([]);
  });

  it('work on large HTML runs in worker processes, so that it does not block other requests', () => {
    const jobs = program.find(({ path }) => path === 'src/mail/html-jobs.ts');
    const exported = [...(jobs?.text ?? '').matchAll(/^export (?:\{ |function )(\w+)/gm)].map(([, name = '']) => name);
    const heavy = new Set([...exported, 'compileTemplate', 'previewOfHtml']);
    for (const name of ['prepareContent', 'checkMessage', 'htmlToText', 'frameHtml']) expect(heavy).toContain(name);
    const calling = program.filter(({ path, text }) => {
      if (/^src\/mail\/|\.test\.ts$/.test(path)) return false;
      const imports = withoutComments(text).matchAll(/^import \{([^}]*)\} from '[./]+\/mail\//gm);
      return [...imports].some(([, names = '']) => names.split(',').some((name) => heavy.has(name.trim())));
    });
    expect(calling.map(({ path }) => path)).toEqual(WITHOUT_WORKERS);
  });

  it('unnecessary modules are reported with their import path, but not types and dynamic imports', () => {
    const sources = [
      ...one('src/app/a.ts', `import { b } from './b.ts';\nimport type { c } from './routes.ts';`),
      ...one('src/app/b.ts', `export * from './c.ts';\nconst d = await import('./late-routes.ts');`),
      ...one('src/app/c.ts', `import 'smtp-server';\nimport {\n  type d,\n} from './d-routes.ts';`),
    ];
    expect(needlessLoads(sources, 'src/app/a.ts', /routes\.ts$|^smtp-server$/)).toEqual([
      'src/app/a.ts -> src/app/b.ts -> src/app/c.ts -> smtp-server',
      'src/app/a.ts -> src/app/b.ts -> src/app/c.ts -> src/app/d-routes.ts',
    ]);
  });

  it('there are no circular imports', () => {
    expect(circles(program)).toEqual([]);
    expect(circles(code.filter(({ path }) => path.startsWith('sdk/')))).toEqual([]);
  });

  it.each([
    ['base importing a feature', 'src/base/db.ts', '../features/tenants/accounts/index.ts'],
    ['base importing mail', 'src/base/db.ts', '../mail/address.ts'],
    ['http importing smtp', 'src/http/server.ts', '../smtp/connection.ts'],
    ['mail importing http', 'src/mail/address.ts', '../http/server.ts'],
    ['smtp importing http', 'src/smtp/connection.ts', '../http/server.ts'],
    ['mail importing base', 'src/mail/mime.ts', '../base/clock.ts'],
    ['mail importing a socket', 'src/mail/mime.ts', 'node:net'],
    ['mail importing files', 'src/mail/mime.ts', 'node:fs/promises'],
    ['mail importing a package', 'src/mail/mime.ts', 'postal-mime'],
    ['a feature importing app', 'src/features/tenants/accounts/sending-allowed.ts', '../../../app/cli.ts'],
    ['main reaching past app', 'src/main.ts', './features/tenants/accounts/index.ts'],
    [
      'a feature bypassing the index of another',
      'src/features/transactional/messages/send.ts',
      '../../tenants/accounts/queries.ts',
    ],
    ['app bypassing an index', 'src/app/api.ts', '../features/tenants/accounts/queries.ts'],
    [
      'delivery importing a feature that sends',
      'src/features/sending/delivery/record.ts',
      '../../transactional/messages/index.ts',
    ],
    ['a feature without a row', 'src/features/tenants/horoscopes/index.ts', '../accounts/index.ts'],
    ['a wing importing a later one', 'src/features/sending/domains/domains.ts', '../../outcomes/inbound/index.ts'],
    ['the program importing a test', 'src/app/api.ts', '../../test/support/db.ts'],
    ['an import without its extension', 'src/app/api.ts', './cli'],
  ])('%s is detected', (_name, path, specifier) => {
    expect(brokenLayers(one(path, `import { x } from '${specifier}';`))).toHaveLength(1);
    expect(brokenLayers(one(path, `export { x } from '${specifier}';`))).toHaveLength(1);
    expect(brokenLayers(one(path, `import {\n  type x,\n  y,\n} from "${specifier}";`))).toHaveLength(1);
    expect(brokenLayers(one(path, `const x = await import('${specifier}');`))).toHaveLength(1);
    expect(brokenLayers(one(path, `import '${specifier}';`))).toHaveLength(1);
    expect(brokenLayers(one(path, `// import { x } from '${specifier}';`))).toEqual([]);
  });

  it.each([
    ['src/app/api.ts', '../features/tenants/accounts/index.ts'],
    ['src/features/transactional/messages/send.ts', '../../tenants/accounts/index.ts'],
    ['src/features/transactional/message-views/routes.ts', '../messages/index.ts'],
    ['src/features/transactional/messages/send.ts', './queries.ts'],
    ['src/features/sending/delivery/connections/connection-worker.ts', '../../../../smtp/connection.ts'],
    ['src/smtp/connection.ts', '../mail/address.ts'],
    ['src/mail/dkim.ts', 'node:crypto'],
    ['src/base/db.ts', 'pg'],
    ['src/base/db.test.ts', '../../test/support/db.ts'],
  ])('%s may import %s', (path, specifier) => {
    expect(brokenLayers(one(path, `import { x } from '${specifier}';`))).toEqual([]);
  });

  it('a table with a feature that depends on a higher wing, a later or an unknown feature is detected', () => {
    const wing = (features: Wing['features']): Wing => ({ holds: '', features });
    expect(brokenWings({ ground: wing({ low: ['high'] }), roof: wing({ high: [] }) })).toHaveLength(1);
    expect(brokenWings({ ground: wing({ first: ['second'], second: [] }) })).toHaveLength(1);
    expect(brokenWings({ ground: wing({ low: ['unknown'] }) })).toHaveLength(1);
    expect(() => brokenWings({ ground: wing({ low: [] }), roof: wing({ low: [] }) })).toThrow('named low');
    expect(brokenWings({ ground: wing({ first: [], second: ['first'] }), roof: wing({ high: ['first'] }) })).toEqual(
      [],
    );
  });

  it('a feature folder that is not in the table or in another wing is detected', () => {
    expect(unlistedFeatures(one('src/features/tenants/horoscopes/index.ts', ''))).toEqual(['tenants/horoscopes']);
    expect(unlistedFeatures(one('src/features/sending/accounts/index.ts', ''))).toEqual(['sending/accounts']);
    expect(unlistedFeatures(one('src/features/accounts/index.ts', ''))).toEqual(['accounts/index.ts']);
    const missing = missingFeatures(one('src/features/tenants/accounts/index.ts', ''));
    expect(missing).toContain('people');
    expect(missing).not.toContain('accounts');
    expect(missing).not.toContain('delivery');
  });

  it('a cycle of three files is reported once with its path', () => {
    const circle = [
      ...one('src/base/a.ts', `import { b } from './b.ts';`),
      ...one('src/base/b.ts', `import type { c } from './c.ts';`),
      ...one('src/base/c.ts', `export { a } from './a.ts';`),
    ];
    expect(circles(circle)).toEqual(['src/base/a.ts -> src/base/b.ts -> src/base/c.ts -> src/base/a.ts']);
  });

  it('imports are found in all forms, and comments are ignored', () => {
    const text = [
      `import a, { b } from 'one';`,
      `import type { c } from "two";`,
      `export * from './three.ts';`,
      `const url = 'https://example.com'; // import x from 'four'`,
      `/* import y from 'five' */`,
    ].join('\n');
    expect(importsOf({ path: 'x.ts', text })).toEqual(['one', 'two', './three.ts']);
    expect(withoutComments(`const a = 'https://x'; // why`)).toBe(`const a = 'https://x';  `);
  });
});

describe('names and sizes', () => {
  it('names are kebab-case and specific', () => {
    // Skip database functions, because their names follow SQL conventions.
    const named = code.filter(({ path }) => !path.startsWith('sql/functions/'));
    expect(badNames(named.map(({ path }) => path))).toEqual([]);
  });

  it.each(['src/base/stringUtils.ts', 'src/utils/x.ts', 'src/base/mail-helpers.ts', 'src/Base/x.ts', 'src/a_b.ts'])(
    '%s is a bad name',
    (path) => {
      expect(badNames([path])).toHaveLength(1);
    },
  );

  it.each(['src/main.ts', 'sql/0001-baseline.sql', '.ci/run.ts', 'src/base/db.test.ts'])(
    '%s is a good name',
    (path) => {
      expect(badNames([path])).toEqual([]);
    },
  );

  it('files are at most 300 lines', () => {
    expect(longFiles(code.filter(({ path }) => /^(?:src|bin|scripts)\//.test(path)))).toEqual([]);
    expect(longFiles(client)).toEqual([]);
  });

  it('one line over the limit is detected', () => {
    expect(longFiles(one('src/base/db.ts', 'x\n'.repeat(300)))).toEqual([]);
    expect(longFiles(one('src/base/db.ts', 'x\n'.repeat(301)))).toHaveLength(1);
    expect(longFiles(one('src/base/db.test.ts', 'x\n'.repeat(301)))).toEqual([]);
  });

  it('index files of features have one name per line, and at most 75', () => {
    expect(crowdedExports(code)).toEqual([]);
    const exportsFile = 'src/features/outcomes/tags/index.ts';
    const names = (count: number): string =>
      Array.from({ length: count }, (_, at) => `export { a${at} } from './a.ts';\n`).join('');
    expect(crowdedExports(one(exportsFile, names(75)))).toEqual([]);
    expect(crowdedExports(one(exportsFile, names(76)))).toHaveLength(1);
    for (const odd of [`export * from './a.ts';`, `export { a, b } from './a.ts';`, `export const a = 1;`]) {
      expect(crowdedExports(one(exportsFile, `${names(1)}${odd}\n`))).toHaveLength(1);
      expect(crowdedExports(one('src/features/outcomes/tags/rows.ts', odd))).toEqual([]);
    }
  });

  it('no file is over 1 MB', () => {
    expect(files.filter(({ sizeBytes }) => sizeBytes > MAX_FILE_BYTES)).toEqual([]);
  });
});

/** Pages that are not checked: pages that are generated from checked code, and pages with measurements. */
const NOT_WRITTEN = /^docs\/(?:configuration|errors|sdk-methods)\.md$|^bench\//;

describe('words', () => {
  it('documents use no words to avoid', () => {
    const documents = readProse().filter(({ kind, path }) => kind === 'docs' && !NOT_WRITTEN.test(path));
    expect(documents.length).toBeGreaterThan(3_000);
    expect(avoidedWords(documents)).toEqual([]);
  });

  it('reports the word, its place and a replacement', () => {
    const about = { kind: 'docs', path: 'docs/x.md', line: 3 } as const;
    expect(avoidedWords([{ ...about, text: 'Whoever gets a mail is told of it once more.' }])).toEqual([
      'docs/x.md:3: "is told": write report, notify or show',
      'docs/x.md:3: "once more": write again',
      'docs/x.md:3: "Whoever": write no contacts, no one, a user, the recipient, or anyone who',
      'docs/x.md:3: "a mail": write an email or a message, emails or messages',
    ]);
    expect(avoidedWords([{ ...about, text: 'The column `mails` of nobody@example.org is shown again.' }])).toEqual([]);
  });
});

describe('code', () => {
  it('names use the words of the field', () => {
    // Exclude this file and the rule, because both contain the old words.
    const named = code.filter(({ path }) => !path.startsWith('scripts/tidy/') && path !== 'test/tidy.test.ts');
    expect(named.length).toBeGreaterThan(2_000);
    expect(oldNames(named)).toEqual([]);
    expect(oldNames(one('src/a.ts', "const lotId = 1; // a lot\nconst text = 'lots';"))).toEqual([
      'src/a.ts: "lotId": the word is recipient batch',
    ]);
  });

  it('the environment is read once and passed down', () => {
    expect(environmentReads(program)).toEqual([]);
    expect(environmentReads(one('src/base/db.ts', `const a = process.env['A'];`))).toHaveLength(1);
    expect(environmentReads(one('src/base/db.ts', `import { env } from 'node:process';`))).toHaveLength(1);
    expect(environmentReads(one('src/base/db.ts', `// process.env is read elsewhere`))).toEqual([]);
    expect(environmentReads(one('src/main.ts', `process.env`))).toEqual([]);
  });

  it('the clock and randomness are passed in', () => {
    expect(chance(program)).toEqual([]);
    expect(chance(client)).toEqual([]);
    expect(chance(one('src/base/db.ts', `const a = Date.now();`))).toHaveLength(1);
    expect(chance(one('src/mail/mime.ts', `const a = new Date();`))).toHaveLength(1);
    expect(chance(one('src/smtp/x.ts', `const a = Math.random();`))).toHaveLength(1);
    expect(chance(one('src/smtp/x.ts', `const a = new Date(nowMs);`))).toEqual([]);
    expect(chance(one('src/base/clock.ts', `Date.now()`))).toEqual([]);
  });

  it('the code and the documents contain no TODO or FIXME notes', () => {
    expect(leftovers([...code, ...prose])).toEqual([]);
    expect(leftovers(one('src/base/db.ts', `// TODO later`))).toHaveLength(1);
    expect(leftovers(one('docs/x.md', `FIXME`))).toHaveLength(1);
    expect(leftovers(one('src/base/db.ts', `mkdtemp('a-XXXXXX')`))).toEqual([]);
  });

  it('no path of one machine is in the code', () => {
    expect(machinePaths([...code, ...prose])).toEqual([]);
    expect(machinePaths(one('x.ts', `read('/home/ann/postrider')`))).toHaveLength(1);
    expect(machinePaths(one('x.md', `in /Users/ann it is`))).toHaveLength(1);
    expect(machinePaths(one('x.ts', `get('https://example.com/home/page')`))).toEqual([]);
    expect(machinePaths(one('x.ts', `'/var/lib/postrider' + '~/.local/share'`))).toEqual([]);
  });

  it('every test runs, and no test is marked as the only one', () => {
    expect(partialTests(code)).toEqual([]);
    for (const text of ['it.only(', 'describe.skip(', 'it.concurrent.only(', 'test.skipIf(', 'it.todo(', 'ctx.skip(']) {
      expect(partialTests(one('test/api/x.test.ts', text))).toHaveLength(1);
    }
    expect(partialTests(one('test/api/x.test.ts', 'it.each(rows)(name, check)'))).toEqual([]);
  });
});

describe('schema', () => {
  it('keys of tenant tables begin with account_id', () => {
    expect(keysWithoutAccount(migrations)).toEqual([]);
    expect(unknownGlobals(migrations)).toEqual([]);
  });

  it('has every column that a resource declares, with its type', () => {
    const [schema] = readSources(['sql/schema.sql']);
    expect(columnsUnlikeSchema(schema?.text ?? '', resources)).toEqual([]);
    const form = resources.find(({ table }) => table === 'form');
    expect(form && columnsUnlikeSchema('create table form (\n  title text,\n  id bigint not null\n);', [form])).toEqual(
      expect.arrayContaining(['form.title text not null, not "title text"', 'form.heading text, not ""']),
    );
  });

  it.each([
    [
      'a primary key that begins with another column',
      'create table x (id int, account_id int, primary key (id, account_id));',
    ],
    [
      'a primary key in the line of a column',
      'create table x (id bigint generated always as identity primary key, account_id int);',
    ],
    ['no primary key', 'create table x (account_id bigint not null);'],
    ['a unique key', 'create table x (account_id int, name text, primary key (account_id), unique (name));'],
    ['a unique column', 'create table x (account_id int, name text unique, primary key (account_id));'],
    ['a unique index', 'create unique index x_name on x (name, account_id);'],
    ['an expression index', 'create unique index x_name on x (lower(name));'],
  ])('%s is detected', (_name, sql) => {
    expect(keysWithoutAccount(one('sql/0009-x.sql', sql))).toHaveLength(1);
  });

  it('keys that begin with account_id and listed global tables are allowed', () => {
    const good = `
      create table x (
        account_id bigint not null, -- the tenant
        name text not null check (name in ('a', 'b')),
        primary key (account_id, name),
        unique (account_id, name)
      ) partition by range (name);
      create unique index on x (account_id, lower(name));
      create table plan (name text primary key);`;
    expect(keysWithoutAccount(one('sql/0009-x.sql', good))).toEqual([]);
  });
});

describe('migrations', () => {
  it('do not lock tables in use', () => {
    expect(heavyMigrations(migrations)).toEqual([]);
  });

  it('remove nothing that processes of the previous version use', () => {
    expect(takingAway(migrations)).toEqual([]);
    for (const sql of [
      'drop table x;',
      'alter table x drop column y;',
      'alter table x rename column y to z;',
      'alter table x rename to z;',
    ]) {
      expect(takingAway(one('sql/0002-x.sql', sql))).toHaveLength(1);
    }
    const added = 'create table x (y int); alter table z add column y int; alter table z drop constraint z_y_check;';
    expect(takingAway(one('sql/0002-x.sql', added))).toEqual([]);
  });

  it.each([
    ['an index on a table that exists', 'create index x_name on x (name);'],
    ['an index without a name', 'create index on x (name);'],
    ['a unique index', 'create unique index x_name on x (account_id, name);'],
    ['a default that differs by row', 'alter table x add column id uuid not null default gen_random_uuid();'],
    ['a stored generated column', 'alter table x add column y int generated always as (z * 2) stored;'],
    ['a serial column', 'alter table x add column y bigint generated by default as identity;'],
    ['a changed type', 'alter table x alter column y type bigint;'],
    ['a column that becomes not null', 'alter table x alter column y set not null;'],
    ['a check of existing rows', 'alter table x add constraint y check (z > 0);'],
    ['a foreign key on existing rows', 'alter table x add foreign key (y) references z;'],
    ['a primary key', 'alter table x add primary key (account_id, y);'],
    ['a second change in one command', 'alter table x add column a int, alter column y set not null;'],
    ['a rewrite', 'vacuum full x;'],
    ['a table created only in a comment', '-- create table x (\ncreate index x_name on x (name);'],
  ])('%s is detected', (_name, sql) => {
    expect(heavyMigrations(one('sql/0002-x.sql', sql))).toHaveLength(1);
  });

  it.each([
    [
      'a new table with its indexes',
      'create table x (id int); create index on x (id); alter table x alter column id set not null;',
    ],
    ['a column with a constant default', `alter table x add column y text not null default 'a';`],
    ['a check of new rows only', 'alter table x add constraint y check (z > 0) not valid;'],
    ['a constraint using an existing index', 'alter table x add constraint y unique using index z;'],
    ['an index on a table that stays small', 'create index on mailing_chunk (name);'],
    ['the body of a function', 'create function f() returns void language sql as $$ create index on x (id); $$;'],
  ])('%s is allowed', (_name, sql) => {
    expect(heavyMigrations(one('sql/0002-x.sql', sql))).toEqual([]);
  });

  it('index files and the baseline are allowed', () => {
    const index = 'create index x_name on x (name);';
    expect(heavyMigrations(one('sql/0002-x.indexes.sql', index))).toEqual([]);
    expect(heavyMigrations(one('sql/0001-x.sql', index))).toEqual([]);
  });
});

describe('packages', () => {
  it('package-lock.json installs anywhere', () => {
    const [lock] = readSources(['package-lock.json']);
    expect(lockFaults(lock?.text ?? '').slice(0, 10)).toEqual([]);
  });

  it('a lock file that names a registry, or lacks an integrity hash or a platform, is detected', () => {
    const lock = (entry: object): string => JSON.stringify({ packages: { '': {}, 'node_modules/a': entry } });
    const integrity = 'sha512-x';
    expect(lockFaults(lock({ version: '1.0.0', integrity }))).toEqual([]);
    expect(lockFaults(lock({ version: '1.0.0', optional: true, os: ['linux'] }))).toEqual([]);
    expect(lockFaults(lock({ version: '1.0.0' }))).toHaveLength(1);
    expect(lockFaults(lock({ version: '1.0.0', integrity, resolved: 'https://example.com/a.tgz' }))).toHaveLength(1);
    expect(
      lockFaults(lock({ version: '1.0.0', integrity, optionalDependencies: { 'a-linux-x64': '1.0.0' } })),
    ).toHaveLength(1);
  });

  it('completing a lock file adds an entry for each required platform, and nothing when it is repeated', () => {
    const optionalDependencies = {
      '@a/linux-x64-musl': '1.0.0',
      '@a/linux-arm-gnueabihf': '1.0.0',
      '@a/darwin-arm64': '1.0.0',
    };
    const completed = completeLock({
      packages: { '': {}, 'node_modules/z': { version: '1.0.0', dev: true, optionalDependencies } },
    });
    expect(completed.packages).toMatchObject({
      'node_modules/@a/linux-x64-musl': {
        version: '1.0.0',
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
        optional: true,
        dev: true,
      },
      'node_modules/@a/linux-arm-gnueabihf': { os: ['linux'], cpu: ['arm'], libc: ['glibc'] },
      'node_modules/@a/darwin-arm64': { os: ['darwin'], cpu: ['arm64'] },
    });
    expect(completeLock(completed)).toEqual(completed);
    const unknown = { packages: { 'node_modules/z': { optionalDependencies: { 'no-platform': '1.0.0' } } } };
    expect(() => completeLock(unknown)).toThrow('has no platform');
  });
});

describe('planted errors', () => {
  const patches = [...OF_STORMS, ...OF_SIMULATOR].flatMap((mutant) => mutant.patches);

  it.each(patches)('apply to $path', (patch) => {
    const source = code.find(({ path }) => path === patch.path);
    expect(plant(source?.text ?? '', patch)).not.toBe(source?.text);
  });

  it('are refused unless they apply exactly once', () => {
    const patch = { path: 'a.ts', from: 'one', to: 'two' };
    expect(plant('one', patch)).toBe('two');
    expect(() => plant('none of it', { ...patch, from: 'ONE' })).toThrow('has not once');
    expect(() => plant('one one', patch)).toThrow('has not once');
  });
});
