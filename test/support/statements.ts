import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A statement that the program creates with `statement()`. */
export interface NamedStatement {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

/** Files in `src` that contain statements. */
export const statementFiles: readonly string[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|[/-])queries\.ts$/.test(file))
  .toSorted((a, b) => a.localeCompare(b));

/** Returns all statements that files in `src` export. */
export async function allStatements(): Promise<NamedStatement[]> {
  return (await Promise.all(statementFiles.map((file) => statementsOf(file)))).flat();
}

/**
 * Returns the statements that a file exports, directly or in the result of `rowsOf()`. If the file exports a function
 * named `all...Statements`, calls this function to get the statements that are assembled from fragments.
 */
async function statementsOf(file: string): Promise<NamedStatement[]> {
  // Safe cast: a module is an object whose members are its exports.
  const module = (await import(pathToFileURL(join('src', file)).href)) as Record<string, unknown>;
  const values = Object.entries(module).flatMap(([name, value]): unknown[] => {
    if (typeof value === 'function' && /^all\w*Statements$/.test(name)) return value() as unknown[];
    return typeof value === 'object' && value !== null && 'byId' in value ? Object.values(value) : [value];
  });
  return values.flatMap((value) =>
    typeof value === 'function' && 'statementName' in value && 'text' in value
      ? [{ file, name: String(value.statementName), text: String(value.text) }]
      : [],
  );
}
