import { useEffect } from 'react';
import { toastProblem } from './components/toast.tsx';
import { useAct } from './reading.ts';
import { announceSession } from './session-end.ts';

/** Returns the actions for switching the account and for signing out. */
export function useSessionActs(): { readonly choose: (accountId: number) => void; readonly leave: () => void } {
  const begin = (): void => {
    announceSession();
    location.assign('/app');
  };
  const choose = useAct('POST /dashboard/session/account', { onDone: begin });
  const leave = useAct('POST /dashboard/sign-out', { onDone: begin });
  const problem = choose.error ?? leave.error;
  useEffect(() => {
    if (problem) toastProblem(problem);
  }, [problem]);
  return { choose: (accountId) => choose.act({ body: { account_id: accountId } }), leave: () => leave.act({}) };
}
