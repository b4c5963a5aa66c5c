import { type ReactNode, useState } from 'react';
import { Download } from 'lucide-react';
import { addressOf, type Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { DownloadLink } from '../../components/download-link.tsx';
import { Card, Page } from '../../components/page.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { refresh, useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { count, size } from '../../words.ts';
import { Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { toast } from '../../components/toast.tsx';

/** Maximum file size in bytes. */
const MAX_BYTES = 128 * 1024 * 1024;

type Import = Answer<'GET /dashboard/suppressions/imports'>['data'][number];

/** Renders the imports of suppressed addresses from files: the upload, and the progress of each import. */
export default function Imports(): ReactNode {
  const [cancelled, setCancelled] = useState<Import>();
  const mayImport = useMay('dashboard:write');
  const read = useRead('GET /dashboard/suppressions/imports', {});
  return (
    <Page
      title="Import suppressions"
      summary="Import the suppression list of your previous provider. No email is sent to the imported addresses."
      back={{ to: '/suppressions', label: 'Suppressions' }}
    >
      {mayImport && <ImportForm />}
      <Card title="Imports" isFlush>
        <Loaded read={read} lines={4}>
          {({ data }) => (
            <Table
              label="Imports"
              columns={mayImport ? [...COLUMNS, actionsColumn(setCancelled)] : COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
              empty={
                <EmptyState title="No imports yet">
                  Uploaded files appear here. You can close this page while an import runs.
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </Card>
      {cancelled && <Cancel of={cancelled} onClose={() => setCancelled(undefined)} />}
    </Page>
  );
}

const STATES = {
  ready: { tone: 'info', label: 'ready' },
  waiting: { tone: 'info', label: 'waiting' },
  running: { tone: 'info', label: 'running' },
  done: { tone: 'ok', label: 'done' },
  failed: { tone: 'bad', label: 'failed' },
  cancelled: { tone: 'plain', label: 'cancelled' },
  undoing: { tone: 'info', label: 'undoing' },
  undone: { tone: 'plain', label: 'undone' },
} as const;

function isOpen({ state }: Import): boolean {
  return state === 'waiting' || state === 'running';
}

const COLUMNS: readonly Column<Import>[] = [
  {
    key: 'file',
    header: 'File',
    isMain: true,
    cell: (row) => (
      <>
        <span className="block max-w-72 truncate font-medium" title={row.file_name}>
          {row.file_name}
        </span>
        <span className="text-sm text-ink-3">{[size(row.bytes), row.by, row.note].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    isSide: true,
    width: 'w-28',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  { key: 'rows', header: 'Result', width: 'w-96', cell: (row) => <Outcome of={row} /> },
  {
    key: 'at',
    header: 'Started',
    isRight: true,
    isExtra: true,
    width: 'w-36',
    cell: ({ created_at: at }) => (
      <span className="text-ink-3">
        <Time at={at} />
      </span>
    ),
  },
];

function Outcome({ of }: { readonly of: Import }): ReactNode {
  const { added, fault, file_name: name, id, known, progress, rejected } = of;
  return (
    <div className="flex flex-col gap-1">
      {isOpen(of) && progress ? (
        <ProgressBar label={`Progress of ${name}`} progress={progress} />
      ) : (
        <span>
          {count(added)} added, {count(known)} already on the list, {count(rejected)} rejected
        </span>
      )}
      {fault !== null && <span className="text-bad">{fault}</span>}
      {rejected > 0 && (
        <DownloadLink
          href={addressOf('/dashboard/suppressions/imports/{id}/rejects', { params: { id } })}
          className="inline-flex min-h-6 items-center gap-1 self-start text-accent-ink underline underline-offset-2"
        >
          <Download className="size-3.5" aria-hidden /> Rejected rows
        </DownloadLink>
      )}
    </div>
  );
}

function actionsColumn(onCancel: (row: Import) => void): Column<Import> {
  return {
    key: 'cancel',
    header: 'Cancel',
    isHeaderHidden: true,
    isRight: true,
    width: 'w-24',
    cell: (row) =>
      isOpen(row) && (
        <Button look="quiet" onClick={() => onCancel(row)} aria-label={`Cancel ${row.file_name}`}>
          Cancel
        </Button>
      ),
  };
}

function Cancel({ of, onClose }: { readonly of: Import; readonly onClose: () => void }): ReactNode {
  const cancel = useAct('POST /dashboard/suppressions/imports/{id}/cancel', {
    refresh: ['GET /dashboard/suppressions/imports'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Cancel the import of ${of.file_name}?`}
      isOpen
      onClose={onClose}
      action="Cancel import"
      isBusy={cancel.isPending}
      problem={cancel.error}
      onConfirm={() => cancel.act({ params: { id: of.id } })}
    >
      Addresses that were already added stay on the list. To add the rest later, import the file again.
    </ConfirmDialog>
  );
}

/** Renders the form that uploads a file with a note. The file is uploaded as soon as the user has selected it. */
function ImportForm(): ReactNode {
  const [note, setNote] = useState('');
  return (
    <Card title="Import file">
      <div className="flex max-w-prose flex-col gap-4">
        <Field
          label="Note"
          name="note"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          hint="Optional. The note is shown with each address as the reason. The default is the file name."
        />
        <FileField
          label="File"
          hint="Use a file with one address per line, or a UTF-8 CSV file with a column named email. The maximum size is 128 MB, which is enough for over a million addresses."
          kinds={['.csv', '.txt', '.tsv']}
          maxBytes={MAX_BYTES}
          take={async (file, { upload }) => {
            await upload('POST /dashboard/suppressions/imports', file, {
              contentType: 'text/csv',
              query: { file_name: file.name, ...(note.trim() && { note: note.trim() }) },
            });
            toast(`${file.name} was uploaded and is being processed.`);
            refresh(['GET /dashboard/suppressions/imports']);
          }}
        />
      </div>
    </Card>
  );
}
