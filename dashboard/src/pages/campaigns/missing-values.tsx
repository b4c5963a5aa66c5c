import type { ReactNode } from 'react';
import type { DesignBlock } from '../../editor/design.ts';
import { useRead } from '../../reading.ts';
import { count, noun, plural } from '../../words.ts';

/** Maximum number of merge tags in one request to the server. */
const MAX_NAMES = 20;
/** Fields of contacts that can be empty. Every contact has an email address. */
const OPTIONAL = /^contact\.(?!email$)[\w-]+$/;

/**
 * Returns the names of the merge tags in a design that have no fallback and belong to a known contact field other than
 * the email address. The names are sorted and separated by commas. Returns at most `MAX_NAMES` names. Pure.
 */
export function namesWithoutFallback(design: DesignBlock, known: ReadonlySet<string>): string {
  const names = new Set<string>();
  const look = ({ attrs, content = [], type }: DesignBlock): void => {
    const name = attrs?.['name'];
    if (type === 'mergeTag' && typeof name === 'string' && !attrs?.['fallback'] && OPTIONAL.test(name)) {
      if (known.has(name)) names.add(name);
    }
    for (const block of content) look(block);
  };
  look(design);
  return [...names].toSorted().slice(0, MAX_NAMES).join(',');
}

/**
 * Renders how many contacts of a campaign have no value for its merge tags. Renders nothing if all contacts have one.
 */
export function MissingValues(props: {
  readonly id: string;
  /** Merge tags without a fallback, separated by commas. */
  readonly names: string;
  /** Returns the label of a merge tag. */
  readonly labelOf: (name: string) => string;
}): ReactNode {
  const { id, labelOf, names } = props;
  const { data } = useRead(
    'GET /dashboard/campaigns/{id}/missing-values',
    { params: { id }, query: { names } },
    { enabled: names !== '', keep: true },
  );
  const gaps = names === '' ? [] : (data?.data.filter(({ missing }) => missing > 0) ?? []);
  if (!data || gaps.length === 0) return null;
  return (
    <section aria-label="Missing values" className="flex flex-col gap-1 text-sm text-warn">
      {gaps.map(({ missing, name }) => (
        <p key={name}>
          {`${count(missing)} of ${plural(data.contacts, 'contact')} ${noun(missing, 'has', 'have')} no value for “${labelOf(name)}”. Add a fallback to the merge tag.`}
        </p>
      ))}
    </section>
  );
}
