import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROCESSOR_MASK } from '../measure.ts';
import { end, freePort, Unavailable, type Candidate, type RunningCandidate } from './candidate.ts';
import { SYSTEM_VARIABLE, systemCpuMicros } from './cpu.ts';
import { unpackDebian } from './debian.ts';
import { createRsaKey, SIGNING, submit } from './mails.ts';
import type { Sink } from './sink.ts';

/** Users and group that every Debian has: Postfix wants three that differ, and its own would have to be made. */
const OWNER = 'mail';
const UNPRIVILEGED = 'nobody';
const DROP_GROUP = 'games';
const QUEUES = 'active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace'.split(
  ' ',
);
/** As many sessions with the sink as the other candidates have. */
const CONNECTIONS = 40;

/** Postfix as a relay, its queue on disk, nothing signed. */
export const postfix: Candidate = {
  name: 'Postfix relay, unsigned',
  start: (sink, mails) => startPostfix(sink, mails, false),
};

/** Postfix with OpenDKIM as a milter. */
export const postfixWithOpenDkim: Candidate = {
  name: 'Postfix with OpenDKIM',
  start: (sink, mails) => startPostfix(sink, mails, true),
};

async function startPostfix(sink: Sink, mails: readonly Buffer[], signs: boolean): Promise<RunningCandidate> {
  if (process.getuid?.() !== 0) throw new Unavailable('its processes run as several users, which takes root');
  const root = mkdtempSync(join(tmpdir(), 'postrider-bench-postfix-'));
  const children: ChildProcess[] = [];
  const environment = {
    PATH: process.env['PATH'],
    LD_LIBRARY_PATH: librariesIn(root),
    MAIL_CONFIG: join(root, 'config'),
    [SYSTEM_VARIABLE]: root,
    [PROCESSOR_MASK]: process.env[PROCESSOR_MASK],
  };
  const start = (program: string, args: readonly string[]): void => {
    const child = spawn(join(root, program), [...args], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
    children.push(child);
  };
  const stop = async (): Promise<void> => {
    for (const child of children.toReversed()) await end(child);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    unpackDebian(root, signs ? ['postfix', 'opendkim'] : ['postfix']);
    environment.LD_LIBRARY_PATH = librariesIn(root);
    const [port, milterPort] = [await freePort(), await freePort()];
    configurePostfix(root, { port, sinkPort: sink.port, milterPort: signs ? milterPort : undefined });
    const { privateKey, record } = createRsaKey();
    if (signs) start('usr/sbin/opendkim', ['-f', '-x', configureOpenDkim(root, milterPort, privateKey)]);
    start('usr/lib/postfix/sbin/master', ['-d', '-c', join(root, 'config')]);
    const [master] = children.slice(-1);
    return {
      send: (count) => submit(port, mails.slice(0, count)),
      ...(signs && { dkimRecord: () => Promise.resolve(record) }),
      cpuMicros: () => systemCpuMicros(master?.pid ?? 0, root),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where the unpacked programs find their libraries. */
function librariesIn(root: string): string {
  const base = join(root, 'usr/lib');
  const machine = readdirOrNone(base).filter((name) => name.endsWith('-linux-gnu'));
  return [...machine, 'postfix', '.'].map((name) => join(base, name)).join(':');
}

function readdirOrNone(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Nothing is unpacked yet.
    return [];
  }
}

function configurePostfix(
  root: string,
  ports: { readonly port: number; readonly sinkPort: number; readonly milterPort: number | undefined },
): void {
  const [config, queue, data] = ['config', 'queue', 'data'].map((name) => join(root, name));
  if (!config || !queue || !data) return;
  for (const directory of [config, queue, data]) mkdirSync(directory);
  const owner = userNamed(OWNER);
  chownSync(data, owner.uid, owner.gid);
  for (const name of QUEUES) {
    mkdirSync(join(queue, name));
    if (name !== 'pid') chownSync(join(queue, name), owner.uid, name === 'public' ? groupNamed(DROP_GROUP) : owner.gid);
  }
  chmodSync(join(queue, 'public'), 0o710);
  const milter = ports.milterPort === undefined ? '' : `smtpd_milters = inet:127.0.0.1:${ports.milterPort}\n`;
  writeFileSync(join(config, 'main.cf'), mainSettings(root, ports.sinkPort) + milter);
  const services = readFileSync(join(root, 'usr/share/postfix/master.cf.dist'), 'utf8')
    .split('\n')
    .filter((line) => /^\w/.test(line) && !line.includes(' pipe'))
    // Nothing is laid out for chroot (the fifth column), and the first service is the listener.
    .map((line) =>
      line.replace(/^(\S+\s+\S+\s+\S+\s+\S+\s+)y/, '$1n').replace(/^smtp\s+inet/, `127.0.0.1:${ports.port} inet`),
    );
  writeFileSync(join(config, 'master.cf'), `${services.join('\n')}\n`);
}

function mainSettings(root: string, sinkPort: number): string {
  return `
compatibility_level = 3.6
queue_directory = ${join(root, 'queue')}
data_directory = ${join(root, 'data')}
command_directory = ${join(root, 'usr/sbin')}
daemon_directory = ${join(root, 'usr/lib/postfix/sbin')}
shlib_directory = ${join(root, 'usr/lib/postfix')}
meta_directory = ${join(root, 'config')}
import_environment = MAIL_CONFIG LD_LIBRARY_PATH ${SYSTEM_VARIABLE} ${PROCESSOR_MASK} TZ LANG=C
mail_owner = ${OWNER}
default_privs = ${UNPRIVILEGED}
setgid_group = ${DROP_GROUP}
myhostname = bench.example
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_client_connection_count_limit = 0
relayhost = [127.0.0.1]:${sinkPort}
disable_dns_lookups = yes
default_destination_concurrency_limit = ${CONNECTIONS}
initial_destination_concurrency = ${CONNECTIONS}
milter_default_action = tempfail
maillog_file_prefixes = ${root}
maillog_file = ${join(root, 'mail.log')}
`;
}

function configureOpenDkim(root: string, port: number, privateKey: string): string {
  const [config, key] = [join(root, 'opendkim.conf'), join(root, 'opendkim.key')];
  writeFileSync(key, privateKey, { mode: 0o600 });
  writeFileSync(
    config,
    `Mode s
Canonicalization relaxed/relaxed
Domain ${SIGNING.domain}
Selector ${SIGNING.selector}
KeyFile ${key}
Socket inet:${port}@127.0.0.1
InternalHosts 127.0.0.1
RequireSafeKeys no
Syslog no
`,
  );
  return config;
}

function userNamed(name: string): { uid: number; gid: number } {
  const [, , uid, gid] = fieldsOf('/etc/passwd', name);
  return { uid: Number(uid), gid: Number(gid) };
}

function groupNamed(name: string): number {
  return Number(fieldsOf('/etc/group', name)[2]);
}

function fieldsOf(file: string, name: string): string[] {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  if (line === undefined) throw new Unavailable(`this machine has no "${name}" in ${file}`);
  return line.split(':');
}
