import type { Answer } from '../../api.ts';
import type { Tone } from '../../components/badge.tsx';

type AccountStatus = Answer<'GET /dashboard/account'>['status'];

/** Labels and colors of account statuses. */
export const ACCOUNT_STATUSES: Readonly<Record<AccountStatus, { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'active', tone: 'ok' },
  transactional_off: { label: 'sending not enabled', tone: 'warn' },
  paused: { label: 'sending paused', tone: 'bad' },
  closed: { label: 'deleted', tone: 'bad' },
  restricted: { label: 'restricted', tone: 'bad' },
};
