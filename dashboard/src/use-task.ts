import { useMutation } from '@tanstack/react-query';
import type { ApiProblem } from './api.ts';

interface Task<Given> {
  readonly run: (given: Given) => void;
  readonly isPending: boolean;
  readonly error: ApiProblem | null;
  /** Input of the last call. Undefined before the first call. */
  readonly given: Given | undefined;
}

/**
 * Returns an action like `useAct` does, for actions that consist of several calls. `work` must only reject with
 * ApiProblem. `onEnded` is called after success and after failure, because some of the calls may have succeeded. The
 * action is pending until `work` settles.
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
