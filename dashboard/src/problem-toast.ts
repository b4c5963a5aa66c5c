import { useEffect } from 'react';
import type { ApiProblem } from './api.ts';
import { toastProblem } from './components/toast.tsx';

/** Says what went wrong with an act that has no form to say it in. */
export function useProblemToast(problem: ApiProblem | null): void {
  useEffect(() => {
    if (problem) toastProblem(problem);
  }, [problem]);
}
