import { readFileSync } from 'node:fs';

const LINE = /^Max open files\s+(\d+)/m;

/** How many files and connections this process may have open at once; Infinity where the system does not say (proc(5)). */
export function descriptorLimit(): number {
  try {
    return Number(LINE.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    // macOS has no /proc; Node has raised the limit as far as it goes.
    return Infinity;
  }
}
