import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Version of Ghost whose classes are tested. Ghost's code is not part of this repository. */
export const GHOST_VERSION = '6.65.0';

const run = promisify(execFile);
const SERVICES = 'package/core/server/services';
const FILES = [
  'lib/mailgun-client.js',
  'lib/mailgun-recipient-message-id.js',
  'email-service/mailgun-email-provider.js',
  'email-analytics/fetch-mailgun-events.js',
];
/** Packages that these files import, in the versions from Ghost's package.json. */
const NEEDED = [
  '@tryghost/debug',
  '@tryghost/errors',
  '@tryghost/logging',
  '@tryghost/metrics',
  'form-data',
  'handlebars',
  'lodash',
  'mailgun.js',
];

/** An event as converted by Ghost's code. */
export interface GhostEvent {
  readonly id: string;
  readonly type: string;
  readonly severity?: string;
  readonly recipientEmail: string;
  readonly emailId?: string;
  readonly providerId: string;
  readonly timestamp: Date;
  readonly error: { readonly code: number; readonly message: string; readonly enhancedCode: string | null } | null;
}

/** Ghost's settings, with the interface that its classes use. */
interface Config {
  get(name: string): unknown;
}

type Classes = {
  readonly MailgunClient: new (parts: { config: Config; settings: Config }) => {
    removeBounce(email: string): Promise<boolean>;
    removeComplaint(email: string): Promise<boolean>;
    removeUnsubscribe(email: string): Promise<boolean>;
  };
  readonly MailgunEmailProvider: new (parts: { config: Config; mailgunClient: unknown }) => {
    send(data: object, options: object): Promise<{ readonly id: string | null }>;
  };
  readonly fetchMailgunEvents: (query: object) => Promise<unknown>;
};

/**
 * Loads the classes that Ghost uses to send newsletters. The npm package of Ghost is downloaded once and stored outside
 * this repository. Resolves with undefined if the registry is not available.
 */
export async function ghostClasses(): Promise<Classes | undefined> {
  const home = join(tmpdir(), `postrider-ghost-${GHOST_VERSION}-${userInfo().uid}`);
  if (!existsSync(home)) {
    // Treat every error as an unavailable registry, because the registry can fail in many ways.
    const isThere = await install(home).catch((error: unknown) => {
      process.stdout.write(`Ghost cannot be fetched: ${String(error)}\n`);
      return false;
    });
    if (!isThere) return undefined;
  }
  const load = createRequire(join(home, SERVICES, 'index.js'));
  // Turn off the log of Ghost's classes.
  const logging = load('@tryghost/logging') as Record<string, unknown>;
  for (const level of ['info', 'warn', 'error']) logging[level] = () => {};
  return {
    MailgunClient: load('./lib/mailgun-client.js'),
    MailgunEmailProvider: load('./email-service/mailgun-email-provider.js'),
    fetchMailgunEvents: (load('./email-analytics/fetch-mailgun-events.js') as Classes).fetchMailgunEvents,
  };
}

/**
 * Installs into a temporary directory and renames it afterwards, so that tests that run at the same time never use an
 * incomplete installation.
 */
async function install(home: string): Promise<boolean> {
  const work = await mkdtemp(`${home}-`);
  try {
    await run('npm', ['pack', `ghost@${GHOST_VERSION}`, '--silent'], { cwd: work, timeout: 300_000 });
    const wanted = [...FILES.map((file) => `${SERVICES}/${file}`), 'package/package.json'];
    await run('tar', ['xzf', `ghost-${GHOST_VERSION}.tgz`, ...wanted], { cwd: work });
    const manifest = JSON.parse(await readFile(join(work, 'package/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const dependencies = Object.fromEntries(NEEDED.map((name) => [name, manifest.dependencies[name] ?? '*']));
    await writeFile(join(work, 'package.json'), JSON.stringify({ private: true, dependencies }));
    await rm(join(work, `ghost-${GHOST_VERSION}.tgz`));
    await rm(join(work, 'package/package.json'));
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
      cwd: work,
      timeout: 300_000,
    });
    await mkdir(join(home, '..'), { recursive: true });
    await rename(work, home).catch((error: unknown) => {
      // Another process has installed it in the meantime.
      if (!existsSync(home)) throw error;
    });
    return true;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Creates a Ghost site that sends through this server. */
export function ghostSite(classes: Classes, { domain, key, url }: { domain: string; key: string; url: string }) {
  const mailgun = { apiKey: key, baseUrl: `${url}/v3`, domain };
  const settings: Readonly<Record<string, unknown>> = { bulkEmail: { batchSize: 1_000, mailgun } };
  const config: Config = { get: (name) => settings[name] };
  const none: Config = { get: () => undefined };
  const client = new classes.MailgunClient({ config, settings: none });
  const provider = new classes.MailgunEmailProvider({ config, mailgunClient: client });
  return {
    client,
    /** Sends a batch of a newsletter, with the arguments that Ghost's renderer passes to the email provider. */
    send(emailId: string, emails: readonly string[], changes: object = {}) {
      return provider.send({ ...newsletter(domain, emails), emailId, ...changes }, TRACKED);
    },
    /** Fetches events from the given time on, as Ghost's analytics job does. */
    async events(begin: Date, names: readonly string[]): Promise<GhostEvent[]> {
      const found: GhostEvent[] = [];
      const batchHandler = (events: GhostEvent[]): Promise<void> => {
        found.push(...events);
        return Promise.resolve();
      };
      const query = {
        config,
        settings: none,
        tags: ['bulk-email'],
        begin,
        end: new Date(),
        events: names,
        batchHandler,
      };
      await classes.fetchMailgunEvents(query);
      return found;
    },
  };
}

const TRACKED = { openTrackingEnabled: true, clickTrackingEnabled: true };

function newsletter(domain: string, emails: readonly string[]) {
  return {
    subject: 'Weekly news',
    html: '<p>Hey %%{first_name}%%, <a href="https://site.test/r/abc?m=%%{uuid}%%">read</a> <a href="%%{unsubscribe_url}%%">bye</a></p>',
    plaintext: 'Hey %%{first_name}%%, read https://site.test/r/abc?m=%%{uuid}%%',
    from: `"Site" <noreply@${domain}>`,
    replyTo: `noreply@${domain}`,
    replacementDefinitions: ['first_name', 'uuid', 'unsubscribe_url', 'list_unsubscribe'].map((id) => ({
      id,
      token: new RegExp(`%%\\{${id}\\}%%`, 'g'),
      trusted: id !== 'first_name',
    })),
    recipients: emails.map((email, index) => ({
      email,
      replacements: [
        { id: 'first_name', token: /x/, value: `Member & ${index}` },
        { id: 'uuid', token: /x/, value: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` },
        { id: 'unsubscribe_url', token: /x/, value: `https://site.test/unsubscribe/?uuid=${index}&key=abc` },
        { id: 'list_unsubscribe', token: /x/, value: `https://site.test/unsubscribe/?uuid=${index}&key=abc` },
      ],
    })),
  };
}
