import { useEffect } from 'react';
import type { ApiProblem } from './api.ts';
import { toastProblem } from './components/toast.tsx';

/** Shows the problem of an action that has no form as a toast. */
export function useProblemToast(problem: ApiProblem | null): void {
  useEffect(() => {
    if (problem) toastProblem(problem);
  }, [problem]);
}
