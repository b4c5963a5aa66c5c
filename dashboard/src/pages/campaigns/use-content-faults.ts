import { useMemo } from 'react';
import type { ApiProblem } from '../../api.ts';
import { useRead } from '../../reading.ts';
import type { Campaign } from './campaign-words.ts';
import { contentFaults, type ContentFault } from './edit-words.ts';

/**
 * Returns the content errors of the last saved version, which the preview reports, and those of the last save if it
 * failed. Only returns errors in the field `part`.
 */
export function useContentFaults(
  campaign: Pick<Campaign, 'id'>,
  part: string,
  problem: ApiProblem | null,
  variant = 0,
): readonly ContentFault[] {
  // While no contact is chosen, the preview uses the same request, which is then sent only once.
  const { error } = useRead('POST /campaigns/{id}/preview', {
    params: { id: String(campaign.id) },
    ...(variant > 0 && { body: { variant } }),
  });
  return useMemo(() => contentFaults({ ...error?.errors, ...problem?.errors }, part), [error, part, problem]);
}
