import { useState, type ReactNode } from 'react';
import { Bookmark, Pencil } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import type { useFilters } from '../../filters.ts';
import { useMay } from '../../session.ts';
import { plural } from '../../words.ts';
import { SegmentForm } from '../segments/segment-form.tsx';
import { filterOf, isNarrowed, queryOf, SEGMENT } from './contact-filters.ts';
import { useCount } from './counting.tsx';

/**
 * Renders the number of matching contacts, a description of the filter, and buttons that save the filter as a segment.
 * Renders nothing if there is no filter.
 */
export function Match({ filtering }: { readonly filtering: ReturnType<typeof useFilters> }): ReactNode {
  const [isSaving, setSaving] = useState(false);
  const isShown = isNarrowed(filtering);
  const counted = useCount(queryOf(filtering), isShown);
  const mayChange = useMay('account');
  if (!isShown) return null;
  const segment = filtering.filters[SEGMENT];
  const isSegmentAlone = segment !== undefined && Object.keys(filterOf(filtering)).length === 1;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-6 py-2 max-sm:px-4">
      <p role="status" className="min-w-0 flex-1 basis-60 text-ink-2">
        {counted && (
          <>
            <span className="font-semibold text-ink">{plural(counted.count, 'contact')}</span>: {counted.filter}
          </>
        )}
      </p>
      {mayChange && segment === undefined && (
        <Button look="quiet" onClick={() => setSaving(true)}>
          <Bookmark className="size-4" aria-hidden /> Save as segment
        </Button>
      )}
      {mayChange && isSegmentAlone && (
        <Button look="quiet" onClick={() => setSaving(true)}>
          <Pencil className="size-4" aria-hidden /> Edit segment
        </Button>
      )}
      {isSaving && (
        <SegmentForm
          {...(isSegmentAlone ? { id: Number(segment) } : { filter: filterOf(filtering) })}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}
