import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Path of the program's entry point. */
export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A process that runs `postrider`. */
export interface Program {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves with the exit code of the process, or with the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /**
   * Resolves with the match as soon as the output matches. Rejects if the process ends before that, or after a minute.
   */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends SIGTERM to the process and waits until it has ended. */
  stop(): Promise<number | NodeJS.Signals | null>;
}

/**
 * Starts `postrider ...args`. Inherits only the path, the home directory, and Node's compile cache from the environment
 * of this process. By default, logs only warnings and errors. `main` can be the entry point of another source tree.
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

/** Runs a command and waits until it has ended. */
export async function runToEnd(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  main: string = MAIN,
): Promise<{ code: number | NodeJS.Signals | null; output: string }> {
  const program = runProgram(args, environment, main);
  const code = await program.ended;
  return { code, output: program.output() };
}
