import { useEffect, useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer, Input } from '../../api.ts';
import { useRead } from '../../reading.ts';
import { count, noun, plural, share } from '../../words.ts';
import { queryOf, STATUS } from './contact-filters.ts';
import { partsOf, type Addressed, type FilterChanges } from '../../filter-parts.ts';

type Query = NonNullable<Input<'GET /contacts'>['query']>;

/** Delay in milliseconds after the last key press before the contacts are counted. */
const PAUSE_MS = 300;
/** Refresh interval of the counts in milliseconds. */
const AGAIN_MS = 60_000;

/**
 * Counts the contacts that match a query, and describes the query in words. Returns undefined until the response
 * arrives.
 */
export function useCount(
  query: Query,
  isWanted = true,
): Extract<Answer<'GET /contacts'>, { count: number }> | undefined {
  const { data } = useRead(
    'GET /contacts',
    { query: { ...query, count_only: true } },
    { enabled: isWanted, keep: true, every: AGAIN_MS },
  );
  return data && 'count' in data ? data : undefined;
}

/** Renders the number of contacts that would match with these filter changes. Shown next to the Apply button. */
export function Outcome({
  changes,
  filtering: { filters, lists },
}: {
  readonly changes: FilterChanges;
  readonly filtering: Addressed;
}): ReactNode {
  const wanted = JSON.stringify(queryOf(partsOf({ ...filters, ...lists, ...changes })));
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  // Safe cast: this string was created by JSON.stringify above.
  const counted = useCount(JSON.parse(asked) as Query);
  const isCurrent = asked === wanted && counted !== undefined;
  return (
    <span role="status">{isCurrent ? `${count(counted.count)} ${noun(counted.count, 'match', 'matches')}` : ''}</span>
  );
}

const FIGURES = [
  { label: 'Contacts', status: undefined, hint: 'in total' },
  { label: 'Active', status: 'active', hint: 'can receive newsletters' },
  { label: 'Engaged', status: 'engaged', hint: 'opened in the last 90 days' },
  { label: 'Unsubscribed', status: 'unsubscribed', hint: 'receive no newsletters' },
] as const;

/** Renders the number of contacts for each status, with links that show these contacts. */
export function Figures({ status }: { readonly status: string | undefined }): ReactNode {
  const all = useCount({});
  return (
    <nav aria-label="Contacts by status" className="card stripe grid grid-cols-4 pt-1.5 max-sm:grid-cols-2">
      {FIGURES.map((figure) => (
        <Figure key={figure.label} {...figure} all={all?.count} isCurrent={figure.status === status} />
      ))}
    </nav>
  );
}

function Figure(
  props: (typeof FIGURES)[number] & { readonly all: number | undefined; readonly isCurrent: boolean },
): ReactNode {
  const { all, hint, isCurrent, label, status } = props;
  const counted = useCount({ [STATUS]: status });
  const part = status !== undefined && counted && all !== undefined ? share(counted.count, all) : undefined;
  return (
    <Link
      to="/contacts"
      search={status === undefined ? {} : { [STATUS]: status }}
      activeOptions={{ exact: true }}
      {...(isCurrent && { 'data-shown': '' })}
      className="group flex flex-col px-6 py-4 not-first:border-l not-first:border-line hover:bg-sunken focus-visible:-outline-offset-2 max-sm:px-4 max-sm:odd:border-l-0 max-sm:nth-[n+3]:border-t max-sm:nth-[n+3]:border-line"
    >
      <span className="text-sm text-ink-3 group-data-shown:font-medium group-data-shown:text-accent-ink">{label}</span>
      <span className="text-xl font-semibold" aria-label={counted && plural(counted.count, 'contact')}>
        {counted ? count(counted.count) : '–'}{' '}
        {part !== undefined && <span className="text-sm font-normal text-ink-3">{part}</span>}
      </span>
      <span className="text-sm text-ink-3 max-sm:hidden">{hint}</span>
    </Link>
  );
}
