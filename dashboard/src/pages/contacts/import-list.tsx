import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { CREATED_COLUMN } from '../../components/created-column.tsx';
import { Card } from '../../components/page.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { stringifySearch } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { size } from '../../words.ts';
import { isOpen, outcomeOf, STATES, type Import } from './import-words.ts';

/** Renders the imports of the last 90 days and their progress, newest first. */
export function ImportList(): ReactNode {
  const read = useRead('GET /contacts/imports', {});
  return (
    <Card title="Imports" isFlush>
      <Loaded read={read} lines={4}>
        {({ data }) => (
          <Table
            label="Imports"
            columns={COLUMNS}
            rows={data}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/contacts/import${stringifySearch({ import: id })}`}
            empty={
              <EmptyState title="No imports yet">
                Uploaded files appear here. You can close this page while an import runs.
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Card>
  );
}

const COLUMNS: readonly Column<Import>[] = [
  {
    key: 'file',
    header: 'File',
    isMain: true,
    isClipped: true,
    cell: ({ file_name: name }) => name,
  },
  {
    key: 'state',
    header: 'Status',
    isSide: true,
    width: 'w-32',
    cell: ({ state }) => <Badge tone={STATES[state]}>{state}</Badge>,
  },
  { key: 'outcome', header: 'Result', width: 'w-80', cell: (row) => <Outcome of={row} /> },
  {
    key: 'by',
    header: 'Uploaded by',
    isExtra: true,
    isClipped: true,
    width: 'w-40',
    cell: ({ by, bytes }) => <span className="text-ink-3">{by ?? size(bytes)}</span>,
  },
  { ...CREATED_COLUMN, header: 'Started' },
];

function Outcome({ of }: { readonly of: Import }): ReactNode {
  if (isOpen(of) && of.progress) {
    return <ProgressBar label={`Progress of ${of.file_name}`} progress={of.progress} />;
  }
  return (
    <span className="text-ink-2">
      {outcomeOf(of)}
      {of.fault !== null && <span className="block text-bad">{of.fault}</span>}
    </span>
  );
}
