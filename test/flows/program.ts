import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The program's entry file. */
export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A run of the program in a separate process. */
export interface Program {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves with the exit code or the signal name. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Resolves with the match when the output contains it. Fails if the program ends or a minute passes first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | NodeJS.Signals | null>;
}

/**
 * Starts `postrider ...args` with nothing from this process's environment except the path and Node's compile cache.
 * Runs another source tree if its entry file is given.
 */
export function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  main: string = MAIN,
): Program {
  const { HOME, NODE_COMPILE_CACHE, PATH } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, POSTRIDER_LOG: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  return {
    child,
    output: () => output,
    ended,
    async printed(pattern) {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        const isOver = child.exitCode !== null || child.signalCode !== null || Date.now() > deadline;
        if (isOver) throw new Error(`Never printed ${pattern}:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Runs a command to completion. */
export async function runToEnd(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  main: string = MAIN,
): Promise<{ code: number | NodeJS.Signals | null; output: string }> {
  const program = runProgram(args, environment, main);
  const code = await program.ended;
  return { code, output: program.output() };
}
