import { examineBackups } from '../doctor/backups.ts';
import { examineBlocklist } from '../doctor/blocklist.ts';
import { examineDomains } from '../doctor/domains.ts';
import type { Finding } from '../doctor/finding.ts';
import { examineHost } from '../doctor/host.ts';
import { DEFAULT_PROBE_DOMAIN, examineNetwork } from '../doctor/network.ts';
import { examineWork } from '../doctor/work.ts';
import { examineResolvers } from '../doctor/resolvers.ts';
import type { Installation } from '../installation.ts';
import { printable } from '../welcome.ts';
import { print } from './output.ts';
import { CommandFailure, parseArguments, UsageError } from './parse.ts';

export const doctorUsage = `postrider doctor [--probe DOMAIN]`;

const MARKS: Readonly<Record<Finding['level'], string>> = {
  ok: 'ok      ',
  warning: 'warning ',
  problem: 'PROBLEM ',
  unknown: 'unknown ',
};
const SUBJECT_WIDTH = 14;

/** `postrider doctor`: looks at everything that sending depends on; fails when something keeps mail from arriving. */
export async function doctorCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['probe']);
  if (parsed.words.length > 0) throw new UsageError(`unexpected "${parsed.words[0]}"`);
  const probe = parsed.option('probe') ?? DEFAULT_PROBE_DOMAIN;
  let problems = 0;
  for (const examine of [examineHost, examineWork, examineBackups, examineDomains])
    problems += tell(await examine(installation));
  problems += tell(await examineResolvers(installation, probe.toLowerCase()));
  problems += tell(await examineNetwork(installation, probe.toLowerCase()));
  problems += tell(await examineBlocklist(installation));
  if (problems > 0) throw new CommandFailure(`${problems} ${problems === 1 ? 'problem' : 'problems'} found`);
  print('\nNo problems found.');
}

/** Prints findings; gives the number of problems. */
function tell(findings: readonly Finding[]): number {
  for (const { level, message, remedy, subject } of findings) {
    print(`${MARKS[level]}${subject.padEnd(SUBJECT_WIDTH)} ${printable(message)}`);
    if (remedy !== undefined) print(`${' '.repeat(MARKS[level].length + SUBJECT_WIDTH + 1)}${printable(remedy)}`);
  }
  return findings.filter(({ level }) => level === 'problem').length;
}
