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

/** Target of outgoing email: the local inbox, an SMTP relay, or the receiving servers directly. */
export type DeliveryMode = 'inbox' | 'relay' | 'direct';

/** IP versions used to connect to receiving servers, and their order. */
export type IpFamily = 'ipv4-first' | 'ipv6-first' | 'ipv4-only' | 'ipv6-only';

/** All settings of Postrider. `docs/configuration.md` is generated from this table. */
export const settings = {
  port: number('PORT', 8025, [0, 65_535], 'Port of the HTTP listener. 0 picks a free port.'),
  host: text(
    'HOST',
    '127.0.0.1',
    'IP address of the HTTP listener. `0.0.0.0` or `::` makes the listener reachable from the network.',
  ),
  baseUrl: optional(
    'POSTRIDER_BASE_URL',
    'Public base URL, for example `https://mail.example.com`. Links in tracked emails also use this URL. If unset, the URL is derived from `HOST` and `PORT`.',
    parseUrl,
  ),
  trustedProxies: ranges(
    'POSTRIDER_TRUSTED_PROXIES',
    'IP addresses and ranges of the proxies in front of the HTTP listener, separated by commas, for example `127.0.0.1,10.0.0.0/8`. `X-Forwarded-For` and `X-Forwarded-Proto` are trusted only from these proxies. All requests through a proxy that is not listed, even a proxy on this machine, share the rate limit of one client.',
  ),
  dataDir: optional(
    'POSTRIDER_DATA',
    'Directory for the embedded database and the generated secret. Default: `./data` in a clone of the repository if the database user can access it, otherwise `/var/lib/postrider` (root) or `~/.local/share/postrider`.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    'URL of an external PostgreSQL server, version 15 or newer, to use instead of the embedded server.',
    parsePostgresUrl,
    true,
  ),
  pgBin: optional(
    'POSTRIDER_PG_BIN',
    'Directory that contains the `initdb`, `pg_ctl`, and `postgres` programs to use instead of the bundled ones.',
  ),
  unsafeDurability: flag(
    'POSTRIDER_UNSAFE_DURABILITY',
    'Whether Postrider starts even if `fsync`, `synchronous_commit`, or `full_page_writes` is off in PostgreSQL. If one of these settings is off, a crash can lose messages that were accepted with 202.',
  ),
  ...secretSettings,
  ownerEmail: text(
    'POSTRIDER_OWNER_EMAIL',
    'owner@postrider.localhost',
    'Email address of the owner. Postrider reads this setting only when it starts for the first time.',
    parseEmailShape,
  ),
  apiKey: optional(
    'POSTRIDER_API_KEY',
    'The first transactional API key: `pr_` followed by at least 32 random characters. If unset, the key is generated when Postrider starts for the first time.',
    parseKey,
    true,
  ),
  accessToken: optional(
    'POSTRIDER_ACCESS_TOKEN',
    "The owner's first personal access token for the account API: `pt_` followed by at least 32 random characters.",
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
    'Comma-separated list of domains that Postrider treats as the sandbox domain in requests to `/transactional/compat`, so that sample code runs unchanged. `none` means no domains.',
  ),
  delivery: choice<DeliveryMode>(
    'POSTRIDER_DELIVERY',
    ['inbox', 'relay', 'direct'],
    'inbox',
    'Default delivery route: the local inbox, a relay, or direct delivery to the recipients’ servers.',
  ),
  relayUrl: optional(
    'POSTRIDER_RELAY_URL',
    'URL of the relay: `smtp://user:password@host:587` or `smtps://host:465`. With `smtp:`, STARTTLS is used if the relay offers it, and is required if the URL has a password.',
    parseRelay,
    true,
  ),
  relayConnections: number(
    'POSTRIDER_RELAY_CONNECTIONS',
    32,
    [1, 1_000],
    'Maximum number of connections to the relay, shared by all delivery processes on a host.',
  ),
  inboxPort: number(
    'POSTRIDER_INBOX_PORT',
    2525,
    [0, 65_535],
    'Port of the local inbox’s SMTP listener on loopback. 0 picks a free port.',
  ),
  hostname: text(
    'POSTRIDER_HOSTNAME',
    'localhost',
    'Host name that this server sends in EHLO and that DNS records of sender domains point to. If unset, Postrider does not show the DNS records that point to the host name. In `direct` mode, the host name must be the reverse DNS name (PTR record) of the server’s IP address and resolve back to that address.',
    parseDomain,
  ),
  sourceAddress: optional(
    'POSTRIDER_SOURCE_ADDRESS',
    'Local IP address to send from in `direct` mode: one IPv4 address, one IPv6 address, or both separated by a comma. Default: the system chooses the address. If you set only one address, Postrider connects only over IPv4 or only over IPv6, depending on the address.',
    parseSourceAddresses,
  ),
  ipFamily: choice<IpFamily>(
    'POSTRIDER_IP_FAMILY',
    ['ipv4-first', 'ipv6-first', 'ipv4-only', 'ipv6-only'],
    'ipv4-first',
    'Preferred address family for connections to the recipients’ servers in `direct` mode. Large mailbox providers apply stricter rules to email over IPv6.',
  ),
  warmUp: flag(
    'POSTRIDER_WARM_UP',
    'Whether new sending IP addresses are warmed up in `direct` mode. During warm-up, the daily volume starts low and grows over about a month.',
    'on',
  ),
  bulkCeiling: number(
    'POSTRIDER_BULK_CEILING',
    100_000,
    [1, 100_000_000],
    'Maximum number of contacts that a bulk action can change. An action that matches more contacts fails and changes nothing.',
  ),
  returnPathDomain: optional(
    'POSTRIDER_RETURN_PATH_DOMAIN',
    'Domain that receives bounces for sender domains that do not have a valid return-path record. The domain’s MX record must point to this server.',
    parseDomain,
  ),
  inboundPort: optionalNumber(
    'POSTRIDER_INBOUND_PORT',
    [0, 65_535],
    'SMTP port for bounces, complaints, and unsubscribe requests. If unset, `postrider start` does not receive email, and `postrider inbound` listens on port 25. 0 picks a free port.',
  ),
  inboundHost: text('POSTRIDER_INBOUND_HOST', '0.0.0.0', 'IP address of the inbound SMTP listener.'),
  tlsCert: optional(
    'POSTRIDER_TLS_CERT',
    'File with the certificate chain (PEM) for STARTTLS on the inbound SMTP listener. Requires `POSTRIDER_TLS_KEY`.',
  ),
  tlsKey: optional('POSTRIDER_TLS_KEY', 'File with the private key (PEM) of the certificate in `POSTRIDER_TLS_CERT`.'),
  workers: number(
    'POSTRIDER_WORKERS',
    availableParallelism(),
    [1, 64],
    'Number of delivery processes.',
    'one per core',
  ),
  resolver: optional(
    'POSTRIDER_RESOLVER',
    'DNS servers for looking up receiving servers and relays, as `address` or `address:port`, separated by commas. Default: the system’s DNS servers.',
    parseResolvers,
  ),
  dane: flag(
    'POSTRIDER_DANE',
    'Whether to verify the certificates of recipients’ servers with their TLSA records (DANE). Requires a `POSTRIDER_RESOLVER` that validates DNSSEC. The resolver must be on loopback or a trusted network, because Postrider trusts the resolver’s authenticated-data (AD) flag.',
  ),
  dkimRotationDays: number(
    'POSTRIDER_DKIM_ROTATION_DAYS',
    0,
    [0, 3_650],
    'Number of days after which a new DKIM key is created for a sender domain. Postrider sends the domain’s owner an email with the new record. If 0, keys are rotated only by `postrider domain rotate`.',
  ),
  dkimEd25519: flag(
    'POSTRIDER_DKIM_ED25519',
    'Whether sender domains get an Ed25519 key in addition to the RSA key. Emails get a second signature (RFC 8463) once the key’s DNS record is found.',
  ),
  smtpPort: number(
    'POSTRIDER_SMTP_PORT',
    25,
    [1, 65_535],
    'Port of the recipients’ servers in `direct` mode. Values other than 25 are for tests.',
  ),
  allowPrivateMx: flag(
    'POSTRIDER_ALLOW_PRIVATE_MX',
    'Whether to deliver to loopback and private IP addresses in `direct` mode, for tests and closed networks.',
  ),
  allowLoopbackWebhooks: flag(
    'POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS',
    'Whether webhook URLs can point to this machine (`127.0.0.0/8`, `::1`, `localhost`), even over plain HTTP, for development. If on, any account can reach services on this machine. Not allowed with `NODE_ENV=production`.',
  ),
  pauseBouncePercent: number(
    'POSTRIDER_PAUSE_BOUNCE_PERCENT',
    5,
    [0, 100, 'fraction'],
    'Maximum bounce rate of an account over seven days, as a percentage. If the rate is higher, the account is paused for review. 100 disables this check.',
  ),
  pauseComplaintPercent: number(
    'POSTRIDER_PAUSE_COMPLAINT_PERCENT',
    0.3,
    [0, 100, 'fraction'],
    'Maximum complaint rate of an account over seven days, as a percentage of delivered emails. If the rate is higher, the account is paused for review. 100 disables this check.',
  ),
  pauseMinimum: number(
    'POSTRIDER_PAUSE_MINIMUM',
    200,
    [1, 1_000_000_000],
    'Minimum number of emails delivered or bounced within seven days before an account can be paused automatically.',
  ),
  ...campaignSettings,
  ...backupSettings,
  retentionDays: number(
    'POSTRIDER_RETENTION_DAYS',
    30,
    [2, 3_650],
    'Number of days for which messages and their statuses, attempts, and timelines are kept. Older data is deleted one day at a time.',
  ),
  deletionGraceDays: number(
    'POSTRIDER_DELETION_GRACE_DAYS',
    7,
    [0, 365],
    'Number of days for which a deleted account can be restored. After this period, the account’s data is deleted as soon as its queued emails are sent.',
  ),
  logLevel: choice<LogLevel>(
    'POSTRIDER_LOG',
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
    'Minimum log level.',
  ),
  ...monitoringSettings,
} as const;

type Values = {
  -readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never;
};

/** The parsed configuration, frozen. */
export type Config = Readonly<Values>;

/** Invalid configuration. Each problem is a message that names the setting and the fix. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Parses the environment. Throws a ConfigError that lists the problems. */
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
  // Safe cast: each setting's parser returned the value for its key.
  const config = values as Values;
  if (problems.length === 0) problems.push(...faultsTogether(config, env));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/** Returns an error message for each combination of settings that is not allowed. */
function faultsTogether(config: Config, env: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  if (config.delivery === 'relay' && !config.relayUrl) {
    faults.push(
      'POSTRIDER_RELAY_URL is required when POSTRIDER_DELIVERY=relay. Set the variable to a URL such as smtp://user:password@host:587',
    );
  }
  if (config.dane && !config.resolver) {
    faults.push(
      'POSTRIDER_RESOLVER is required with POSTRIDER_DANE=1, for example 127.0.0.1 if Unbound runs on this machine',
    );
  }
  if (config.allowLoopbackWebhooks && env['NODE_ENV'] === 'production') {
    faults.push('POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS is for development and must not be set with NODE_ENV=production');
  }
  faults.push(...faultOfMonitoring(config));
  return faults;
}

/** Returns the data directory for a user other than root (XDG Base Directory Specification). */
export function userDataHome(env: Readonly<Record<string, string | undefined>>): string {
  return `${env['XDG_DATA_HOME'] ?? `${homedir()}/.local/share`}/postrider`;
}
