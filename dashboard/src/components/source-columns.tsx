import type { Answer } from '../api.ts';
import { useRead } from '../reading.ts';
import { count, share } from '../words.ts';
import type { Column } from './table.tsx';

type Source = Answer<'GET /dashboard/growth/sources'>['data'][number];

/** Returns the growth figures of sources, as a map by source ID. Reads only the first 100 IDs. */
export function useSources(kind: 'form' | 'import' | 'token', ids: readonly (number | string)[]) {
  const query = { kind, ids: ids.slice(0, MAX_IDS).join(',') };
  const read = useRead('GET /dashboard/growth/sources', { query }, { enabled: ids.length > 0, keep: true });
  return new Map((read.data?.data ?? []).map((source) => [source.id, source]));
}

const MAX_IDS = 100;

/**
 * Returns the columns of a table of sources: the number of contacts that the source added, and the share of those that
 * were still active 30 days later. `idOf` returns the ID of the source of a row.
 */
export function sourceColumns<Row>(
  sources: ReadonlyMap<string, Source>,
  idOf: (row: Row) => number | string,
): readonly Column<Row>[] {
  const of = (row: Row): Source | undefined => sources.get(String(idOf(row)));
  return [
    {
      key: 'joined',
      header: 'Contacts',
      isRight: true,
      isNamed: true,
      width: 'w-24',
      cell: (row) => count(of(row)?.joined ?? 0),
    },
    {
      key: 'retained',
      header: 'Active after 30 days',
      isRight: true,
      isExtra: true,
      width: 'w-44',
      cell: (row) => retentionOf(of(row)),
    },
  ];
}

/**
 * Returns the share of contacts that were active 30 days after they joined, or a dash if no contact joined at least 30
 * days ago. Pure.
 */
export function retentionOf(source: Source | undefined): string {
  return share(source?.retained ?? 0, source?.older ?? 0);
}
