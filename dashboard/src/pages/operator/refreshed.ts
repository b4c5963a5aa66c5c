import type { OperationName } from '../../api.ts';

/** Operations whose responses change after an action on an account. */
export const ACCOUNT_CHANGED: readonly OperationName[] = [
  'GET /dashboard/operator/accounts',
  'GET /dashboard/operator/accounts/{id}',
  'GET /dashboard/operator/accounts/{id}/audit',
  'GET /dashboard/operator/accounts/{id}/deletion',
  'GET /dashboard/operator/reviews',
  'GET /dashboard/account/status',
];
