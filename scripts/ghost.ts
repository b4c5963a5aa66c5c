/**
 * Installs a real Ghost instance outside this tree, connects it to a new server, and sends two newsletters to 2,500
 * members. Then checks Ghost's counts and the delivered messages. Run with `node bin/bootstrap.cjs scripts/ghost.ts`.
 * GHOST_HOME sets the installation directory.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installGhost, say } from './ghost/install.ts';
import { GONE, startServer } from './ghost/server.ts';
import { startSite, type Site } from './ghost/site.ts';

const MEMBERS = 2_500;
const OPENERS = 100;
const MEMBERS_AT_ONCE = 8;
/**
 * Time, in milliseconds, for two rounds of Ghost's analytics, plus a margin. A round starts every five minutes and
 * excludes the latest events.
 */
const COUNTED_MS = 15 * 60_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const home = process.env['GHOST_HOME'] ?? join(tmpdir(), 'postrider-ghost-site');
const faults: string[] = [];

const ghost = await installGhost(home);
const server = await startServer();
try {
  const site = await startSite(ghost, home, server.mailgun);
  try {
    await tryOut(site);
  } finally {
    await site.stop();
  }
} finally {
  await server.stop();
}
say(faults.length === 0 ? 'all checks passed' : `${faults.length} errors:\n${faults.join('\n')}`);
// Exit explicitly, because keep-alive connections would keep the process running for minutes.
process.exit(faults.length === 0 ? 0 : 1);

async function tryOut(site: Site): Promise<void> {
  const emails = [GONE, ...Array.from({ length: MEMBERS - 1 }, (_, no) => `reader${no}@readers.test`)];
  await addMembers(site, emails);
  const first = await publish(site, 'First');
  await eventually('mail for all but one', () => Promise.resolve(server.sink.messages.length >= MEMBERS - 1), 300_000);
  await eventually('the bounce', async () => (await server.suppressed()).includes(GONE), 60_000);
  const second = await publish(site, 'Second');
  await eventually(
    'the second emails',
    () => Promise.resolve(server.sink.messages.length >= 2 * (MEMBERS - 1)),
    300_000,
  );
  // Wait, because opens within two seconds of delivery are classified as automatic.
  await sleep(3_000);
  await openEmails(OPENERS);
  say('waiting for a round of analytics');
  await eventually(
    'counts',
    async () => isCounted(await emailOf(site, first), await emailOf(site, second)),
    COUNTED_MS,
  ).catch(() => {});
  compare('first newsletter', await emailOf(site, first), { opened_count: OPENERS });
  compare('second newsletter', await emailOf(site, second), { opened_count: 0 });
  await suppressAndEnable(site);
  const perMember = new Map<string, number>();
  for (const { to } of server.sink.messages)
    for (const address of to) perMember.set(address, (perMember.get(address) ?? 0) + 1);
  check(
    'members with one mail of each newsletter',
    [...perMember.values()].filter((count) => count === 2).length,
    MEMBERS - 1,
  );
}

async function addMembers(site: Site, emails: readonly string[]): Promise<void> {
  const { newsletters } = await site.call('GET', 'newsletters/');
  const waiting = [...emails];
  const work = async (): Promise<void> => {
    for (let email = waiting.pop(); email !== undefined; email = waiting.pop()) {
      await site.call('POST', 'members/', {
        members: [{ email, name: `Reader & ${email}`, newsletters: [{ id: newsletters[0].id }] }],
      });
    }
  };
  say(`adding ${emails.length} members`);
  await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, work));
}

/**
 * Publishes a post as a newsletter to all members. Resolves with the post's ID when Ghost has submitted all batches.
 */
async function publish(site: Site, title: string): Promise<string> {
  const { newsletters } = await site.call('GET', 'newsletters/');
  const made = await site.call('POST', 'posts/?source=html', {
    posts: [{ title, html: `<p>Hello, <a href="https://example.com/${title}">read on</a>.</p>`, status: 'draft' }],
  });
  const [post] = made.posts;
  say(`sending the newsletter ${title}`);
  await site.call('PUT', `posts/${post.id}/?newsletter=${newsletters[0].slug}&email_segment=all`, {
    posts: [{ status: 'published', updated_at: post.updated_at }],
  });
  await eventually(
    'all batches',
    async () => {
      const { error, status } = await emailOf(site, post.id);
      if (status === 'failed') throw new Error(`Ghost could not send: ${error}`);
      return status === 'submitted';
    },
    300_000,
  );
  return post.id;
}

async function emailOf(site: Site, postId: string) {
  const { posts } = await site.call('GET', `posts/${postId}/?include=email`);
  return posts[0].email ?? {};
}

type Counted = Readonly<Record<string, unknown>>;

function isCounted(first: Counted, second: Counted): boolean {
  const isWhole = (email: Counted): boolean => email['delivered_count'] === MEMBERS - 1 && email['failed_count'] === 1;
  return isWhole(first) && isWhole(second) && first['opened_count'] === OPENERS;
}

function compare(name: string, email: Counted, more: Counted): void {
  const wanted = { email_count: MEMBERS, delivered_count: MEMBERS - 1, failed_count: 1, ...more };
  for (const [count, value] of Object.entries(wanted)) check(`${name}, ${count}`, email[count], value);
}

/** Requests the tracking pixel in the first messages of some members, as the members' email clients would. */
async function openEmails(count: number): Promise<void> {
  const texts = server.sink.messages
    .slice(0, count)
    .map(({ data }) => data.toString().replaceAll('=\r\n', '').replaceAll('=3D', '='));
  for (const text of texts) {
    const [, path = ''] = /src="[^"]*(\/t\/l\/0\/[\w-]+)"/.exec(text) ?? [];
    const answer = await fetch(`${server.url}${path}`, { headers: { 'user-agent': BROWSER } });
    if (answer.status !== 200) faults.push(`a picture was answered with ${answer.status}`);
  }
}

/**
 * Checks that Ghost suppresses the member whose email bounced, and that enabling the member's email again removes the
 * address from our suppression list.
 */
async function suppressAndEnable(site: Site): Promise<void> {
  const member = async () =>
    (await site.call('GET', `members/?filter=${encodeURIComponent(`email:'${GONE}'`)}`)).members[0];
  check('the member who bounced is suppressed in Ghost', (await member()).email_suppression?.suppressed, true);
  check('the list here', (await server.suppressed()).join(), GONE);
  await site.call('DELETE', `members/${(await member()).id}/suppression/`);
  check('the member is suppressed after they were enabled', (await member()).email_suppression?.suppressed, false);
  check('the list here then', (await server.suppressed()).join(), '');
}

function check(name: string, found: unknown, wanted: unknown): void {
  const isRight = found === wanted;
  say(`${isRight ? 'ok ' : 'NOT'} ${name}: ${String(found)}${isRight ? '' : `, not ${String(wanted)}`}`);
  if (!isRight) faults.push(`${name}: ${String(found)}, not ${String(wanted)}`);
}

async function eventually(what: string, look: () => Promise<boolean>, withinMs: number): Promise<void> {
  for (const endMs = Date.now() + withinMs; Date.now() < endMs; await sleep(1_000)) if (await look()) return;
  throw new Error(`Timed out: ${what}`);
}
