/**
 * `npm run check`: all checks that need no database, or only the tools named as arguments. Prints one line per tool,
 * and prints the output of a tool only if the tool reports a problem.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeGeneratedPages } from './generated-pages.ts';
import { lintScope } from './lint-scope.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const AT_ONCE = 2;
const TOTAL_DEADLINE_MS = 180_000;
const MAX_LINT_ARGUMENTS = 500;
/**
 * Settings for the tools that are Go programs. They run for a few seconds, so garbage collection would cost more time
 * than the memory is worth. Each tool uses one core, because several threads would compute the same types.
 */
const GO_SETTINGS = { GOGC: 'off', GOMEMLIMIT: '4GiB', GOMAXPROCS: '1' };
/** Several checkers would each compute the types that files share. They would take half as much CPU time again. */
const ONE_CHECKER = ['--checkers', '1'];

/** Folders and files that the linter and the formatter check. */
const FOLDERS = ['src', 'test', 'bench', 'scripts', 'bin', 'sdk/src', 'dashboard', ...configurationFiles()];

interface Tool {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Runs after the tool has passed. */
  readonly onPass?: () => void;
}

writeGeneratedPages('built');
/** The tools, those that take longest first. */
const TOOLS: readonly Tool[] = [
  lint(),
  { name: 'types', command: 'tsc', args: ['--noEmit', '-p', '.', ...remembering('types')] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'tidy', command: 'vitest', args: ['run', '--config', 'vitest.tidy.config.ts'] },
  { name: 'page types', command: 'tsc', args: ['--noEmit', '-p', 'dashboard', ...remembering('page-types')] },
  { name: 'format', command: 'oxfmt', args: ['--check', ...FOLDERS] },
  { name: 'bin types', command: 'tsc', args: ['-p', 'tsconfig.bin.json'] },
  { name: 'sdk types', command: 'tsc', args: ['--noEmit', '-p', 'sdk/tsconfig.json'] },
];

interface Verdict {
  readonly tool: Tool;
  readonly passed: boolean;
  readonly output: string;
  readonly seconds: string;
}

const chosen = process.argv.slice(2);
const tools = TOOLS.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
const failures = (await inLanes(tools)).filter((verdict) => !verdict.passed);
for (const { tool, output } of failures) process.stderr.write(`\n== ${tool.name}: ${tool.command}\n${output.trim()}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Returns compiler options for an incremental check with one checker. */
function remembering(name: string): string[] {
  return [...ONE_CHECKER, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/postrider/${name}.tsbuildinfo`];
}

/** Returns the linter for files that are affected by changes since it last passed, or for all files if many are. */
function lint(): Tool {
  const [files, onPass] = lintScope(root, FOLDERS, `${root}node_modules/.cache/postrider/lint.json`);
  const args = ['--type-aware', '--deny-warnings', ...(files.length > MAX_LINT_ARGUMENTS ? FOLDERS : files)];
  return files.length === 0
    ? { name: 'lint', command: 'true', args: [] }
    : { name: 'lint', command: 'oxlint', args, onPass };
}

async function inLanes(tools: readonly Tool[]): Promise<Verdict[]> {
  const waiting = [...tools];
  const verdicts: Verdict[] = [];
  const lane = async (): Promise<void> => {
    for (let tool = waiting.shift(); tool; tool = waiting.shift()) {
      const verdict = await runTool(tool);
      console.log(`${verdict.passed ? 'ok  ' : 'FAIL'} ${tool.name.padEnd(10)} ${verdict.seconds} s`);
      verdicts.push(verdict);
      if (verdict.passed) tool.onPass?.();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return verdicts;
}

function runTool(tool: Tool): Promise<Verdict> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const chunks: string[] = [];
    const child = spawn(tool.command, tool.args, {
      cwd: root,
      env: {
        ...GO_SETTINGS,
        ...process.env,
        PATH: `${root}node_modules/.bin:${process.env['PATH'] ?? ''}`,
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TOTAL_DEADLINE_MS,
      killSignal: 'SIGKILL',
    });
    const end = (passed: boolean): void => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(5);
      resolve({ tool, passed, output: chunks.join(''), seconds });
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)));
    child.on('error', (error) => {
      chunks.push(error.message);
      end(false);
    });
    child.on('close', (code, signal) => {
      if (signal) chunks.push(`\nended by ${signal}`);
      end(code === 0);
    });
  });
}

function configurationFiles(): string[] {
  return readdirSync(root).filter((name) => /^vitest\..*config\.ts$|^vitest\.config\.ts$/.test(name));
}
