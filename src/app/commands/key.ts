import {
  createKey,
  createSigningKey,
  listKeys,
  revokeKey,
  SCOPES,
  type NewKey,
} from '../../features/tenants/access/index.ts';
import { recordCommand, type Account } from '../../features/tenants/accounts/index.ts';
import { setKeyRate } from '../../features/tenants/usage/index.ts';
import type { Installation } from '../installation.ts';
import { print, printTable, shownTime } from './output.ts';
import { CommandFailure, limitOption, parseArguments, UsageError, word, type Arguments } from './parse.ts';
import { accountOf } from './whose.ts';

export const keyUsage = `postrider key list [--account EMAIL]
postrider key create [--account EMAIL] [--name NAME] [--scopes send,read,manage,account] [--domain DOMAIN] [--signing]
postrider key create --for ghost --domain DOMAIN [--account EMAIL] [--name NAME]
postrider key revoke ID [--account EMAIL]
postrider key rate ID [--per-second N|plan] [--per-minute N|plan] [--account EMAIL]`;

const MAX_RATE = 1_000_000;
const SCOPE_WORDS: Readonly<Record<string, string>> = {
  send: SCOPES.send,
  read: SCOPES.read,
  manage: SCOPES.manage,
  account: SCOPES.account,
};

/** Runs `postrider key ...`, which manages API keys. */
export async function keyCommand({ db, vault }: Installation, args: readonly string[]): Promise<void> {
  const options = ['account', 'name', 'scopes', 'domain', 'for', 'per-second', 'per-minute'];
  const parsed = parseArguments(args, options, ['signing']);
  const account = await accountOf(db, parsed.option('account'));
  switch (parsed.words[0]) {
    case 'list': {
      const keys = await listKeys(db, account.id);
      printTable(
        ['ID', 'KEY', 'NAME', 'SCOPES', 'DOMAIN', 'CREATED', 'REVOKED'],
        keys.map((key) => [
          String(key.id),
          `${key.prefix}...${key.last4}`,
          key.name,
          key.scopes.join(','),
          key.domain ?? '-',
          shownTime(key.createdAt),
          shownTime(key.revokedAt),
        ]),
      );
      return;
    }
    case 'create':
      return create({ db, vault }, account, parsed);
    case 'revoke': {
      const id = Number(word(parsed, 1, 'ID'));
      await db.transaction(async (tx) => {
        if (!Number.isSafeInteger(id) || !(await revokeKey(tx, account.id, id))) {
          throw new CommandFailure(`${account.email} has no key with this ID; see: postrider key list`);
        }
        await recordCommand(tx, account.id, { action: 'key.revoke', subject: `Key ${id}` });
      });
      return print(`Key ${id} was revoked. All processes reject the key within a second.`);
    }
    case 'rate':
      return setRate(db, account, parsed);
    default:
      throw new UsageError('expected list, create, revoke, or rate');
  }
}

async function create(
  { db, vault }: Pick<Installation, 'db' | 'vault'>,
  account: Account,
  parsed: Arguments,
): Promise<void> {
  const wanted = { accountId: account.id, ...wantedOf(parsed) };
  const isSigning = parsed.flag('signing');
  const { id, key, signing } = await db.transaction(async (tx) => {
    const { domain, name: subject, scopes } = wanted;
    const after = { scopes, domain: domain ?? null, ...(isSigning && { signing: true }) };
    await recordCommand(tx, account.id, { action: 'key.create', subject, after });
    const made = await createKey(tx, wanted);
    return { ...made, signing: isSigning ? await createSigningKey(tx, vault, account.id, made.id) : undefined };
  });
  print(`Key ${id} for ${account.email} (shown only once):`);
  print(key);
  if (!signing) return;
  print('For Amazon SES clients (also shown only once):');
  print(`AWS_ACCESS_KEY_ID=${signing.access_key_id}`);
  print(`AWS_SECRET_ACCESS_KEY=${signing.secret_access_key}`);
}

async function setRate(db: Installation['db'], account: Account, parsed: Arguments): Promise<void> {
  const id = Number(word(parsed, 1, 'ID'));
  const rate = { perSecond: rateOption(parsed, 'per-second'), perMinute: rateOption(parsed, 'per-minute') };
  await db.transaction(async (tx) => {
    if (!Number.isSafeInteger(id) || !(await setKeyRate(tx, account.id, id, rate))) {
      throw new CommandFailure(`${account.email} has no key with this ID; see: postrider key list`);
    }
    await recordCommand(tx, account.id, { action: 'key.change', subject: `Key ${id}`, after: { ...rate } });
  });
  const shown = (limit: number | undefined): string => (limit === undefined ? 'as in its plan' : String(limit));
  print(`Key ${id}: requests per second: ${shown(rate.perSecond)}, per minute: ${shown(rate.perMinute)}.`);
}

function rateOption(parsed: Arguments, name: string): number | undefined {
  return parsed.option(name) === 'plan' ? undefined : limitOption(parsed, name, undefined, MAX_RATE);
}

/**
 * Keys for specific applications. Each key has only the scopes that its application needs, and is limited to one
 * domain.
 */
const PRESETS: Readonly<Record<string, { readonly name: string; readonly scopes: readonly string[] }>> = {
  // Ghost sends newsletters, reads delivery results, and unsuppresses members who are enabled again.
  ghost: { name: 'Ghost', scopes: [SCOPES.send, SCOPES.read, SCOPES.manage] },
};

/** Returns the properties of the new key from the command-line options. Throws UsageError if an option is invalid. */
function wantedOf(parsed: Arguments): Omit<NewKey, 'accountId'> {
  const program = parsed.option('for');
  const domain = parsed.option('domain')?.toLowerCase();
  const name = parsed.option('name');
  if (program === undefined) {
    const scopes = scopesOf(parsed.option('scopes') ?? 'send,read');
    return { name: name ?? 'Created on the command line', scopes, ...(domain && { domain }) };
  }
  const preset = Object.hasOwn(PRESETS, program) ? PRESETS[program] : undefined;
  if (!preset) throw new UsageError(`--for must be ${Object.keys(PRESETS).join(', ')}, not "${program}"`);
  if (parsed.option('scopes') !== undefined) throw new UsageError('--for sets the scopes: remove --scopes');
  if (!domain) throw new UsageError('--for requires --domain: the key is limited to that domain');
  return { name: name ?? `${preset.name}, ${domain}`, scopes: preset.scopes, domain };
}

function scopesOf(given: string): string[] {
  return given.split(',').map((scope) => {
    const name = SCOPE_WORDS[scope.trim()];
    if (!name)
      throw new UsageError(`--scopes must be a list of ${Object.keys(SCOPE_WORDS).join(', ')}, not "${scope}"`);
    return name;
  });
}
