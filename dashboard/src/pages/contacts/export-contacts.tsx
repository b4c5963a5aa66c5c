import type { ReactNode } from 'react';
import { Download } from 'lucide-react';
import type { Input } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DownloadLink } from '../../components/download-link.tsx';
import { plural } from '../../words.ts';
import { exportOf } from './contact-filters.ts';
import { useCount } from './counting.tsx';

const FORMATS = [
  {
    format: 'csv',
    label: 'CSV',
    hint: 'Use CSV for spreadsheets and other services. The file has a column for each custom field and can be imported again.',
  },
  {
    format: 'json',
    label: 'JSON',
    hint: 'The file contains an array of contacts with their statuses and tags, and the times of the last email, open, and click.',
  },
  {
    format: 'jsonl',
    label: 'JSON Lines',
    hint: 'The file contains the same data as the JSON file, but with one contact per line, so that programs can process it as a stream.',
  },
] as const;

/** Renders the dialog that exports the filtered contacts as a file. The user chooses the file format. */
export function ExportContacts(props: {
  readonly query: NonNullable<Input<'GET /contacts'>['query']>;
  readonly onClose: () => void;
}): ReactNode {
  const { onClose, query } = props;
  const counted = useCount(query);
  return (
    <Dialog
      title="Export contacts"
      description={counted && `${plural(counted.count, 'contact')}: ${counted.filter}`}
      isOpen
      onClose={onClose}
    >
      <ul className="flex flex-col gap-2">
        {FORMATS.map(({ format, hint, label }) => (
          <li key={format}>
            <DownloadLink
              href={exportOf(query, format)}
              className="flex items-start gap-3 rounded-control border border-line px-4 py-3 hover:bg-sunken"
            >
              <Download className="mt-0.5 size-4 shrink-0 text-accent-ink" aria-hidden />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-sm text-ink-3">{hint}</span>
              </span>
            </DownloadLink>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
