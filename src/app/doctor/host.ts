import { statfs } from 'node:fs/promises';
import type { Config } from '../../base/config.ts';
import type { Installation } from '../installation.ts';
import { serverState, type ServerStateRow } from './queries.ts';
import { fine, problem, unknown, warning, type Finding } from './finding.ts';

const MAX_SKEW_MS = 2_000;
const GIB = 2 ** 30;
const LEAST_FREE_BYTES = GIB;
const LEAST_FREE_SHARE = 0.1;

/** Examines what the installation stands on: database, clock, disk, settings. */
export async function examineHost({ clock, config, dataDir, db }: Installation): Promise<Finding[]> {
  const before = clock.now();
  const [state] = await serverState(db);
  const present = (before + clock.now()) / 2;
  return [
    ...(state ? [judgeServer(state), ...judgeLetters(state), judgeClock(state.present.getTime() - present)] : []),
    await judgeDisk(dataDir),
    ...judgeSettings(config),
  ];
}

/** Whether a 202 survives what may befall the machine. */
export function judgeServer({ version, switched_off: off }: Pick<ServerStateRow, 'version' | 'switched_off'>): Finding {
  const name = `PostgreSQL ${version}`;
  if (off.length === 0) return fine('database', `${name}; every commit reaches the disk`);
  return problem(
    'database',
    `${name} runs with ${off.join(', ')} off: mail that was answered 202 can be lost`,
    'Switch these settings on: ALTER SYSTEM, then a restart of the database.',
  );
}

/** Whether names that differ by the case of a letter alone are one, whatever the letter. */
export function judgeLetters({ knows_letters: isKnown }: Pick<ServerStateRow, 'knows_letters'>): Finding[] {
  if (isKnown) return [];
  return [
    warning(
      'letters',
      'the database knows upper and lower case of a to z alone: "Öl" and "öl" are two names, and a search tells them apart',
      "Take a backup and restore it into another one: create database postrider encoding 'UTF8' locale 'C.UTF-8' template template0.",
    ),
  ];
}

/** Whether the clocks of this machine and of the database agree; the time of ids comes from the one, quotas from the other. */
export function judgeClock(skewMs: number): Finding {
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1);
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return fine('clock', `agrees with the database's to ${seconds} s`);
  return problem(
    'clock',
    `this machine is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database`,
    'Let NTP set the clocks of both machines.',
  );
}

async function judgeDisk(directory: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return judgeSpace(bavail * bsize, blocks * bsize);
  } catch (error) {
    return unknown('disk', `${directory} cannot be examined: ${(error as Error).message}`, 'Look at it by hand: df -h');
  }
}

/** Whether there is room for mail to come. */
export function judgeSpace(freeBytes: number, totalBytes: number): Finding {
  const free = `${(freeBytes / GIB).toFixed(1)} GiB free of ${(totalBytes / GIB).toFixed(1)}`;
  const remedy = 'Make room, or keep messages for fewer days: POSTRIDER_RETENTION_DAYS.';
  if (freeBytes < LEAST_FREE_BYTES) return problem('disk', `only ${free}`, remedy);
  if (freeBytes < totalBytes * LEAST_FREE_SHARE) return warning('disk', `only ${free}`, remedy);
  return fine('disk', free);
}

/** Whether the settings suit mail that leaves this machine. */
export function judgeSettings(
  config: Pick<Config, 'delivery' | 'baseUrl' | 'sandboxDomain' | 'secret' | 'databaseUrl'>,
): Finding[] {
  if (config.delivery === 'inbox') {
    return [fine('delivery', 'into the local inbox; nothing leaves this machine (POSTRIDER_DELIVERY)')];
  }
  const findings = [fine('delivery', config.delivery === 'relay' ? 'through a relay' : 'straight to the recipients')];
  if (config.baseUrl === undefined) {
    const remedy = 'Set POSTRIDER_BASE_URL to the public address, for example https://mail.example.com.';
    findings.push(warning('base address', 'is not set: links in mails point to this machine only', remedy));
  } else if (!config.baseUrl.startsWith('https:')) {
    const remedy = 'Put a TLS proxy in front and set POSTRIDER_BASE_URL to its https address.';
    findings.push(warning('base address', `${config.baseUrl} is not https: keys travel in the clear`, remedy));
  }
  if (/(?:^|\.)localhost$/.test(config.sandboxDomain)) {
    const remedy = 'Set POSTRIDER_SANDBOX_DOMAIN to a name of yours and publish its key: postrider domain sandbox.';
    findings.push(
      warning('sandbox', `${config.sandboxDomain} is no name in DNS: notices to account owners are refused`, remedy),
    );
  }
  if (config.databaseUrl !== undefined && config.secret === undefined) {
    const remedy = 'Set POSTRIDER_SECRET, the same for all processes of all hosts.';
    findings.push(warning('secret', 'lies in this data directory alone, while the database is shared', remedy));
  }
  return findings;
}
