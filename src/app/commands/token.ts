import { createToken, findMember, listTokens, revokeToken, type Token } from '../../features/tenants/access/index.ts';
import type { Account } from '../../features/tenants/accounts/index.ts';
import type { Installation } from '../installation.ts';
import { print, printTable, shownTime } from './output.ts';
import { CommandFailure, parseArguments, UsageError, word } from './parse.ts';
import { accountOf } from './whose.ts';

export const tokenUsage = `postrider token list [--account EMAIL]
postrider token create [--account EMAIL] [--person EMAIL] [--name NAME]
postrider token revoke ID [--account EMAIL]`;

/** Runs `postrider token ...`, which manages access tokens for the account API. */
export async function tokenCommand({ db }: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['account', 'person', 'name']);
  const account = await accountOf(db, parsed.option('account'));
  switch (parsed.words[0]) {
    case 'list':
      return printTokens(await listTokens(db, account.id));
    case 'create':
      return create(db, account, parsed.option('person'), parsed.option('name') ?? 'Created on the command line');
    case 'revoke': {
      const id = Number(word(parsed, 1, 'ID'));
      if (!Number.isSafeInteger(id) || !(await revokeToken(db, account.id, id))) {
        throw new CommandFailure(`${account.email} has no token with this ID; see: postrider token list`);
      }
      return print(`Token ${id} was revoked. All processes reject the token within a second.`);
    }
    default:
      throw new UsageError('expected list, create, or revoke');
  }
}

function printTokens(tokens: readonly Token[]): void {
  printTable(
    ['ID', 'TOKEN', 'NAME', 'PERSON', 'CREATED', 'LAST USED', 'REVOKED'],
    tokens.map((token) => [
      String(token.id),
      `${token.prefix}...${token.last4}`,
      token.name,
      token.person ? `${token.person.email}${token.isMember ? '' : ' (no longer a member)'}` : '-',
      shownTime(token.createdAt),
      shownTime(token.lastUsedAt),
      shownTime(token.revokedAt),
    ]),
  );
}

async function create(
  db: Installation['db'],
  account: Account,
  person: string | undefined,
  name: string,
): Promise<void> {
  const personId = person === undefined ? undefined : await findMember(db, account.id, person);
  if (person !== undefined && personId === undefined) {
    throw new CommandFailure(`${person} does not belong to ${account.email}; see: postrider person list`);
  }
  const made = await db.transaction(async (tx) => createToken(tx, { accountId: account.id, personId, name }));
  const whose = person === undefined ? 'which acts on behalf of the account' : `with the rights of ${person}`;
  print(`Token ${made.record.id} for ${account.email}, ${whose} (shown only once):`);
  print(made.token);
}
