import { useMemo } from 'react';
import type { ApiProblem } from '../../api.ts';
import { useRead } from '../../reading.ts';
import type { Campaign } from './campaign-words.ts';
import { contentFaults, type ContentFault } from './edit-words.ts';

/** Returns the content errors that the server reported when an email was last saved, even if the save failed. */
export function useContentFaults(
  campaign: Pick<Campaign, 'id'>,
  part: string,
  problem: ApiProblem | null,
  variant = 0,
): readonly ContentFault[] {
  // The preview uses the same request, so the request is sent only once.
  const { error } = useRead('POST /campaigns/{id}/preview', {
    params: { id: String(campaign.id) },
    ...(variant > 0 && { body: { variant } }),
  });
  return useMemo(() => contentFaults({ ...error?.errors, ...problem?.errors }, part), [error, part, problem]);
}
