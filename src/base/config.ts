import { availableParallelism, homedir } from 'node:os';
import {
  parseDomain,
  parseEmailShape,
  parseKey,
  parseToken,
  parseRelay,
  parseResolvers,
  parseSourceAddresses,
  parseUrl,
} from './config-values.ts';
import { choice, domains, flag, number, optional, optionalNumber, ranges, text, type Setting } from './config-kinds.ts';
import { backupSettings } from './config-backups.ts';
import { campaignSettings } from './config-campaigns.ts';
import { faultOfMonitoring, monitoringSettings } from './config-monitoring.ts';
import { secretSettings } from './config-secrets.ts';
import type { LogLevel } from './log.ts';
import { parsePostgresUrl } from './postgres/address.ts';

/** How mail leaves: into the local inbox, through another server, or straight to the recipients' servers. */
export type DeliveryMode = 'inbox' | 'relay' | 'direct';

/** Which of the receivers' addresses mail goes to, in which order. */
export type IpFamily = 'ipv4-first' | 'ipv6-first' | 'ipv4-only' | 'ipv6-only';

/** Every setting of the program, its only home: `docs/configuration.md` is generated from it. */
export const settings = {
  port: number('PORT', 8025, [0, 65_535], 'Port of the HTTP listener; 0 takes any free one.'),
  host: text('HOST', '127.0.0.1', 'Address of the HTTP listener; `0.0.0.0` or `::` opens it to the network.'),
  baseUrl: optional(
    'POSTRIDER_BASE_URL',
    'Public base address, for example `https://mail.example.com`, also of the links in tracked mails; derived from `HOST` and `PORT` when absent.',
    parseUrl,
  ),
  trustedProxies: ranges(
    'POSTRIDER_TRUSTED_PROXIES',
    'Proxies in front of the HTTP listener: addresses and ranges separated by commas, for example `127.0.0.1,10.0.0.0/8`. Theirs alone is the word of `X-Forwarded-For` and `X-Forwarded-Proto`, by which limits count clients; one that is not named, also on this machine, counts as one client itself.',
  ),
  dataDir: optional(
    'POSTRIDER_DATA',
    'Directory for the embedded database and the generated secret. Default: `./data` in a clone when the database user may read it, else `/var/lib/postrider` (root) or `~/.local/share/postrider`.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    'External PostgreSQL 15 or newer; replaces the embedded server.',
    parsePostgresUrl,
    true,
  ),
  pgBin: optional(
    'POSTRIDER_PG_BIN',
    'Directory with `initdb`, `pg_ctl` and `postgres` to use instead of the bundled programs.',
  ),
  unsafeDurability: flag(
    'POSTRIDER_UNSAFE_DURABILITY',
    'Run although `fsync`, `synchronous_commit` or `full_page_writes` is off. Mail that was answered 202 can then be lost.',
  ),
  ...secretSettings,
  ownerEmail: text(
    'POSTRIDER_OWNER_EMAIL',
    'owner@postrider.localhost',
    'Address of the owner; read at the first start.',
    parseEmailShape,
  ),
  apiKey: optional(
    'POSTRIDER_API_KEY',
    'The first transactional API key, `pr_` and at least 32 random characters; made at the first start when absent.',
    parseKey,
    true,
  ),
  accessToken: optional(
    'POSTRIDER_ACCESS_TOKEN',
    "The owner's first personal access token for the account API, `pt_` and at least 32 random characters.",
    parseToken,
    true,
  ),
  sandboxDomain: text(
    'POSTRIDER_SANDBOX_DOMAIN',
    'sandbox.localhost',
    'Domain of the sandbox sender `onboarding@` and of the test addresses.',
    parseDomain,
  ),
  compatSandboxDomains: domains(
    'POSTRIDER_COMPAT_SANDBOX_DOMAINS',
    'resend.dev',
    'Domains, separated by commas, that stand for the sandbox domain in requests to `/transactional/compat`, so that sample code runs unchanged; `none` for no such domain.',
  ),
  delivery: choice<DeliveryMode>(
    'POSTRIDER_DELIVERY',
    ['inbox', 'relay', 'direct'],
    'inbox',
    'Where mail goes: the local inbox, a relay, or straight to the recipients’ servers.',
  ),
  relayUrl: optional(
    'POSTRIDER_RELAY_URL',
    'The relay: `smtp://user:password@host:587` (STARTTLS when offered, required with a password) or `smtps://host:465`.',
    parseRelay,
    true,
  ),
  relayConnections: number(
    'POSTRIDER_RELAY_CONNECTIONS',
    32,
    [1, 1_000],
    'Connections to the relay at most, shared out over the delivery processes of one host.',
  ),
  inboxPort: number(
    'POSTRIDER_INBOX_PORT',
    2525,
    [0, 65_535],
    'Port of the local inbox’s SMTP listener on loopback; 0 takes any free one.',
  ),
  hostname: text(
    'POSTRIDER_HOSTNAME',
    'localhost',
    'Name this server greets others with (EHLO) and that DNS records of sender domains lead to, which are not shown without it; in `direct` mode the name of its address in DNS.',
    parseDomain,
  ),
  sourceAddress: optional(
    'POSTRIDER_SOURCE_ADDRESS',
    'Address of this machine that mail is sent from in `direct` mode: one IPv4 address, one IPv6 address, or both separated by a comma; default: the system’s choice. With one of them mail uses that family alone.',
    parseSourceAddresses,
  ),
  ipFamily: choice<IpFamily>(
    'POSTRIDER_IP_FAMILY',
    ['ipv4-first', 'ipv6-first', 'ipv4-only', 'ipv6-only'],
    'ipv4-first',
    'Which addresses of the recipients’ servers mail goes to in `direct` mode; large receivers ask more of senders that come over IPv6.',
  ),
  warmUp: flag(
    'POSTRIDER_WARM_UP',
    'Whether an address that is new to receivers begins with little mail a day in `direct` mode, growing over about a month.',
    'on',
  ),
  bulkCeiling: number(
    'POSTRIDER_BULK_CEILING',
    100_000,
    [1, 100_000_000],
    'Contacts that one bulk action may change; one that matches more ends `failed`, with nothing applied.',
  ),
  returnPathDomain: optional(
    'POSTRIDER_RETURN_PATH_DOMAIN',
    'Domain that bounces come back to where a sender domain has no valid return-path record of its own; its MX record leads to this server.',
    parseDomain,
  ),
  inboundPort: optionalNumber(
    'POSTRIDER_INBOUND_PORT',
    [0, 65_535],
    'Port that takes bounces, complaints and unsubscriptions over SMTP; `postrider start` listens only when it is given, `postrider inbound` on 25 when it is not. 0 takes any free one.',
  ),
  inboundHost: text('POSTRIDER_INBOUND_HOST', '0.0.0.0', 'Address of that listener.'),
  tlsCert: optional(
    'POSTRIDER_TLS_CERT',
    'File with the certificate chain (PEM) for STARTTLS of that listener; needs `POSTRIDER_TLS_KEY`.',
  ),
  tlsKey: optional('POSTRIDER_TLS_KEY', 'File with the private key (PEM) of that certificate.'),
  workers: number('POSTRIDER_WORKERS', availableParallelism(), [1, 64], 'Delivery processes.', 'one a core'),
  resolver: optional(
    'POSTRIDER_RESOLVER',
    'DNS server as `address` or `address:port`, several separated by commas, for the names of receivers and relays; default: those of the system.',
    parseResolvers,
  ),
  dane: flag(
    'POSTRIDER_DANE',
    'Check the certificates of recipients’ servers by their TLSA records (DANE). Needs `POSTRIDER_RESOLVER` to be a resolver that validates DNSSEC, on loopback or reached over a network that nobody else can write to: its word that an answer is authenticated is believed.',
  ),
  dkimRotationDays: number(
    'POSTRIDER_DKIM_ROTATION_DAYS',
    0,
    [0, 3_650],
    'Days after which the DKIM key of a sender domain is followed by another one, whose record its owner is asked by mail to publish; 0 leaves it to `postrider domain rotate`.',
  ),
  dkimEd25519: flag(
    'POSTRIDER_DKIM_ED25519',
    'Give sender domains an Ed25519 key beside the RSA one; mails get a second signature (RFC 8463) once its record is found.',
  ),
  smtpPort: number(
    'POSTRIDER_SMTP_PORT',
    25,
    [1, 65_535],
    'Port of the recipients’ servers in `direct` mode; another than 25 is for tests.',
  ),
  allowPrivateMx: flag(
    'POSTRIDER_ALLOW_PRIVATE_MX',
    'Deliver to loopback and private addresses in `direct` mode; for tests and closed networks.',
  ),
  allowLoopbackWebhooks: flag(
    'POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS',
    'Development mode of webhooks: their URL may lead to this machine (127.0.0.0/8, ::1, localhost), also by plain http. Any account can then reach whatever listens there. Refused with `NODE_ENV=production`.',
  ),
  pauseBouncePercent: number(
    'POSTRIDER_PAUSE_BOUNCE_PERCENT',
    5,
    [0, 100, 'fraction'],
    'An account is paused for review when more of its mail bounced within seven days; 100 turns this off.',
  ),
  pauseComplaintPercent: number(
    'POSTRIDER_PAUSE_COMPLAINT_PERCENT',
    0.3,
    [0, 100, 'fraction'],
    'An account is paused for review when more of its delivered mail was complained about within seven days; 100 turns this off.',
  ),
  pauseMinimum: number(
    'POSTRIDER_PAUSE_MINIMUM',
    200,
    [1, 1_000_000_000],
    'Mails of an account, delivered or bounced within seven days, below which it is not paused automatically.',
  ),
  ...campaignSettings,
  ...backupSettings,
  retentionDays: number(
    'POSTRIDER_RETENTION_DAYS',
    30,
    [2, 3_650],
    'Days for which messages, their states, attempts and timelines are kept; then whole days are dropped.',
  ),
  deletionGraceDays: number(
    'POSTRIDER_DELETION_GRACE_DAYS',
    7,
    [0, 365],
    'Days for which a deleted account can be restored; then its data goes, once its mail is out.',
  ),
  logLevel: choice<LogLevel>(
    'POSTRIDER_LOG',
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
    'Least level that is logged.',
  ),
  ...monitoringSettings,
} as const;

type Values = {
  -readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never;
};

/** The parsed configuration, frozen; passed down, never read from the environment elsewhere. */
export type Config = Readonly<Values>;

/** Wrong configuration: one sentence a setting, each naming it and the remedy. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Parses the environment once. Throws ConfigError with every problem at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const given = env[setting.env]?.trim();
    try {
      values[name] = setting.parse(given === '' ? undefined : given);
    } catch (error) {
      problems.push(`${setting.env} ${(error as Error).message}`);
    }
  }
  // Each key was filled by the parser of its own setting.
  const config = values as Values;
  if (problems.length === 0) problems.push(...faultsTogether(config, env));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/** Settings that are right by themselves and wrong with others. */
function faultsTogether(config: Config, env: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  if (config.delivery === 'relay' && !config.relayUrl) {
    faults.push(
      'POSTRIDER_RELAY_URL is needed with POSTRIDER_DELIVERY=relay, for example smtp://user:password@host:587',
    );
  }
  if (config.dane && !config.resolver) {
    faults.push('POSTRIDER_RESOLVER is needed with POSTRIDER_DANE=1, for example 127.0.0.1 with unbound there');
  }
  if (config.allowLoopbackWebhooks && env['NODE_ENV'] === 'production') {
    faults.push('POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS is for development; leave it away with NODE_ENV=production');
  }
  faults.push(...faultOfMonitoring(config));
  return faults;
}

/** Home of data for an ordinary user (XDG base directory specification). */
export function userDataHome(env: Readonly<Record<string, string | undefined>>): string {
  return `${env['XDG_DATA_HOME'] ?? `${homedir()}/.local/share`}/postrider`;
}
