import {
  addDomain,
  findDomain,
  listDomains,
  removeDomain,
  sandboxDkimRecord,
  verifyDomain,
  type Domain,
} from '../../features/domains/index.ts';
import { resolverOf } from '../delivery.ts';
import type { Installation } from '../installation.ts';
import { print, printTable, shownTime } from './output.ts';
import { parseArguments, UsageError, word, CommandFailure } from './parse.ts';
import { accountOf } from './whose.ts';

export const domainUsage = `postrider domain list [--account EMAIL]
postrider domain add NAME [--account EMAIL]
postrider domain verify NAME [--account EMAIL]
postrider domain show NAME [--account EMAIL]
postrider domain remove NAME [--account EMAIL]
postrider domain sandbox`;

/** `postrider domain ...`: sender domains and their DNS records. */
export async function domainCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const { config, db, vault } = installation;
  const parsed = parseArguments(args, ['account']);
  if (parsed.words[0] === 'sandbox') return printSandbox(installation);
  const account = await accountOf(db, parsed.option('account'));
  const name = (): string => word(parsed, 1, 'NAME').toLowerCase();
  switch (parsed.words[0]) {
    case 'list': {
      const domains = await listDomains(db, account.id);
      return printTable(
        ['ID', 'DOMAIN', 'STATUS', 'CHECKED'],
        domains.map((domain) => [String(domain.id), domain.name, domain.status, shownTime(domain.checkedAt)]),
      );
    }
    case 'add':
      printDomain(
        await addDomain(
          { db, vault, hostname: config.hostname, sandboxDomain: config.sandboxDomain },
          account.id,
          name(),
        ),
      );
      if (config.hostname === 'localhost')
        print('Set POSTRIDER_HOSTNAME to the name of this server in DNS for return_path and spf.');
      return print(`Publish these records, then run: postrider domain verify ${name()}`);
    case 'verify':
      return printDomain(
        await verifyDomain({ db, resolver: resolverOf(installation), hostname: config.hostname }, account.id, name()),
      );
    case 'show': {
      const domain = await findDomain(db, account.id, name());
      if (!domain) throw new CommandFailure(`${account.email} has no domain ${name()}`);
      return printDomain(domain);
    }
    case 'remove':
      if (!(await removeDomain(db, account.id, name())))
        throw new CommandFailure(`${account.email} has no domain ${name()}`);
      return print(`${name()} is removed.`);
    default:
      throw new UsageError('list, add, verify, show, remove or sandbox is expected');
  }
}

async function printSandbox({ config, db, vault }: Installation): Promise<void> {
  const record = await sandboxDkimRecord(db, vault, config.sandboxDomain);
  print(`The sandbox sender onboarding@${config.sandboxDomain} signs with the key of this record:`);
  print(`  ${record.type}  ${record.host}`);
  print(`      ${record.data}`);
}

function printDomain(domain: Domain): void {
  print(`${domain.name}: ${domain.status}`);
  for (const record of domain.records) {
    const state = record.valid ? 'found' : (record.reason ?? 'not checked yet');
    print(`\n  ${record.name} (${record.required ? 'required' : 'recommended'}): ${state}`);
    print(`    ${record.type}  ${record.host}`);
    print(`    ${record.data}`);
  }
  print();
}
