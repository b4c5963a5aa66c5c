import { examineBackups } from '../doctor/backups.ts';
import { examineBlocklist } from '../doctor/blocklist.ts';
import { examineDomains } from '../doctor/domains.ts';
import { type Finding, fine, problem, warning } from '../doctor/finding.ts';
import { examineHost } from '../doctor/host.ts';
import { DEFAULT_PROBE_DOMAIN, examineNetwork } from '../doctor/network.ts';
import { examineWork } from '../doctor/work.ts';
import type { Installation } from '../installation.ts';
import { printable } from '../welcome.ts';
import { print } from './output.ts';
import { CommandFailure, parseArguments, UsageError } from './parse.ts';
import { getServers } from 'node:dns';
import { createResolver, type DnsAnswer } from '../../base/dns.ts';

const SUBJECT = 'DNS server';
const ANSWERS_WITHIN_MS = 5_000;
const REMEDY = 'Fix the DNS server, or remove it from POSTRIDER_RESOLVER or /etc/resolv.conf.';

export const doctorUsage = `postrider doctor [--probe DOMAIN]`;

const MARKS: Readonly<Record<Finding['level'], string>> = {
  ok: 'ok      ',
  warning: 'warning ',
  problem: 'PROBLEM ',
  unknown: 'unknown ',
};
const SUBJECT_WIDTH = 14;

/**
 * Runs `postrider doctor`, which prints the findings of all checks. Throws CommandFailure if any finding is a problem.
 */
export async function doctorCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['probe']);
  if (parsed.words.length > 0) throw new UsageError(`unexpected "${parsed.words[0]}"`);
  const probe = parsed.option('probe') ?? DEFAULT_PROBE_DOMAIN;
  let problems = 0;
  for (const examine of [examineHost, examineWork, examineBackups, examineDomains])
    problems += report(await examine(installation));
  problems += report(await examineResolvers(installation, probe.toLowerCase()));
  problems += report(await examineNetwork(installation, probe.toLowerCase()));
  problems += report(await examineBlocklist(installation));
  if (problems > 0) throw new CommandFailure(`${problems} ${problems === 1 ? 'problem' : 'problems'} found`);
  print('\nNo problems found.');
}

/** Prints findings and returns the number of problems. */
function report(findings: readonly Finding[]): number {
  for (const { level, message, remedy, subject } of findings) {
    print(`${MARKS[level]}${subject.padEnd(SUBJECT_WIDTH)} ${printable(message)}`);
    if (remedy !== undefined) print(`${' '.repeat(MARKS[level].length + SUBJECT_WIDTH + 1)}${printable(remedy)}`);
  }
  return findings.filter(({ level }) => level === 'problem').length;
}

/**
 * Queries every DNS server for the MX records of `probeDomain`. An answer without records also proves that the server
 * works.
 */
async function examineResolvers({ clock, config }: Installation, probeDomain: string): Promise<Finding[]> {
  if (config.delivery === 'inbox') return [];
  const servers = config.resolver?.split(',').map((server) => server.trim()) ?? getServers();
  const answers = servers.map(async (server) => {
    const resolver = createResolver({ clock, servers: [server], timeoutMs: ANSWERS_WITHIN_MS });
    return { server, answer: await resolver.mx(probeDomain) };
  });
  return judgeResolvers(await Promise.all(answers));
}

/** Returns a finding for each DNS server. A failed server is a warning if another server works, otherwise a problem. */
function judgeResolvers(asked: readonly { readonly server: string; readonly answer: DnsAnswer<unknown> }[]): Finding[] {
  if (asked.length === 0) return [problem(SUBJECT, 'no DNS server is configured', REMEDY)];
  const works = asked.some(({ answer }) => answer.kind !== 'failed');
  return asked.map(({ answer, server }) => {
    if (answer.kind !== 'failed') return fine(SUBJECT, `${server} responds`);
    // Add the server's address only if the reason does not already start with an address.
    const message = answer.reason.includes(': ') ? answer.reason : `${server}: ${answer.reason}`;
    return (works ? warning : problem)(SUBJECT, message, REMEDY);
  });
}
