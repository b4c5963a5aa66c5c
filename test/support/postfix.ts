import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ForeignPrograms } from './debian.ts';
import { freePort } from './free-port.ts';

/**
 * Users and groups that exist on every Debian system. Postfix requires three different users and groups, and the ones
 * that it uses by default might not be installed.
 */
const OWNER = 'mail';
const UNPRIVILEGED = 'nobody';
const DROP_GROUP = 'games';
const QUEUES = 'active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace'.split(
  ' ',
);
const START_POLLS = 500;
const POLL_MS = 20;

/** Files from the Postfix package that a test needs. */
export const POSTFIX_FILES = ['usr/lib/postfix/sbin/master', 'usr/lib/postfix/sbin/smtpd'] as const;

/** A running Postfix that relays all messages to a port on this machine. */
export interface Postfix {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** Returns the content of the Postfix log. */
  log(): string;
  stop(): Promise<void>;
}

let postfixes = 0;

/**
 * Starts Postfix as root with a separate configuration, queue, and log. Resolves when Postfix responds. Listens on a
 * separate loopback address, so that tests that run at the same time do not use the same port. `settings` are
 * additional lines in main.cf.
 */
export async function startPostfix(programs: ForeignPrograms, sinkPort: number, settings = ''): Promise<Postfix> {
  postfixes += 1;
  const host = `127.${1 + (process.pid % 250)}.251.${postfixes}`;
  const root = mkdtempSync(join(tmpdir(), 'postrider-postfix-'));
  const port = await freePort(host);
  layOut(root);
  writeFileSync(join(root, 'config/main.cf'), mainSettings(root, programs, sinkPort) + settings);
  writeFileSync(join(root, 'config/master.cf'), services(host, port));
  const config = join(root, 'config');
  const child = spawn(programs.path('usr/lib/postfix/sbin/master'), ['-d', '-c', config], {
    env: { PATH: process.env['PATH'] ?? '', MAIL_CONFIG: config, ...programs.environment },
    stdio: 'ignore',
  });
  const log = (): string => readFileSync(join(root, 'mail.log'), 'utf8');
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await answers(host, port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, port, pid: child.pid ?? 0, log, stop };
}

function layOut(root: string): void {
  // Postfix's services run as other users, who need access to the directory.
  chmodSync(root, 0o755);
  for (const name of ['config', 'queue', 'data']) mkdirSync(join(root, name));
  const owner = idsOf('/etc/passwd', OWNER, 2);
  chownSync(join(root, 'data'), owner, idsOf('/etc/passwd', OWNER, 3));
  for (const name of QUEUES) {
    const directory = join(root, 'queue', name);
    mkdirSync(directory);
    const group = name === 'public' ? idsOf('/etc/group', DROP_GROUP, 2) : idsOf('/etc/passwd', OWNER, 3);
    if (name !== 'pid') chownSync(directory, owner, group);
  }
  chmodSync(join(root, 'queue/public'), 0o710);
}

function mainSettings(root: string, programs: ForeignPrograms, sinkPort: number): string {
  return `
compatibility_level = 3.6
queue_directory = ${join(root, 'queue')}
data_directory = ${join(root, 'data')}
command_directory = ${programs.path('usr/sbin')}
daemon_directory = ${programs.path('usr/lib/postfix/sbin')}
shlib_directory = ${programs.path('usr/lib/postfix')}
meta_directory = ${join(root, 'config')}
import_environment = MAIL_CONFIG LD_LIBRARY_PATH TZ LANG=C
mail_owner = ${OWNER}
default_privs = ${UNPRIVILEGED}
setgid_group = ${DROP_GROUP}
myhostname = relay.example
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
relayhost = [127.0.0.1]:${sinkPort}
disable_dns_lookups = yes
maillog_file_prefixes = ${root}
maillog_file = ${join(root, 'mail.log')}
`;
}

/**
 * Returns the master.cf lines of the services that are needed for relaying. No service runs in a chroot, because a
 * chroot needs additional setup.
 */
function services(host: string, port: number): string {
  return `
${host}:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
}

async function answers(host: string, port: number, child: ChildProcess): Promise<void> {
  for (let look = 0; look < START_POLLS; look += 1) {
    if (child.exitCode !== null) throw new Error(`Postfix ended with ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host, () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('Postfix does not answer');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Returns a numeric field of the line for a name in /etc/passwd or /etc/group. */
function idsOf(file: string, name: string, field: number): number {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`This machine has no "${name}" in ${file}`);
  return Number(line.split(':')[field]);
}
