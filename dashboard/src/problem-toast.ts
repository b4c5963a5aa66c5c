import { useEffect } from 'react';
import type { ApiProblem } from './api.ts';
import { toastProblem } from './components/toast.tsx';

/** Shows the error of an action as a toast, if the action has no form that could show it. */
export function useProblemToast(problem: ApiProblem | null): void {
  useEffect(() => {
    if (problem) toastProblem(problem);
  }, [problem]);
}
