import { useEffect } from 'react';
import type { ApiProblem } from './api.ts';
import { toastProblem } from './components/toast.tsx';

/** Shows a toast with the problem of an action that has no form. */
export function useProblemToast(problem: ApiProblem | null): void {
  useEffect(() => {
    if (problem) toastProblem(problem);
  }, [problem]);
}
