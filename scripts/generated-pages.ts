import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ALL_CONDITIONS } from '../src/features/audience/contact-filters/index.ts';
import { EVENTS } from '../src/features/transactional/webhooks/events.ts';
import { openApiYaml } from '../src/http/openapi/document.ts';
import { renderConfigurationPage } from './configuration-page.ts';
import { renderDashboardDesign } from './dashboard-design.ts';
import { renderDashboardEvents } from './dashboard-events.ts';
import { renderDashboardLanguages } from './dashboard-languages.ts';
import { renderDashboardTypes } from './dashboard-types.ts';
import { renderErrorsPage } from './errors-page.ts';
import { fieldTables, renderDashboardFields } from './vendor-fields.ts';
import { readApiDocument } from './openapi-page.ts';
import { renderSdkPages } from './sdk-page.ts';

/** A generated file with its path from the root of the project. */
interface GeneratedPage {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns all generated files. The files in `docs/` are committed, because people read them in the repository. All
 * others are build output.
 */
export function generatedPages(): GeneratedPage[] {
  const document = readApiDocument();
  return [
    { path: 'docs/configuration.md', text: renderConfigurationPage() },
    { path: 'docs/errors.md', text: renderErrorsPage() },
    pageWithTables('docs/contacts.md', [{ header: ['Condition', 'Meaning'], rows: conditionRows() }]),
    pageWithTables('docs/webhooks.md', [{ header: ['Event', 'Compatible format', 'Sent when'], rows: eventRows() }]),
    pageWithTables('docs/compatibility.md', fieldTables()),
    { path: 'openapi.yaml', text: openApiYaml(document) },
    renderDashboardTypes(document),
    renderDashboardEvents(),
    renderDashboardFields(),
    renderDashboardLanguages(),
    renderDashboardDesign(),
    ...renderSdkPages(document),
  ];
}

function conditionRows(): string[][] {
  return ALL_CONDITIONS.map(({ condition, name }) => [`\`${name}\``, condition.description]);
}

function eventRows(): string[][] {
  return Object.entries(EVENTS).map(([name, { compatibleName, sentWhen }]) => [
    `\`${name}\``,
    `\`${compatibleName}\``,
    sentWhen,
  ]);
}

/** A generated table. It replaces the table with the same header in its page. */
interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Returns a page in which the tables with the given headers are replaced with generated tables. Throws unless the page
 * has exactly one table with each header.
 */
function pageWithTables(path: string, tables: readonly Table[]): GeneratedPage {
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |\n`;
  const text = tables.reduce(
    (page, { header, rows }) => {
      const [before = '', after, ...others] = page.split(lineOf(header));
      if (after === undefined || others.length > 0) throw new Error(`${path} has not one table with ${lineOf(header)}`);
      const table = [header, header.map(() => '---'), ...rows].map(lineOf);
      return before + table.join('') + after.replace(/^(?:\|.*\n)+/, '');
    },
    readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
  );
  return { path, text };
}

/** Writes the generated files that changed. With `built`, writes only files that are not in git. */
export function writeGeneratedPages(which: 'all' | 'built'): void {
  for (const { path, text } of generatedPages()) {
    if (which === 'built' && path.startsWith('docs/')) continue;
    const file = new URL(`../${path}`, import.meta.url);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}
