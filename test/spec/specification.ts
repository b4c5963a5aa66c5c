import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of a table. The keys are the names of the columns. */
export type TableRow = Readonly<Record<string, string>>;

/** A document of the specification, by heading. */
export interface Specification {
  /** Returns the paragraphs and lists under a heading, without tables and deeper headings. */
  textOf(heading: string): string;
  /** Returns the rows of all tables under a heading. */
  rowsOf(heading: string): readonly TableRow[];
  /** Returns the headings directly under a heading. */
  partsOf(heading: string): readonly string[];
}

/** A field that is named in a table cell. */
export interface NamedMember {
  readonly name: string;
  readonly isRequired: boolean;
  readonly words: readonly string[];
  readonly most: number | undefined;
  readonly range: string | undefined;
  readonly otherwise: string | undefined;
}

/**
 * Returns the folder of the specification, which is not in the repository. `POSTRIDER_TEST_SPECIFICATION` sets the
 * folder. By default, the folder is next to the repository. If the folder does not exist, prints a message and returns
 * undefined.
 */
export function specificationFolder(): string | undefined {
  const given = process.env['POSTRIDER_TEST_SPECIFICATION'] ?? '';
  const folder = given === '' ? join('..', 'shared', 'spec') : given;
  if (existsSync(join(folder, 'account-management-api.md'))) return folder;
  process.stdout.write('The specification is not beside this clone: its tables are taken as test/spec has them.\n');
  return undefined;
}

export function readSpecification(folder: string, name: string): Specification {
  const sections = sectionsOf(readFileSync(join(folder, name), 'utf8'));
  const found = (heading: string): Section => {
    const section = sections.find((one) => one.heading === heading);
    if (!section) throw new Error(`The specification has no heading ${heading}`);
    return section;
  };
  return {
    textOf: (heading) =>
      found(heading)
        .lines.filter((line) => !line.startsWith('|'))
        .join('\n'),
    rowsOf: (heading) => tableRows(found(heading).lines),
    partsOf(heading) {
      const from = sections.indexOf(found(heading));
      const { depth } = found(heading);
      const to = sections.findIndex((one, index) => index > from && one.depth <= depth);
      const within = sections.slice(from + 1, to === -1 ? undefined : to);
      return within.filter((one) => one.depth === depth + 1).map((one) => one.heading);
    },
  };
}

interface Section {
  readonly heading: string;
  readonly depth: number;
  readonly lines: string[];
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split('\n')) {
    const [, marks = '', heading = ''] = /^(#+) (.*)$/.exec(line) ?? [];
    if (marks !== '') sections.push({ heading: heading.trim(), depth: marks.length, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function tableRows(lines: readonly string[]): TableRow[] {
  const rows: TableRow[] = [];
  let columns: readonly string[] = [];
  for (const line of lines) {
    if (!line.startsWith('|')) columns = [];
    else if (columns.length === 0) columns = cellsOf(line);
    else if (!/^\|[-|: ]+$/.test(line)) {
      const cells = cellsOf(line);
      rows.push(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])));
    }
  }
  return rows;
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/**
 * Returns the fields that a table cell names, with the text in parentheses after each. Parentheses that begin with
 * `all` apply to every field since the last semicolon.
 */
export function membersOf(cell: string): NamedMember[] {
  // Do not split at semicolons in parentheses.
  return cell.split(/;(?![^(]*\))/).flatMap((group) => {
    const named = [...group.matchAll(/`([a-z_]+(?:\[[a-z_]+\])?)`(?:\s*\(([^)]*)\))?/g)];
    const outside = group.replaceAll(/\([^)]*\)/g, (text) => ' '.repeat(text.length));
    const isOutside = (index: number): boolean => outside[index] === '`';
    const ofAll = /\(all required\)/.test(group);
    return named
      .filter(({ index }) => isOutside(index))
      .map(([, name = '', about = '']) => ({
        name,
        isRequired: ofAll || /\brequired\b(?! when)/.test(about),
        // If the cell contains only a list of quoted words, they are the allowed values. In running text, quoted words
        // are the names of other fields.
        words: /^(?:required: )?(?:`[a-z_]+`(?:, )?)+$/.test(about)
          ? [...about.matchAll(/`([a-z_]+)`/g)].map(([, word = '']) => word)
          : [],
        most: numberOf(/at most ([\d,]+)/.exec(about)?.[1]),
        range: /(\d+\.\.\d+)/.exec(about)?.[1],
        otherwise: /default (\d+|true|false)/.exec(about)?.[1],
      }));
  });
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text.replaceAll(',', ''));
}
