import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findForeignPrograms, type ForeignPrograms } from '../../test/support/debian.ts';
import { freePort } from '../../test/support/free-port.ts';
import { POSTFIX_FILES, startPostfix } from '../../test/support/postfix.ts';
import { createRsaKey, SIGNING, submit } from '../messages.ts';
import { cpuMicrosOf, endChild, systemCpuMicros } from '../processes.ts';
import { Unavailable, type Candidate } from './loops.ts';

const OPENDKIM = 'usr/sbin/opendkim';
/** Settings that allow the same number of parallel sessions with the sink as for the other candidates. */
const SETTINGS = `smtpd_client_connection_count_limit = 0
default_destination_concurrency_limit = 40
initial_destination_concurrency = 40
`;

/** Postfix as a relay with its queue on disk and without signatures. */
export const postfix: Candidate = {
  name: 'Postfix relay, unsigned',
  warmUp: 500,
  async start(sink, messages) {
    const server = await startPostfix(findPrograms(...POSTFIX_FILES), sink.port, SETTINGS);
    return {
      send: (count) => submit(server, messages.slice(0, count)),
      cpuMicros: () => systemCpuMicros(server.pid, 'none'),
      close: () => server.stop(),
    };
  },
};

/** Postfix with OpenDKIM as a milter. */
export const postfixWithOpenDkim: Candidate = {
  name: 'Postfix with OpenDKIM',
  warmUp: 500,
  async start(sink, messages) {
    const programs = findPrograms(...POSTFIX_FILES, OPENDKIM);
    const directory = mkdtempSync(join(tmpdir(), 'postrider-bench-opendkim-'));
    const [port, { privateKey, record }] = [await freePort(), createRsaKey()];
    const signer = startOpenDkim(programs, { directory, port, privateKey });
    const milter = `milter_default_action = tempfail\nsmtpd_milters = inet:127.0.0.1:${port}\n`;
    const server = await startPostfix(programs, sink.port, SETTINGS + milter);
    return {
      send: (count) => submit(server, messages.slice(0, count)),
      dkimRecord: () => Promise.resolve(record),
      cpuMicros: () => systemCpuMicros(server.pid, 'none') + cpuMicrosOf([signer.pid ?? 0]),
      async close() {
        await server.stop();
        await endChild(signer);
        rmSync(directory, { recursive: true, force: true });
      },
    };
  },
};

function startOpenDkim(
  programs: ForeignPrograms,
  { directory, port, privateKey }: { readonly directory: string; readonly port: number; readonly privateKey: string },
): ChildProcess {
  const [config, key] = [join(directory, 'opendkim.conf'), join(directory, 'opendkim.key')];
  writeFileSync(key, privateKey, { mode: 0o600 });
  const settings = `Mode s
Canonicalization relaxed/relaxed
Domain ${SIGNING.domain}
Selector ${SIGNING.selector}
KeyFile ${key}
Socket inet:${port}@127.0.0.1
InternalHosts 127.0.0.0/8
RequireSafeKeys no
Syslog no
`;
  writeFileSync(config, settings);
  const env = { ...process.env, ...programs.environment };
  return spawn(programs.path(OPENDKIM), ['-f', '-x', config], { env, stdio: ['ignore', 'inherit', 'inherit'] });
}

/**
 * Finds installed programs, or programs that are unpacked in the directory given by POSTRIDER_TEST_DEBIAN. Throws
 * Unavailable if a program is missing or this process does not run as root.
 */
function findPrograms(...files: readonly string[]): ForeignPrograms {
  if (process.getuid?.() !== 0) throw new Unavailable('its processes run as several users, which requires root');
  const programs = findForeignPrograms(...files);
  if (!programs) throw new Unavailable('its Debian packages (postfix, opendkim) are not installed');
  return programs;
}
