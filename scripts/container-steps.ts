/**
 * Runs the steps of deploy/Dockerfile without a container. Each stage is a folder in a scratch directory. Files are
 * copied into this folder, and commands run in it, with image paths mapped to paths in the folder. Then starts the
 * program as the image would, waits for the image's health check to succeed, and stops it. Like a build of the image,
 * requires access to the npm registry.
 *
 *   node bin/bootstrap.cjs scripts/container-steps.ts [--keep]
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pairsOfEnv, parseDockerfile, type Instruction, type Stage } from './deploy/dockerfile.ts';
import { ordinaryUser } from './deploy/ordinary-user.ts';

const READY_WITHIN_MS = 120_000;
const scratch = mkdtempSync(join(tmpdir(), 'postrider-image-'));
const user = ordinaryUser();
const stages = parseDockerfile(readFileSync('deploy/Dockerfile', 'utf8'));
const roots = new Map<string, string>();

try {
  for (const [index, stage] of stages.entries()) runStage(stage, index);
  await startAndStop(stages.length - 1);
  console.log('All steps ran, and the image started, became ready and stopped.');
} finally {
  if (!process.argv.includes('--keep')) rmSync(scratch, { recursive: true, force: true });
}

function rootOf(index: number): string {
  return join(scratch, String(index));
}

function runStage(stage: Stage, index: number): void {
  const root = rootOf(index);
  mkdirSync(root, { recursive: true });
  if (stage.name !== undefined) roots.set(stage.name, root);
  let cwd = '/';
  for (const instruction of stage.instructions) {
    console.log(`${index}  ${instruction.name} ${instruction.text}`);
    if (instruction.name === 'WORKDIR') cwd = instruction.text;
    mkdirSync(join(root, cwd), { recursive: true });
    if (instruction.name === 'COPY') copy(instruction, root, cwd);
    if (instruction.name === 'RUN') run(instruction.text, root, cwd);
  }
}

/** Copies folders from an earlier stage, or files from the repository, except files that git ignores. */
function copy({ flags, text }: Instruction, root: string, cwd: string): void {
  const words = text.split(/\s+/);
  const to = words.pop() ?? '';
  const target = join(root, to.startsWith('/') ? to : join(cwd, to));
  const from = flags['from'] === undefined ? undefined : roots.get(flags['from']);
  mkdirSync(target, { recursive: true });
  for (const source of words) {
    if (from !== undefined) cpSync(join(from, source), target, { recursive: true, verbatimSymlinks: true });
    else for (const path of listed(source)) cpSync(path, join(target, source === '.' ? path : basename(path)));
  }
  if (flags['chown'] !== undefined && user) chownSync(target, user.uid, user.gid);
}

function listed(source: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', source];
  return execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path));
}

function run(command: string, root: string, cwd: string): void {
  const made = readdirSync(root).join('|');
  // Replace absolute paths of the image. The first path segment is a directory that exists in the folder, or one that
  // the command creates.
  const local = command.replaceAll(new RegExp(`(^|[\\s=])/(${made}|out|app)(?=/|\\s|$)`, 'g'), `$1${root}/$2`);
  const { status } = spawnSync('sh', ['-ec', local], {
    cwd: join(root, cwd),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}` },
  });
  if (status !== 0) throw new Error(`The step failed with ${String(status)}: ${local}`);
}

async function startAndStop(index: number): Promise<void> {
  const root = rootOf(index);
  const { instructions } = stages[index] ?? { instructions: [] };
  const textOf = (name: string): string => instructions.findLast((one) => one.name === name)?.text ?? '[]';
  const environment = Object.fromEntries(
    instructions.flatMap(({ name, text }) => (name === 'ENV' ? pairsOfEnv(text) : [])),
  );
  const port = '18025';
  const env = {
    ...environment,
    PATH: process.env['PATH'] ?? '',
    HOST: '127.0.0.1',
    PORT: port,
    POSTRIDER_INBOX_PORT: '0',
    POSTRIDER_DATA: join(root, environment['POSTRIDER_DATA'] ?? ''),
    HOME: scratch,
  };
  // Safe cast: a test checks that both instructions contain JSON arrays.
  const command = [...(JSON.parse(textOf('ENTRYPOINT')) as string[]), ...(JSON.parse(textOf('CMD')) as string[])];
  const [, entry = '', ...rest] = command;
  openTo(scratch);
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  const child = spawn(process.execPath, [join(root, entry), ...rest], { cwd: root, env, stdio: 'inherit', ...as });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const healthCheck = JSON.parse(/\[.*\]$/.exec(textOf('HEALTHCHECK'))?.[0] ?? '[]') as string[];
  await untilHealthy(healthCheck.slice(1), env);
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`It stopped with ${String(code)}`);
}

async function untilHealthy(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (spawnSync(process.execPath, args, { env }).status !== 0) {
    if (performance.now() > deadline) throw new Error('It was not ready in time');
    await sleep(500);
  }
}

/** Makes files created by root readable for the unprivileged user. */
function openTo(folder: string): void {
  execFileSync('chmod', ['-R', 'a+rX', folder]);
}
