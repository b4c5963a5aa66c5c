import {
  createKey,
  createSigningKey,
  faultOfDomainKey,
  listKeys,
  revokeKey,
  SCOPES,
} from '../../features/tenants/access/index.ts';
import { recordCommand, type Account } from '../../features/tenants/accounts/index.ts';
import { setKeyRate } from '../../features/tenants/usage/index.ts';
import type { Installation } from '../installation.ts';
import { print, printTable, shownTime } from './output.ts';
import { CommandFailure, limitOption, parseArguments, UsageError, word, type Arguments } from './parse.ts';
import { accountOf } from './whose.ts';

export const keyUsage = `postrider key list [--account EMAIL]
postrider key create [--account EMAIL] [--name NAME] [--scopes send,read,manage] [--domain DOMAIN] [--signing]
postrider key revoke ID [--account EMAIL]
postrider key rate ID [--per-second N|plan] [--per-minute N|plan] [--account EMAIL]`;

const MAX_RATE = 1_000_000;
const SCOPE_WORDS: Readonly<Record<string, string>> = {
  send: SCOPES.send,
  read: SCOPES.read,
  manage: SCOPES.manage,
};

/** `postrider key ...`: API keys. */
export async function keyCommand({ db, vault }: Installation, args: readonly string[]): Promise<void> {
  const options = ['account', 'name', 'scopes', 'domain', 'per-second', 'per-minute'];
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
          throw new CommandFailure(`${account.email} has no such key; see: postrider key list`);
        }
        await recordCommand(tx, account.id, { action: 'key.revoke', subject: `Key ${id}` });
      });
      return print(`Key ${id} is revoked; every process refuses it within a second.`);
    }
    case 'rate':
      return setRate(db, account, parsed);
    default:
      throw new UsageError('list, create, revoke or rate is expected');
  }
}

async function create(
  { db, vault }: Pick<Installation, 'db' | 'vault'>,
  account: Account,
  parsed: Arguments,
): Promise<void> {
  const domain = parsed.option('domain')?.toLowerCase();
  const wanted = {
    accountId: account.id,
    name: parsed.option('name') ?? 'Made on the command line',
    scopes: scopesOf(parsed.option('scopes') ?? 'send,read'),
    ...(domain && { domain }),
  };
  const fault = domain && faultOfDomainKey(wanted.scopes);
  if (fault) throw new UsageError(`--scopes ${fault}`);
  const isSigning = parsed.flag('signing');
  const { id, key, signing } = await db.transaction(async (tx) => {
    const { name: subject, scopes } = wanted;
    const after = { scopes, domain: domain ?? null, ...(isSigning && { signing: true }) };
    await recordCommand(tx, account.id, { action: 'key.create', subject, after });
    const made = await createKey(tx, wanted);
    return { ...made, signing: isSigning ? await createSigningKey(tx, vault, account.id, made.id) : undefined };
  });
  print(`Key ${id} of ${account.email}; shown this once:`);
  print(key);
  if (!signing) return;
  print('For clients of Amazon SES, shown this once as well:');
  print(`AWS_ACCESS_KEY_ID=${signing.access_key_id}`);
  print(`AWS_SECRET_ACCESS_KEY=${signing.secret_access_key}`);
}

async function setRate(db: Installation['db'], account: Account, parsed: Arguments): Promise<void> {
  const id = Number(word(parsed, 1, 'ID'));
  const rate = { perSecond: rateOption(parsed, 'per-second'), perMinute: rateOption(parsed, 'per-minute') };
  await db.transaction(async (tx) => {
    if (!Number.isSafeInteger(id) || !(await setKeyRate(tx, account.id, id, rate))) {
      throw new CommandFailure(`${account.email} has no such key; see: postrider key list`);
    }
    await recordCommand(tx, account.id, { action: 'key.change', subject: `Key ${id}`, after: { ...rate } });
  });
  const shown = (limit: number | undefined): string => (limit === undefined ? 'as its plan says' : String(limit));
  print(`Key ${id}: requests a second ${shown(rate.perSecond)}, a minute ${shown(rate.perMinute)}.`);
}

function rateOption(parsed: Arguments, name: string): number | undefined {
  return parsed.option(name) === 'plan' ? undefined : limitOption(parsed, name, undefined, MAX_RATE);
}

function scopesOf(given: string): string[] {
  return given.split(',').map((scope) => {
    const name = SCOPE_WORDS[scope.trim()];
    if (!name) throw new UsageError(`--scopes takes ${Object.keys(SCOPE_WORDS).join(', ')}, not "${scope}"`);
    return name;
  });
}
