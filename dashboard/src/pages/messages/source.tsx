import type { ReactNode } from 'react';
import { Download } from 'lucide-react';
import { addressOf } from '../../api.ts';
import { CopyButton } from '../../components/copy.tsx';
import { DownloadLink } from '../../components/download-link.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import { size } from '../../words.ts';
import { headersOf } from './source-headers.ts';

const ADDRESS = '/dashboard/messages/{id}/source';

interface Whose {
  readonly id: string;
  readonly recipient: string;
}

/** Renders the source of an email as it was sent. */
export function Source({ id, recipient }: Whose): ReactNode {
  const read = useRead('GET /dashboard/messages/{id}/source', { params: { id }, query: { recipient } });
  const file = addressOf(ADDRESS, { params: { id }, query: { recipient, download: '1' } });
  return (
    <Loaded read={read} lines={10}>
      {(source) => (
        <>
          <div className="flex items-center gap-2 border-b border-line px-6 py-2 text-ink-3 max-sm:px-4">
            <span className="flex-1">{size(new Blob([source]).size)}, as sent to this recipient</span>
            <CopyButton text={source} label="Copy source" />
            <DownloadLink
              href={file}
              className="inline-flex h-8 items-center gap-1.5 rounded-control px-2 font-medium text-accent-ink hover:bg-sunken"
            >
              <Download className="size-4" aria-hidden /> Save as .eml
            </DownloadLink>
          </div>
          <pre
            tabIndex={0}
            role="region"
            aria-label="Source"
            className="max-h-[40rem] overflow-auto px-6 py-4 font-mono text-sm whitespace-pre max-sm:px-4"
            style={{ overflowWrap: 'normal' }}
          >
            {source}
          </pre>
        </>
      )}
    </Loaded>
  );
}

/** Renders the header fields of the email, each unfolded to one line. */
export function Headers({ id, recipient }: Whose): ReactNode {
  const read = useRead('GET /dashboard/messages/{id}/source', { params: { id }, query: { recipient } });
  return (
    <Loaded read={read} lines={10}>
      {(source) => (
        <dl className="px-6 py-4 max-sm:px-4">
          {headersOf(source).map(([name, value], index) => (
            <div
              key={index}
              className="grid grid-cols-[12rem_1fr] gap-x-4 border-b border-line py-1.5 last:border-0 max-sm:grid-cols-1"
            >
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-0 font-mono text-sm">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Loaded>
  );
}
