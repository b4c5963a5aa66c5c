import { readFileSync } from 'node:fs';
import { listAccounts } from '../../features/tenants/accounts/index.ts';
import { MAIL_CLASSES, type MailClass } from '../../features/sending/delivery/index.ts';
import {
  addRelay,
  addRule,
  addSource,
  createRouteDirectory,
  MAX_RELAY_CONNECTIONS,
  openRelay,
  presentRoute,
  readRoutes,
  removeRelay,
  removeRule,
  removeSource,
  type Rule,
  type StoredRelay,
  type DeliveryRoute,
} from '../../features/sending/routes/index.ts';
import { domainOf, isFault, parseAddress } from '../../mail/address.ts';
import { requireOwnSecret, type Installation } from '../installation.ts';
import { print, printTable } from './output.ts';
import { CommandFailure, parseArguments, UsageError, wholeNumber, word, type Arguments } from './parse.ts';
import { requireAccount } from './whose.ts';

export const routeUsage = `postrider route list
postrider route add-relay NAME URL|- [--connections N]
postrider route add-source NAME --ehlo HOST --pool POOL [--ipv4 ADDRESS] [--ipv6 ADDRESS]
postrider route add-rule --routes ROUTES [--account EMAIL] [--sender DOMAIN] [--recipient DOMAIN] [--class CLASS]
postrider route remove relay|source|rule NAME
postrider route test ACCOUNT RECIPIENT [--class CLASS] [--sender DOMAIN]

ROUTES is a comma-separated list of inbox, direct, direct:POOL, or relay:NAME, tried in order, for example "direct:marketing, relay:ses".
DOMAIN is a domain, or *.example.com for all its subdomains. CLASS is one of ${MAIL_CLASSES.join(', ')}.
URL is smtp://user:password@host:587 or smtps://... Use - to read the URL from standard input, so that other users cannot see the password.`;

const OPTIONS = ['connections', 'ehlo', 'pool', 'ipv4', 'ipv6', 'routes', 'account', 'sender', 'recipient', 'class'];
const DEFAULT_CONNECTIONS = 32;
const STANDARD_INPUT = 0;
const SOON = 'The change takes effect within two seconds.';

type Action = (installation: Installation, parsed: Arguments) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list,
  async 'add-relay'(installation, parsed) {
    await requireOwnSecret(installation);
    const { db, vault } = installation;
    const name = word(parsed, 1, 'NAME');
    const given = word(parsed, 2, 'URL');
    const url = given === '-' ? readFileSync(STANDARD_INPUT, 'utf8').trim() : given;
    const maxConnections = wholeNumber(parsed, 'connections', DEFAULT_CONNECTIONS, [1, MAX_RELAY_CONNECTIONS]);
    const { host, port } = await addRelay(db, vault, { name, url, maxConnections });
    print(`Saved relay ${name} at ${host}:${port}. ${SOON}`);
  },
  async 'add-source'({ db }, parsed) {
    const source = await addSource(db, {
      name: word(parsed, 1, 'NAME'),
      pool: parsed.required('pool'),
      ehloName: parsed.required('ehlo'),
      ipv4: parsed.option('ipv4'),
      ipv6: parsed.option('ipv6'),
    });
    print(`Saved source ${source.name} in pool ${source.pool}. ${SOON}`);
  },
  async 'add-rule'({ db }, parsed) {
    const email = parsed.option('account');
    const id = await addRule(
      db,
      {
        accountId: email === undefined ? undefined : (await requireAccount(db, email)).id,
        senderDomain: parsed.option('sender'),
        recipientDomain: parsed.option('recipient'),
        class: classOption(parsed),
      },
      parsed.required('routes'),
    );
    print(`Saved rule ${id}. ${SOON}`);
  },
  remove,
  test,
};

/** Runs `postrider route ...`, which manages sources, relays and the rules that select a message's route. */
export async function routeCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, OPTIONS);
  const name = parsed.words[0] ?? '';
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw new UsageError(`expected one of ${Object.keys(ACTIONS).join(', ')}`);
  await action(installation, parsed);
}

async function list(installation: Installation): Promise<void> {
  const { config, db } = installation;
  const { relays, rules, sources } = await readRoutes(db);
  const emails = new Map((await listAccounts(db)).map(({ id, email }) => [id, email]));
  print(`Emails that match no rule use the route set by POSTRIDER_DELIVERY: ${config.delivery}.\n`);
  printTable(
    ['SOURCE', 'POOL', 'IPV4', 'IPV6', 'EHLO'],
    sources.map(({ name, pool, ipv4, ipv6, ehloName }) => [name, pool, ipv4 ?? '-', ipv6 ?? '-', ehloName]),
  );
  print();
  printTable(
    ['RELAY', 'SERVER', 'TLS', 'USER', 'CONNECTIONS'],
    relays.map((relay) => {
      const [server, tls, user] = shownServer(installation, relay);
      return [relay.name, server, tls, user, String(relay.maxConnections)];
    }),
  );
  print();
  printTable(
    ['RULE', 'ACCOUNT', 'SENDER', 'RECIPIENT', 'CLASS', 'ROUTES'],
    rules.map((rule) => [
      String(rule.id),
      rule.accountId === undefined ? '-' : (emails.get(rule.accountId) ?? `account ${rule.accountId}`),
      rule.senderDomain ?? '-',
      rule.recipientDomain ?? '-',
      rule.class ?? '-',
      rule.routes.map(presentRoute).join(', '),
    ]),
  );
}

function shownServer({ vault }: Installation, stored: StoredRelay): [server: string, tls: string, user: string] {
  try {
    const { host, port, tls, login } = openRelay(vault, stored);
    return [`${host}:${port}`, tls, login?.user ?? '-'];
  } catch {
    // List a relay whose URL cannot be decrypted, so that the operator sees that it must be added again.
    return ['encrypted with another master secret: add it again', '-', '-'];
  }
}

async function remove({ db }: Installation, parsed: Arguments): Promise<void> {
  const kind = word(parsed, 1, 'relay, source, or rule');
  const name = word(parsed, 2, 'NAME');
  const found = await removed(db, kind, name);
  if (!found) throw new CommandFailure(`unknown ${kind} ${name}; see: postrider route list`);
  print(`Removed ${kind} ${name}. ${SOON}`);
}

async function removed(db: Installation['db'], kind: string, name: string): Promise<boolean> {
  switch (kind) {
    case 'relay':
      return removeRelay(db, name);
    case 'source':
      return removeSource(db, name);
    case 'rule': {
      const id = Number(name);
      return Number.isSafeInteger(id) && removeRule(db, id);
    }
    default:
      throw new UsageError(`expected relay, source, or rule, not "${kind}"`);
  }
}

async function test(installation: Installation, parsed: Arguments): Promise<void> {
  const account = await requireAccount(installation.db, word(parsed, 1, 'ACCOUNT'));
  const recipient = parseAddress(word(parsed, 2, 'RECIPIENT'));
  if (isFault(recipient)) throw new UsageError(`RECIPIENT ${recipient.fault}`);
  const { rule, routes, missing } = await createRouteDirectory(installation).decide({
    accountId: account.id,
    class: classOption(parsed) ?? 'transactional',
    recipientDomain: domainOf(recipient),
    senderDomain() {
      const domain = parsed.option('sender');
      if (!domain) throw new UsageError('a rule depends on the sender domain: add --sender DOMAIN');
      return Promise.resolve(domain);
    },
  });
  print(
    rule
      ? `Rule ${rule.id} applies to ${shownMatch(rule)}.`
      : 'No rule matches. The route set by POSTRIDER_DELIVERY applies.',
  );
  for (const route of missing) print(`Skipped: ${presentRoute(route)}, which is not defined.`);
  for (const [place, route] of routes.entries()) print(`${place + 1}. ${shownRoute(route)}`);
}

function shownMatch(rule: Rule): string {
  const conditions = [
    rule.accountId === undefined ? '' : 'this account',
    rule.senderDomain === undefined ? '' : `sender ${rule.senderDomain}`,
    rule.recipientDomain === undefined ? '' : `recipient ${rule.recipientDomain}`,
    rule.class === undefined ? '' : `class ${rule.class}`,
  ].filter((condition) => condition !== '');
  return conditions.length > 0 ? conditions.join(' and ') : 'all emails';
}

function shownRoute(route: DeliveryRoute): string {
  switch (route.kind) {
    case 'inbox':
      return 'inbox';
    case 'relay':
      return `${route.name} at ${route.relay.host}:${route.relay.port}`;
    case 'direct': {
      const { ehloName, family, ipv4, ipv6, name } = route.source;
      const addresses = [ipv4, ipv6].filter((address) => address !== undefined).join(' and ');
      return `${route.name} from source ${name} (${ehloName}, ${addresses || "the system's address"}, ${family})`;
    }
  }
}

function classOption(parsed: Arguments): MailClass | undefined {
  const given = parsed.option('class');
  if (given === undefined) return undefined;
  const found = MAIL_CLASSES.find((known) => known === given);
  if (!found) throw new UsageError(`--class must be ${MAIL_CLASSES.join(', ')}, not "${given}"`);
  return found;
}
