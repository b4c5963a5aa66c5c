import { pauseForDomain } from '../../features/campaigns/campaign-sending/index.ts';
import {
  addDomain,
  cancelRotation,
  findDomain,
  isNameForOthers,
  keySentences,
  listDomains,
  removeDomain,
  rotateDomain,
  sandboxDkimRecord,
  serverSentence,
  stoppedSentence,
  verifyDomain,
  type DnsRecord,
  type Domain,
} from '../../features/sending/domains/index.ts';
import { domainPartsOf } from '../domain-parts.ts';
import type { Installation } from '../installation.ts';
import { print, printTable, shownTime } from './output.ts';
import { parseArguments, UsageError, word, CommandFailure } from './parse.ts';
import { accountOf } from './whose.ts';

export const domainUsage = `postrider domain list [--account EMAIL]
postrider domain add NAME [--account EMAIL]
postrider domain verify NAME [--account EMAIL]
postrider domain show NAME [--account EMAIL]
postrider domain rotate NAME [--now | --cancel] [--account EMAIL]
postrider domain remove NAME [--account EMAIL]
postrider domain sandbox`;

interface Call {
  readonly installation: Installation;
  readonly account: { readonly id: number; readonly email: string };
  /** Returns the domain in the command line. Throws UsageError if it is missing. */
  readonly name: () => string;
  readonly flag: (name: string) => boolean;
}

const VERBS: Readonly<Record<string, (call: Call) => Promise<void>>> = {
  list,
  add,
  verify,
  show,
  rotate,
  remove,
};

/** Runs `postrider domain ...`, which manages sender domains, their keys and DNS records. */
export async function domainCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['account'], ['now', 'cancel']);
  const [verb = ''] = parsed.words;
  if (verb === 'sandbox') return printSandbox(installation);
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw new UsageError('expected list, add, verify, show, rotate, remove, or sandbox');
  const account = await accountOf(installation.db, parsed.option('account'));
  const flag = (given: string): boolean => parsed.flag(given);
  if (verb !== 'rotate' && (flag('now') || flag('cancel')))
    throw new UsageError('--now and --cancel can only be used with rotate');
  return run({ installation, account, flag, name: () => word(parsed, 1, 'NAME').toLowerCase() });
}

async function list({ installation, account }: Call): Promise<void> {
  const domains = await listDomains(installation.db, account.id);
  printTable(
    ['ID', 'DOMAIN', 'STATUS', 'CHECKED'],
    domains.map((domain) => [String(domain.id), domain.name, domain.status, shownTime(domain.checkedAt)]),
  );
}

async function add({ installation, account, name }: Call): Promise<void> {
  printDomain(await addDomain(domainPartsOf(installation), account.id, name()), installation);
  print(`Publish these records, then run: postrider domain verify ${name()}`);
}

async function verify({ installation, account, name }: Call): Promise<void> {
  const domain = await verifyDomain(domainPartsOf(installation), account.id, name());
  printDomain(domain, installation);
  const missing = domain.records.filter((record) => record.required && (!record.valid || record.reason !== null));
  if (domain.status === 'verified' && missing.length === 0) return;
  const why = missing.map(({ host, reason }) => `${host}: ${reason ?? 'not found'}`);
  throw new CommandFailure([`${domain.name} is not verified.`, ...why].join(' '));
}

async function show({ installation, account, name }: Call): Promise<void> {
  const domain = await findDomain(installation.db, account.id, name());
  if (!domain) throw new CommandFailure(`${account.email} has no domain ${name()}`);
  printDomain(domain, installation);
}

async function rotate(call: Call): Promise<void> {
  const { account, flag, installation, name } = call;
  if (flag('now') && flag('cancel')) throw new UsageError('--now and --cancel cannot be used together');
  if (flag('cancel')) return cancel(call);
  if (flag('now')) return rotateNow(call);
  printDomain(await rotateDomain(domainPartsOf(installation), account.id, name()), installation);
  print('Publish the new record and keep the current record. Postrider checks DNS for the new record every hour.');
  print('Postrider signs with the new key one day after its record is found, or later if the record’s TTL is longer.');
}

/** Replaces a key that may be compromised, without the usual waiting time after the DNS record is found. */
async function rotateNow({ installation, account, name }: Call): Promise<void> {
  const parts = domainPartsOf(installation);
  await rotateDomain(parts, account.id, name(), { atOnce: true });
  // Verify the domain now, because the DNS record of the waiting key may already exist.
  const domain = await verifyDomain(parts, account.id, name());
  printDomain(domain, installation);
  if (domain.keys.some(({ state }) => state === 'waiting')) {
    print(`Publish the new record, then run: postrider domain verify ${name()}`);
    print(
      'After the record is found, Postrider signs with the new key. Receivers that cached an earlier lookup may not see the new record for a while.',
    );
  }
  print('If the old key may be compromised, remove its record as soon as Postrider signs with the new key.');
}

async function cancel({ installation, account, name }: Call): Promise<void> {
  printDomain(await cancelRotation(domainPartsOf(installation), account.id, name()), installation);
  print('The new key was deleted. The key was never used to sign emails. You can remove its DNS record.');
  const days = installation.config.dkimRotationDays;
  if (days > 0)
    print(`Postrider creates another key when the current key is ${days} days old (POSTRIDER_DKIM_ROTATION_DAYS).`);
}

async function remove({ installation, account, name }: Call): Promise<void> {
  const removed = await removeDomain(installation.db, account.id, name());
  if (removed === undefined) throw new CommandFailure(`${account.email} has no domain ${name()}`);
  print(`${name()} was removed.`);
  const stopped = stoppedSentence(await pauseForDomain(installation.db, account.id, removed));
  if (stopped !== '') print(stopped);
}

async function printSandbox({ config, db, vault }: Installation): Promise<void> {
  const record = await sandboxDkimRecord(db, vault, config.sandboxDomain);
  print(
    `Postrider signs emails from the sandbox sender onboarding@${config.sandboxDomain} with the key in this record:`,
  );
  print(`  ${record.type}  ${record.host}`);
  print(`      ${record.data}`);
}

function printDomain(domain: Domain, { clock, config }: Pick<Installation, 'clock' | 'config'>): void {
  print(`${domain.name}: ${domain.status}`);
  if (!isNameForOthers(config.hostname)) print(`\n${serverSentence(config.hostname)}`);
  if (domain.missingSince)
    print(`The DKIM record of this domain has been missing since ${shownTime(domain.missingSince)}.`);
  for (const record of domain.records) {
    const state = record.valid ? 'found' : (record.reason ?? 'not checked yet');
    print(`\n  ${record.name} (${needOf(record)}): ${state}`);
    print(`    ${record.type}  ${record.host}`);
    print(`    ${record.data}`);
    if (record.note !== undefined) print(`    Note: ${record.note}`);
  }
  print();
  const sentences = keySentences(domain, new Date(clock.now()));
  for (const sentence of sentences) print(sentence);
  if (sentences.length > 0) print();
}

function needOf({ required, optional }: DnsRecord): string {
  if (required) return 'required';
  return optional ? 'optional' : 'recommended';
}
