import { ConfigError } from '../base/config.ts';
import { isUnavailable } from '../base/db.ts';
import { Refusal } from '../base/refusal.ts';
import { StartupError } from '../base/startup-error.ts';
import { CommandFailure, UsageError } from './commands/parse.ts';

const FAILED = 1;
/** Exit code for invalid arguments, as in shells. */
export const MISUSED = 2;

/**
 * Runs the main function of a process and resolves with the exit code. Prints errors to stderr: invalid arguments with
 * `usage`, expected errors as a message, and all other errors with their stack trace.
 */
export async function exitCodeOf(usage: string | undefined, run: () => Promise<void>): Promise<number> {
  try {
    await run();
    return 0;
  } catch (error) {
    const [lines, code] = explanation(usage, error);
    process.stderr.write(`postrider: ${lines.join('\n  ')}\n`);
    return code;
  }
}

function explanation(usage: string | undefined, error: unknown): [lines: string[], exitCode: number] {
  if (error instanceof StartupError) return [[error.message, error.remedy], FAILED];
  if (error instanceof ConfigError) {
    return [['the configuration is invalid.', ...error.problems, 'All settings: docs/configuration.md'], FAILED];
  }
  if (error instanceof UsageError) {
    return [[error.message, ...(usage === undefined ? [] : ['', 'Usage:', ...usage.split('\n')])], MISUSED];
  }
  if (error instanceof CommandFailure) return [[error.message], FAILED];
  if (error instanceof Refusal) return [refusalLines(error), FAILED];
  if (isUnavailable(error)) {
    const { message } = error as Error;
    return [
      [
        `the connection to the database was lost: ${message}.`,
        'Try again once the database is available. See postgres.log in the data directory for details.',
      ],
      FAILED,
    ];
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [['an unexpected error occurred.', ...text.split('\n')], FAILED];
}

function refusalLines({ code, details, message }: Refusal): string[] {
  const fields = Object.entries(details.errors ?? {}).map(([field, sentences]) => `${field} ${sentences.join(' ')}`);
  return [
    code === 'validation_error' ? 'the input is invalid.' : message,
    ...fields,
    ...(details.fix ? [details.fix] : []),
  ];
}
