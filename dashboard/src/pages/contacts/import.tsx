import type { ReactNode } from 'react';
import { Card, Page } from '../../components/page.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Loaded } from '../../components/states.tsx';
import { isUnknown } from '../../components/unknown.tsx';
import { useFilters } from '../../filters.ts';
import { refresh, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { ImportList } from './import-list.tsx';
import { ImportSetup } from './import-setup.tsx';
import { ImportState } from './import-state.tsx';
import { isOpen } from './import-words.ts';

/** Maximum file size in bytes. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Poll interval in milliseconds. The live stream, if there is one, also reports each step. */
const AGAIN_MS = 3_000;

/** Renders the import of contacts from files: the upload, the column mapping, the results, and the undo button. */
export default function Import(): ReactNode {
  const { filters, setFilters } = useFilters();
  const mayImport = useMay('account');
  const { import: id } = filters;
  return (
    <Page
      title="Import contacts"
      summary="Import any CSV file. Exports from Mailchimp, listmonk, Kit, and SendFox are recognized by their columns."
      back={id === undefined ? { to: '/contacts', label: 'Contacts' } : { to: '/contacts/import', label: 'Imports' }}
    >
      {id === undefined ? (
        <>
          {mayImport && <Upload onSent={(sent) => setFilters({ import: sent })} />}
          <ImportList />
        </>
      ) : (
        <One key={id} id={id} mayImport={mayImport} />
      )}
    </Page>
  );
}

function Upload({ onSent }: { readonly onSent: (id: string) => void }): ReactNode {
  return (
    <Card isMain>
      <div className="max-w-prose">
        <FileField
          label="File"
          hint="Use a CSV or text file of up to 128 MB, in any encoding, with one contact per line. Nothing is imported until you confirm the columns."
          kinds={['.csv', '.txt', '.tsv']}
          maxBytes={MAX_BYTES}
          take={async (file, { upload }) => {
            const { id } = await upload('POST /contacts/imports', file, {
              contentType: 'text/csv',
              query: { file_name: file.name },
            });
            refresh(['GET /contacts/imports']);
            onSent(id);
          }}
        />
      </div>
    </Card>
  );
}

function One({ id, mayImport }: { readonly id: string; readonly mayImport: boolean }): ReactNode {
  const read = useRead(
    'GET /contacts/imports/{id}',
    { params: { id } },
    { every: ({ data }) => (data && isOpen(data) ? AGAIN_MS : false) },
  );
  if (isUnknown(read)) {
    return (
      <Card title="Import not found">
        <p className="text-ink-2">Imports are kept for 90 days.</p>
      </Card>
    );
  }
  return (
    <Loaded read={read} lines={8}>
      {(one) =>
        one.state === 'ready' && mayImport ? <ImportSetup of={one} /> : <ImportState of={one} mayImport={mayImport} />
      }
    </Loaded>
  );
}
