import {
  addSuppressions,
  listSuppressions,
  MAX_DETAIL_CHARACTERS,
  parseSuppressible,
  REASONS,
  removeSuppression,
  requireSuppression,
  type Suppression,
} from '../../features/sending/suppressions/index.ts';
import { isFault } from '../../mail/address.ts';
import type { Installation } from '../installation.ts';
import { print, printTable } from './output.ts';
import { parseArguments, UsageError, wholeNumber, word } from './parse.ts';
import { accountOf } from './whose.ts';

const LISTED = 50;
const MAX_LISTED = 10_000;

export const suppressionUsage = `postrider suppression list [--account EMAIL] [--reason bounced|complained|manual] [--limit N]
postrider suppression show ADDRESS [--account EMAIL]
postrider suppression add ADDRESS... [--detail TEXT] [--account EMAIL]
postrider suppression remove ADDRESS [--account EMAIL]`;

/** Runs `postrider suppression ...`, which manages the addresses that an account does not send to. */
export async function suppressionCommand({ config, db }: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['account', 'reason', 'limit', 'detail']);
  const account = await accountOf(db, parsed.option('account'));
  switch (parsed.words[0]) {
    case 'list': {
      const reason = reasonOf(parsed.option('reason'));
      const limit = wholeNumber(parsed, 'limit', LISTED, [1, MAX_LISTED]);
      const page = await listSuppressions(db, account.id, { limit, sort: 'newest', ...(reason && { reason }) });
      printEntries(page.data);
      if (page.has_more) print(`Only the ${limit} newest entries are shown. Use --limit to show more.`);
      return;
    }
    case 'show':
      return printEntries([await requireSuppression(db, account.id, word(parsed, 1, 'ADDRESS'))]);
    case 'add': {
      word(parsed, 1, 'ADDRESS');
      const addresses = parsed.words.slice(1).map((given) => addressOf(given, config.sandboxDomain));
      const detail = detailOf(parsed.option('detail'));
      return printEntries(await addSuppressions(db, account.id, { addresses, detail }));
    }
    case 'remove': {
      const { address } = await removeSuppression(db, account.id, word(parsed, 1, 'ADDRESS'));
      return print(`${account.email} can send to ${address} again.`);
    }
    default:
      throw new UsageError('expected list, show, add, or remove');
  }
}

function reasonOf(given: string | undefined) {
  const reason = REASONS.find((known) => known === given);
  if (given && !reason) throw new UsageError(`--reason must be one of ${REASONS.join(', ')}, not "${given}"`);
  return reason;
}

function detailOf(given: string | undefined): string | undefined {
  if (given && given.length > MAX_DETAIL_CHARACTERS) {
    throw new UsageError(`--detail must be at most ${MAX_DETAIL_CHARACTERS} characters`);
  }
  return given;
}

function addressOf(given: string, sandboxDomain: string) {
  const address = parseSuppressible(given, sandboxDomain);
  if (isFault(address)) throw new UsageError(`"${given}" ${address.fault}`);
  return address;
}

function printEntries(entries: readonly Suppression[]): void {
  printTable(
    ['ADDRESS', 'REASON', 'SINCE', 'MESSAGE', 'DETAIL'],
    entries.map((entry) => [
      entry.address,
      entry.reason,
      entry.created_at,
      entry.message_id ?? '-',
      entry.detail ?? '',
    ]),
  );
}
