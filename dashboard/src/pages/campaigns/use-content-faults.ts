import { useMemo } from 'react';
import type { ApiProblem } from '../../api.ts';
import { useRead } from '../../reading.ts';
import type { Campaign } from './campaign-words.ts';
import { contentFaults, type ContentFault } from './edit-words.ts';

/** What is wrong with the content of a mail as it was saved last, or as it could not be saved. */
export function useContentFaults(
  campaign: Pick<Campaign, 'id'>,
  part: 'html' | 'design',
  problem: ApiProblem | null,
): readonly ContentFault[] {
  // What the preview asks too.
  const { error } = useRead('POST /campaigns/{id}/preview', { params: { id: String(campaign.id) } });
  return useMemo(() => contentFaults({ ...error?.errors, ...problem?.errors }, part), [error, part, problem]);
}
