import { statfs } from 'node:fs/promises';
import type { Config } from '../../base/config.ts';
import type { Installation } from '../installation.ts';
import { serverState, type ServerStateRow } from './queries.ts';
import { fine, problem, unknown, warning, type Finding } from './finding.ts';

const MAX_SKEW_MS = 2_000;
const GIB = 2 ** 30;
const MIN_FREE_BYTES = GIB;
const MIN_FREE_SHARE = 0.1;

/** Checks the environment of the installation: database, clock, disk and settings. */
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

/** Checks whether the server is configured so that accepted messages (202) survive a crash of the machine. */
export function judgeServer({ version, switched_off: off }: Pick<ServerStateRow, 'version' | 'switched_off'>): Finding {
  const name = `PostgreSQL ${version}`;
  if (off.length === 0) return fine('database', `${name}; every commit is flushed to disk`);
  return problem(
    'database',
    `${name} runs with ${off.join(', ')} off: messages accepted with 202 can be lost`,
    'Turn these settings on with ALTER SYSTEM, then restart the database.',
  );
}

/** Checks whether the database ignores the case of all letters, not only of a to z. */
export function judgeLetters({ knows_letters: isKnown }: Pick<ServerStateRow, 'knows_letters'>): Finding[] {
  if (isKnown) return [];
  return [
    warning(
      'letters',
      'the database ignores case only for a to z: "Öl" and "öl" are different names, and searches distinguish them',
      "Make a backup and restore it into a new database: create database postrider encoding 'UTF8' locale 'C.UTF-8' template template0.",
    ),
  ];
}

/**
 * Checks whether the clocks of this machine and the database agree. `skewMs` is positive if the database's clock is
 * ahead.
 */
export function judgeClock(skewMs: number): Finding {
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1);
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return fine('clock', `within ${seconds} s of the database clock`);
  return problem(
    'clock',
    `this machine is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database`,
    'Synchronize the clocks of both machines with NTP.',
  );
}

async function judgeDisk(directory: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return judgeSpace(bavail * bsize, blocks * bsize);
  } catch (error) {
    return unknown(
      'disk',
      `${directory} cannot be checked: ${(error as Error).message}`,
      'Check the disk space manually: df -h',
    );
  }
}

/** Checks whether there is disk space for more messages. */
export function judgeSpace(freeBytes: number, totalBytes: number): Finding {
  const free = `${(freeBytes / GIB).toFixed(1)} GiB free of ${(totalBytes / GIB).toFixed(1)}`;
  const remedy = 'Free disk space, or reduce POSTRIDER_RETENTION_DAYS to keep messages for fewer days.';
  if (freeBytes < MIN_FREE_BYTES) return problem('disk', `only ${free}`, remedy);
  if (freeBytes < totalBytes * MIN_FREE_SHARE) return warning('disk', `only ${free}`, remedy);
  return fine('disk', free);
}

/** Checks whether the settings are suitable for sending to the internet. */
export function judgeSettings(
  config: Pick<Config, 'delivery' | 'baseUrl' | 'sandboxDomain' | 'secret' | 'databaseUrl'>,
): Finding[] {
  if (config.delivery === 'inbox') {
    return [fine('delivery', 'to the local inbox; no emails leave this machine (POSTRIDER_DELIVERY)')];
  }
  const findings = [
    fine('delivery', config.delivery === 'relay' ? 'through a relay' : 'directly to the recipients’ servers'),
  ];
  if (config.baseUrl === undefined) {
    const remedy = 'Set POSTRIDER_BASE_URL to the public URL, for example https://mail.example.com.';
    findings.push(warning('base address', 'is not set: links in emails work only on this machine', remedy));
  } else if (!config.baseUrl.startsWith('https:')) {
    const remedy = 'Set up a TLS proxy and set POSTRIDER_BASE_URL to its https URL.';
    findings.push(warning('base address', `${config.baseUrl} does not use HTTPS: keys are sent unencrypted`, remedy));
  }
  if (/(?:^|\.)localhost$/.test(config.sandboxDomain)) {
    const remedy = 'Set POSTRIDER_SANDBOX_DOMAIN to one of your domains and publish its key: postrider domain sandbox.';
    findings.push(
      warning(
        'sandbox',
        `${config.sandboxDomain} does not exist in DNS: notices to account owners are rejected`,
        remedy,
      ),
    );
  }
  if (config.databaseUrl !== undefined && config.secret === undefined) {
    const remedy = 'Set POSTRIDER_SECRET to the same value for all processes on all hosts.';
    findings.push(warning('secret', 'is only in this data directory, but the database is shared', remedy));
  }
  return findings;
}
