import type { Answer } from '../../api.ts';

type Waiting = Answer<'GET /dashboard/operator/campaign-approvals'>['data'][number];

/** What a content is of. */
export const KINDS: Readonly<Record<Waiting['campaign']['kind'], string>> = {
  campaign: 'campaign',
  confirmation: 'confirmation email',
  automation: 'automation email',
};
