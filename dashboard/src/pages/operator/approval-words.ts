import type { Answer } from '../../api.ts';

type Waiting = Answer<'GET /dashboard/operator/campaign-approvals'>['data'][number];

/** Name of each kind of email that can need approval. */
export const KINDS: Readonly<Record<Waiting['campaign']['kind'], string>> = {
  campaign: 'campaign',
  confirmation: 'confirmation email',
  automation: 'automation email',
};
