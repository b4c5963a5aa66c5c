import type { Answer } from '../../api.ts';

type Waiting = Answer<'GET /dashboard/operator/campaign-approvals'>['data'][number];

/** Names for the types of email that can contain the content. */
export const KINDS: Readonly<Record<Waiting['campaign']['kind'], string>> = {
  campaign: 'campaign',
  confirmation: 'confirmation email',
  automation: 'automation email',
};
