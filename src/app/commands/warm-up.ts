import { readRoutes } from '../../features/sending/routes/index.ts';
import {
  listWarmUps,
  resetWarmUp,
  skipWarmUp,
  startWarmUp,
  type WarmUpStatus,
} from '../../features/sending/warm-up/index.ts';
import { isFault, parseDomain } from '../../mail/address.ts';
import type { Installation } from '../installation.ts';
import { print, printTable } from './output.ts';
import { CommandFailure, parseArguments, UsageError, word, type Arguments } from './parse.ts';

export const warmUpUsage = `postrider warm-up list
postrider warm-up start SOURCE [--domain DOMAIN]
postrider warm-up skip SOURCE [--domain DOMAIN] [--provider PROVIDER]
postrider warm-up reset SOURCE [--domain DOMAIN]

SOURCE is "default" or a source in "postrider route list". DOMAIN is a sender domain. PROVIDER is a name shown by "warm-up list".
start begins on day 1, even if the source has sent emails before. skip ends the warm-up. reset deletes all warm-up data.`;

const DEFAULT_SOURCE = 'default';
const SOON = 'The change takes effect within a minute.';

/** Runs `postrider warm-up ...`, which shows and changes the warm-up of sources. */
export async function warmUpCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['domain', 'provider']);
  const action = parsed.words[0] ?? '';
  if (action === 'list') return list(installation);
  if (!['start', 'skip', 'reset'].includes(action)) throw new UsageError('expected list, start, skip, or reset');
  if (parsed.option('provider') !== undefined && action !== 'skip')
    throw new UsageError('--provider can only be used with skip');
  const source = await requireSource(installation, word(parsed, 1, 'SOURCE'));
  await steer(installation, action, source, parsed);
}

async function steer({ db }: Installation, action: string, source: string, parsed: Arguments): Promise<void> {
  const senderDomain = domainOption(parsed);
  const provider = parsed.option('provider');
  const what = senderDomain === undefined ? `source ${source}` : `${senderDomain} on source ${source}`;
  if (action === 'start') {
    await startWarmUp(db, source, senderDomain);
    return print(`The warm-up of ${what} starts on day 1. ${SOON}`);
  }
  if (action === 'reset') {
    await resetWarmUp(db, source, senderDomain);
    return print(`The warm-up data of ${what} was deleted. The next email is treated as the first email. ${SOON}`);
  }
  const count = await skipWarmUp(db, source, { senderDomain, provider });
  if (provider !== undefined && count === 0) {
    throw new CommandFailure(`${what} has no warm-up for "${provider}"; see: postrider warm-up list`);
  }
  print(`${what} no longer has a limit${provider === undefined ? '' : ` for ${provider}`}. ${SOON}`);
}

function domainOption(parsed: Arguments): string | undefined {
  const given = parsed.option('domain');
  if (given === undefined) return undefined;
  const domain = parseDomain(given);
  if (isFault(domain)) throw new UsageError(`--domain must be a domain like example.com, not "${given}"`);
  return domain;
}

async function list({ config, db }: Installation): Promise<void> {
  if (!config.warmUp) print('Warm-up is off (POSTRIDER_WARM_UP): sending is not limited.\n');
  const rows = await listWarmUps(db, config.pauseBouncePercent);
  printTable(
    ['SOURCE', 'SENDER DOMAIN', 'PROVIDER', 'DAY', 'SENT TODAY', 'OF', 'REJECTED', 'STATE'],
    rows.map((row) => [
      row.source,
      row.senderDomain,
      row.provider,
      row.today ? String(row.today.rampDay) : '-',
      row.today ? String(row.granted) : '-',
      row.today ? String(row.today.share) : 'unlimited',
      row.today ? String(row.policyBounces) : '-',
      stateOf(row),
    ]),
  );
}

function stateOf({ granted, isHeld, today }: WarmUpStatus): string {
  if (!today) return 'warm';
  if (isHeld) return 'held: too many rejections, the day is repeated';
  return granted >= today.share ? 'warming, limit reached' : 'warming';
}

async function requireSource({ db }: Installation, name: string): Promise<string> {
  const { sources } = await readRoutes(db);
  if (name !== DEFAULT_SOURCE && !sources.some((source) => source.name === name)) {
    throw new CommandFailure(`unknown source ${name}; see: postrider route list`);
  }
  return name;
}
