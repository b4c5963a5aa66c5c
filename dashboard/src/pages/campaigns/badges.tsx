import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { useRead } from '../../reading.ts';
import { safeguardsOf, STATES, type Campaign } from './campaign-words.ts';

/** Renders badges for the status of a campaign and for the safeguards that affect the campaign. */
export function Badges({ of }: { readonly of: Pick<Campaign, 'badges' | 'fault' | 'id' | 'status'> }): ReactNode {
  const { data } = useRead('GET /dashboard/campaign-safeguards', {});
  return (
    <span className="flex flex-wrap items-center gap-1.5 max-sm:justify-end">
      <Badge tone={STATES[of.status]}>{of.status}</Badge>
      {safeguardsOf(of, data?.safeguards ?? [], Date.now()).map(({ text, tone }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  );
}
