import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Card } from '../../components/page.tsx';
import { plural } from '../../words.ts';

type Preview = Answer<'GET /contacts/imports/{id}/preview'>;
type Fault = Preview['faults'][number];

/**
 * Renders the first rows of a file as they would be imported. Values that would be rejected or omitted are marked, and
 * the reasons are shown below the rows.
 */
export function ImportPreview(props: {
  readonly preview: Preview;
  readonly mapping: readonly string[];
  readonly hasHeader: boolean;
}): ReactNode {
  const { hasHeader, mapping, preview } = props;
  const { columns, faults, rows } = preview;
  const first = hasHeader ? 1 : 0;
  const shown = rows.slice(first);
  const headings = columns.map(({ heading }, at) => heading || `Column ${at + 1}`);
  return (
    <Card title="First rows" summary={summaryOf(shown.length, faults)} isFlush>
      {/* A scrollable region must be focusable. */}
      <div role="region" aria-label="First rows" tabIndex={0} className="overflow-x-auto pb-2">
        <table className="min-w-full border-separate border-spacing-0 text-left text-sm">
          <thead>
            <tr className="text-ink-3">
              <th scope="col" className="border-b border-line py-2 pr-3 pl-6 font-normal whitespace-nowrap max-sm:pl-4">
                Row
              </th>
              {columns.map(({ heading }, at) => (
                <th
                  key={`${at} ${heading}`}
                  scope="col"
                  className={`border-b border-line px-3 py-2 font-medium whitespace-nowrap ${isLeftOut(mapping, at) ? 'text-ink-3 line-through' : 'text-ink-2'}`}
                >
                  {headings[at]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((cells, at) => (
              <PreviewRow
                key={first + at}
                number={first + at + 1}
                cells={columns.map((_, column) => cells[column] ?? '')}
                mapping={mapping}
                headings={headings}
                faults={faults.filter(({ row }) => row === first + at)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function isLeftOut(mapping: readonly string[], at: number): boolean {
  return (mapping[at] ?? 'ignore') === 'ignore';
}

function summaryOf(shown: number, faults: readonly Fault[]): string {
  if (shown === 0) return 'The file has no rows below the header row.';
  const refused = faults.filter(({ refuses_row: isRefused }) => isRefused).length;
  const left = faults.length - refused;
  const values = left === 0 ? '' : ` ${plural(left, 'value')} would be omitted.`;
  if (refused === 0) return `${plural(shown, 'row is', 'rows are')} shown. No rows would be rejected.${values}`;
  return `${refused} of ${plural(shown, 'row')} would be rejected.${values}`;
}

function PreviewRow(props: {
  readonly number: number;
  readonly cells: readonly string[];
  readonly mapping: readonly string[];
  readonly headings: readonly string[];
  readonly faults: readonly Fault[];
}): ReactNode {
  const { cells, faults, headings, mapping, number } = props;
  const isRefused = faults.some(({ refuses_row: refuses }) => refuses);
  const [soft, tone] = isRefused ? ['bg-bad-soft', 'text-bad'] : ['bg-warn-soft', 'text-warn'];
  const line = faults.length > 0 ? '' : 'border-b border-line';
  const toneOf = (at: number): string => {
    if (faults.some(({ column }) => column === at)) return `font-medium ${tone}`;
    return isLeftOut(mapping, at) ? 'text-ink-3' : '';
  };
  return (
    <>
      <tr className={faults.length > 0 ? soft : ''}>
        <th scope="row" className={`py-1.5 pr-3 pl-6 font-normal text-ink-3 max-sm:pl-4 ${line}`}>
          {number}
        </th>
        {cells.map((cell, at) => (
          <td key={at} className={`max-w-60 truncate px-3 py-1.5 whitespace-nowrap ${line} ${toneOf(at)}`}>
            {cell}
          </td>
        ))}
      </tr>
      {faults.length > 0 && (
        <tr className={soft}>
          <td className="border-b border-line" />
          <td colSpan={cells.length} className={`border-b border-line px-3 pb-2 ${tone}`}>
            {faults.map((fault) => (
              <span key={`${fault.column}`} className="sticky left-3 flex w-fit items-center gap-1.5">
                <CircleAlert className="size-3.5 shrink-0" aria-hidden />
                {sentenceOf(fault, mapping, headings)}
              </span>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

/** Replaces the field name at the start of an API error with the header of the column. */
function sentenceOf({ column, reason }: Fault, mapping: readonly string[], headings: readonly string[]): string {
  if (column === null) return `The row ${reason}`;
  const name = `${mapping[column]} `;
  const said = reason.startsWith(name) ? reason.slice(name.length) : reason;
  return `${headings[column]} ${said}`;
}
