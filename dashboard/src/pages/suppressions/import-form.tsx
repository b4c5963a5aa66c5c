import { useState, type ReactNode } from 'react';
import { Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Card } from '../../components/page.tsx';
import { toast } from '../../components/toast.tsx';
import { refresh } from '../../reading.ts';

/** As the server has it. */
const MOST_BYTES = 128 * 1024 * 1024;

/** A file with its note, sent as soon as it is chosen. */
export function ImportForm(): ReactNode {
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
          hint="Optional. Shown with each address as the reason. Defaults to the file name."
        />
        <FileField
          label="File"
          hint="One address per line, or a UTF-8 CSV file with a column named email. Up to 128 MB, over a million addresses."
          kinds={['.csv', '.txt', '.tsv']}
          maxBytes={MOST_BYTES}
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
