import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { docBlocks } from './support/doc-blocks.ts';

const PAGES = [
  'README.md',
  'bench/README.md',
  'sdk/README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/**
 * Patterns that match the page and the start of a code block, and the test that runs the block or the reason why no
 * test does.
 */
type Row = readonly [page: RegExp, begins: RegExp, says: string];

const COMMAND_PAGES =
  /^docs\/(account-api|deliverability|delivery-routes|dns|domains|mcp|migration-sendfox|operations|queue|quick-start|security|sign-in)\.md$/;

/** For each code block, the test that runs it or compares it with Postrider. */
const RUN: readonly Row[] = [
  [/^(README|docs\/(?!migration-).*)\.md$/, /^curl /, 'test/api/doc-snippets.test.ts'],
  [/^docs\/migration-.*\.md$/, /^curl /, 'test/api/doc-migrations.test.ts'],
  [COMMAND_PAGES, /^(npm run postrider -- |postrider |echo .* \| postrider )/, 'test/flows/doc-commands.test.ts'],
  [/^docs\/dns\.md$/, /^pr1\._domainkey\./, 'test/flows/doc-commands.test.ts'],
  [/^docs\/backup\.md$/, /^postrider /, 'test/flows/backup-docs.test.ts'],
  [/^(README|docs\/quick-start)\.md$/, /^git clone /, 'test/flows/bootstrap.test.ts'],
  [/^README\.md$/, /^npm run postrider -- inbox list/, 'test/flows/start.test.ts'],
  [/^docs\/sign-in\.md$/, /^Dashboard /, 'test/flows/sign-in.test.ts'],
  [/^docs\/deploy\.md$/, /^npx postrider start/, 'test/flows/package.test.ts'],
  [/^docs\/operations\.md$/, /^# Behind your TLS proxy/, 'test/deploy/documents.test.ts'],
  [/^docs\/campaign-content\.md$/, /^\{/, 'test/docs-campaign-content.test.ts'],
  [/^docs\/webhooks\.md$/, /^import /, 'test/docs-snippets.test.ts'],
  [/^docs\/how-to\.md$/, /^--- /, 'test/docs-how-to.test.ts'],
  [/^(README|sdk\/README|docs\/sdk)\.md$/, /^(import|const|for|try) /, 'test/sdk/doc-examples.test.ts'],
  // Tests that use the code blocks as clients do.
  [/^docs\/mcp\.md$/, /^(claude|\{|\[mcp_servers|import)/, 'test/api/doc-clients.test.ts'],
  [/^docs\/(ghost|mailgun|migration|postmark|ses)\.md$/, /^\w+=/, 'test/api/doc-clients.test.ts'],
  [/^docs\/ses\.md$/, /^await client/, 'test/api/doc-clients.test.ts'],
  // The tests send the request bodies in these blocks, and compare the responses and events with real ones.
  [/^docs\/(account-api|contacts|errors|landing-pages|webhooks)\.md$/, /^\{/, 'test/api/doc-bodies.test.ts'],
  [/^docs\/(forms|webhook-log)\.md$/, /^(GET|POST) /, 'test/api/doc-bodies.test.ts'],
  [/^docs\/email-templates\.md$/, /^<ul>/, 'test/api/templates.test.ts'],
  [/^docs\/automations\.md$/, /^PATCH \/campaign-settings/, 'test/api/automation-cap.test.ts'],
  [/^docs\/automations\.md$/, /^PATCH \/automations/, 'test/api/automation-checks.test.ts'],
  [/^docs\/automations\.md$/, /^PUT \S+draft/, 'test/api/automation-drafts.test.ts'],
  [/^docs\/automations\.md$/, /^(PUT \S+flow|POST )/, 'test/api/automation-flow.test.ts'],
  [/^docs\/campaigns\.md$/, /^\{/, 'test/api/campaign-safeguards-refusals.test.ts'],
  [/^docs\/oauth\.md$/, /^\{/, 'test/api/oauth.test.ts'],
  [/^docs\/delivery\.md$/, /^update outcome_missed/, 'test/flows/failing-listeners.test.ts'],
  // The first two commands run unchanged, except that the tests use fewer seeds. For the others, the tests call the
  // functions of the command with a shorter duration.
  [/^docs\/reliability\.md$/, /^node bin\/bootstrap\.cjs scripts\/database-restarts/, 'test/chaos/doc-scripts.test.ts'],
  [/^docs\/reliability\.md$/, /^npm test -- test\/sim/, 'test/chaos/doc-scripts.test.ts'],
  [/^docs\/reliability\.md$/, /^postrider chaos /, 'test/chaos/kill.test.ts'],
  [/^docs\/reliability\.md$/, /^node bin\/bootstrap\.cjs scripts\/power-cut/, 'test/chaos/power-cut.test.ts'],
  [/^docs\/reliability\.md$/, /^node bin\/bootstrap\.cjs scripts\/forward-reading/, 'test/api/forward-reading.test.ts'],
  [/^docs\/campaigns\.md$/, /^node bin\/bootstrap\.cjs scripts\/watch-campaign/, 'test/web/watched-campaign.test.ts'],
];

/** Code blocks that no test runs, each with the reason. */
const SHOWN: readonly Row[] = [
  [/^docs\/architecture\.md$/, /^bin\/ /, 'A tree of folders; test/tidy.test.ts looks for the features in it.'],
  [/^docs\/architecture\.md$/, /^app -> /, 'The order of the layers, to which npm run check holds the program.'],
  [/^docs\/domains\.md$/, /^\{\s+on_demand_tls/, 'For Caddy; test/api/tracking-hosts.test.ts asks what it would ask.'],
  [/^docs\/deploy\.md$/, /^npm install --global/, 'Would install into this machine; its files are in test/deploy.'],
  [/^docs\/deploy\.md$/, /^\{ for name/, 'Needs Docker; the secrets are made in test/deploy/documents.test.ts.'],
  [/^docs\/deploy\.md$/, /^kubectl /, 'Needs a cluster; files and names are in test/deploy/documents.test.ts.'],
  [/^docs\/deploy\.md$/, /^promtool /, 'Programs of others; test/deploy has rules of its own for the same files.'],
];

it('every code block in a document is run by a test or listed as not run', () => {
  const uses = new Map<Row, number>([...RUN, ...SHOWN].map((row) => [row, 0]));
  const unclear: string[] = [];
  for (const page of PAGES) {
    for (const { code } of docBlocks(page)) {
      const rows = [...uses.keys()].filter(([pages, begins]) => pages.test(page) && begins.test(code));
      for (const row of rows) uses.set(row, (uses.get(row) ?? 0) + 1);
      if (rows.length !== 1) unclear.push(`${page} has ${rows.length} rows for: ${code.split('\n')[0]}`);
    }
  }
  const how = 'Run the block in a test and give it a row here.';
  expect(unclear, how).toEqual([]);
  expect([...uses].filter(([, count]) => count === 0).map(([[page, begins]]) => `${page} ${begins}`)).toEqual([]);
  expect(RUN.map(([, , test]) => test).filter((test) => !existsSync(test))).toEqual([]);
});
