import type { ReactNode } from 'react';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { CopyButton } from '../../components/copy.tsx';
import { differenceOf, nearestOf, recordName, type Differing } from './dns-text.ts';

type DomainRecord = Answer<'GET /dashboard/domains/{id}'>['records'][number];

/**
 * Renders the DNS records of a domain. For each record, renders the required value, the published value, and how they
 * differ.
 */
export function RecordList({ records }: { readonly records: readonly DomainRecord[] }): ReactNode {
  return (
    <ul className="border-t border-line">
      {records.map((record) => (
        <li
          key={`${record.type} ${record.host} ${record.name}`}
          data-record={record.name}
          data-valid={record.valid}
          className="grid grid-cols-[12rem_minmax(0,1fr)] gap-x-6 gap-y-3 border-b border-line px-6 py-4 last:border-0 max-sm:grid-cols-1 max-sm:px-4"
        >
          <div>
            <p className="flex items-center gap-2 font-medium">
              <Mark record={record} />
              {recordName(record.name)}
            </p>
            <p className="mt-0.5 ml-6.5 text-sm text-ink-3">
              {record.type}, {record.need}
              <span className="block">{stateOf(record)}</span>
            </p>
          </div>
          <dl className="grid min-w-0 gap-y-2">
            <Value label="Host" text={record.host}>
              <Host record={record} />
            </Value>
            <Data record={record} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Returns the words for the status of a record. The words are shown next to the color of the status. */
function stateOf({ found, valid }: DomainRecord): string {
  if (valid) return 'found';
  return found.length > 0 ? 'incorrect' : 'not found yet';
}

function Mark({ record }: { readonly record: DomainRecord }): ReactNode {
  if (record.valid) return <CircleCheck className="size-4.5 text-ok" aria-hidden />;
  if (record.found.length > 0) {
    return <CircleX className="size-4.5 text-bad" aria-hidden />;
  }
  return <CircleDashed className="size-4.5 text-warn" aria-hidden />;
}

function Data({ record }: { readonly record: DomainRecord }): ReactNode {
  const { found, reason, valid, wanted } = record;
  const nearest = valid ? undefined : nearestOf(wanted, found);
  const difference = nearest === undefined ? undefined : differenceOf(wanted, nearest);
  return (
    <>
      <Value label="Value" text={wanted}>
        {difference && <Marked text={difference.wanted} className="bg-ok-soft text-ok" />}
      </Value>
      {difference && nearest !== undefined && (
        <Value label="Found" text={nearest} isFound>
          <Marked text={difference.found} className="bg-bad-soft text-bad" />
        </Value>
      )}
      {!valid && found.length > 0 && (
        <div className="sm:ml-16">
          <dt className="sr-only">Problem</dt>
          <dd className="text-sm text-bad">
            {reason}
            {found.length > 1 && ` ${found.length} records were found. The closest match is shown.`}
          </dd>
        </div>
      )}
    </>
  );
}

/**
 * Renders the host of a record. Only the part that the user must enter is highlighted, because forms of DNS providers
 * append the domain.
 */
function Host({ record: { host, owner } }: { readonly record: DomainRecord }): ReactNode {
  if (owner === '@' || !host.startsWith(owner)) return host;
  return (
    <>
      {owner}
      <span className="text-ink-3">{host.slice(owner.length)}</span>
    </>
  );
}

function Value(props: {
  readonly label: string;
  readonly text: string;
  /** Whether the value is only shown for comparison, without a copy button. */
  readonly isFound?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  const { label, text, isFound = false, children } = props;
  return (
    <div className="flex items-start gap-2 max-sm:flex-wrap">
      <dt className="w-14 shrink-0 pt-1 text-sm text-ink-3 max-sm:w-full max-sm:pt-0">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-start gap-2">
        <span className="min-w-0 flex-1 rounded-control bg-sunken px-2.5 py-1 font-mono text-sm break-all">
          {children ?? text}
        </span>
        {isFound ? (
          <span className="w-8 max-sm:w-10" />
        ) : (
          <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
        )}
      </dd>
    </div>
  );
}

function Marked({ text, className }: { readonly text: Differing; readonly className: string }): ReactNode {
  return (
    <>
      {text.before}
      {text.differs !== '' && <mark className={`rounded-[2px] ${className}`}>{text.differs}</mark>}
      {text.after}
    </>
  );
}
