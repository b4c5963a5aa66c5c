import { useMutation } from '@tanstack/react-query';
import type { ApiProblem } from './api.ts';

/** Something of several calls to be done, as `useAct` does one: it must reject with ApiProblem and nothing else. */
export function useTask<Given>(
  work: (given: Given) => Promise<void>,
  onDone: () => void,
): { run: (given: Given) => void; isPending: boolean; error: ApiProblem | null } {
  const mutation = useMutation<void, ApiProblem, Given>({ mutationFn: work, onSuccess: onDone });
  return { run: mutation.mutate, isPending: mutation.isPending, error: mutation.error };
}
