import { useMutation } from '@tanstack/react-query';
import type { ApiProblem } from './api.ts';

interface Task<Given> {
  readonly run: (given: Given) => void;
  readonly isPending: boolean;
  readonly error: ApiProblem | null;
  /** What the last run was given. */
  readonly given: Given | undefined;
}

/**
 * Something of several calls to be done, as `useAct` does one: it must reject with ApiProblem and nothing else. `onEnded` is told
 * whether or not it was done, as a part of it may have been; until it is through, the task is pending.
 */
export function useTask<Given>(
  work: (given: Given) => Promise<void>,
  onDone: () => void,
  onEnded: () => void | Promise<void> = nothing,
): Task<Given> {
  const mutation = useMutation<void, ApiProblem, Given>({ mutationFn: work, onSuccess: onDone, onSettled: onEnded });
  const { error, isPending, mutate: run, variables: given } = mutation;
  return { run, isPending, error, given };
}

function nothing(): void {}
