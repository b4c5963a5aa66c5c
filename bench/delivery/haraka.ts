import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { end, freePort, Unavailable, type Candidate } from './candidate.ts';
import { SYSTEM_VARIABLE, systemCpuMicros } from './cpu.ts';
import { createRsaKey, SIGNING, submit } from './mails.ts';

/** Installed for the run and removed with it; the override is for a release of libmime that lists one not yet published. */
const PACKAGE = {
  private: true,
  dependencies: { Haraka: '3.3.4', 'haraka-plugin-dkim': '1.3.1' },
  overrides: { libmime: '5.4.3' },
};
/** Connections of each of its processes. */
const CONNECTIONS = 20;

/** Haraka with a process a core, its queue on disk and its own DKIM plugin. */
export const haraka: Candidate = {
  name: 'Haraka 3.3.4 with its DKIM plugin',
  warmUp: 2_000,
  async start(sink, mails) {
    const directory = mkdtempSync(join(tmpdir(), 'postrider-bench-haraka-'));
    const remove = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    try {
      install(directory);
    } catch (error) {
      remove();
      throw error;
    }
    const port = await freePort();
    cpSync(join(directory, 'node_modules/Haraka/config'), join(directory, 'config'), { recursive: true });
    const { privateKey, record } = createRsaKey();
    for (const [name, text] of Object.entries(settings(port, sink.port, privateKey))) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text, { mode: 0o600 });
    }
    const program = join(directory, 'node_modules/Haraka/bin/haraka');
    const child = spawn(process.execPath, [program, '-c', directory], {
      cwd: directory,
      env: { ...process.env, [SYSTEM_VARIABLE]: directory },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return {
      send: (count) => submit(port, mails.slice(0, count)),
      dkimRecord: () => Promise.resolve(record),
      cpuMicros: () => systemCpuMicros(child.pid ?? 0, directory),
      async stop() {
        await end(child);
        remove();
      },
    };
  },
};

function install(directory: string): void {
  writeFileSync(join(directory, 'package.json'), JSON.stringify(PACKAGE));
  const flags = ['--no-audit', '--no-fund', '--omit=optional', '--loglevel=error'];
  const { error, status, stderr } = spawnSync('npm', ['install', '--prefix', directory, ...flags], {
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Unavailable(`npm could not install it: ${error?.message ?? stderr.trim().split('\n')[1]}`);
}

function settings(port: number, sinkPort: number, privateKey: string): Readonly<Record<string, string>> {
  return {
    'config/smtp.ini': `listen=127.0.0.1:${port}\nnodes=${cpus().length}\npublic_ip=127.0.0.1\n`,
    'config/plugins': 'bench\ndkim\n',
    'config/me': 'bench.example\n',
    'config/log.ini': '[main]\nlevel=error\n',
    'config/outbound.ini': `concurrency_max=${CONNECTIONS}\nenable_tls=false\nlocal_mx_ok=true\n`,
    'config/dkim.ini': '[sign]\nenabled = true\n[canon]\nbody = relaxed\n[verify]\nenabled = false\n',
    [`config/dkim/${SIGNING.domain}/private`]: privateKey,
    [`config/dkim/${SIGNING.domain}/selector`]: SIGNING.selector,
    // Takes everything and sends it to the sink.
    'plugins/bench.js': `
      exports.hook_connect = (next, connection) => { connection.relaying = true; next(); };
      exports.hook_rcpt = (next) => next(OK);
      exports.hook_get_mx = (next) => next(OK, { priority: 0, exchange: '127.0.0.1', port: ${sinkPort} });
    `,
  };
}
