import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiProblem, callWith, type Answer, type Input, type OperationName } from './api.ts';

const FRESH_MS = 10_000;
const MAX_RETRIES = 2;
const SESSION: OperationName = 'GET /dashboard/session';

/** What was read, shared by all pages; a session that ended is noticed wherever it shows. */
export const cache: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      refetchOnWindowFocus: true,
    },
  },
});

function noticeEnd(error: unknown): void {
  if (error instanceof ApiProblem && error.code === 'session_expired') refresh([SESSION]);
}

/** Only what may be gone in a moment is asked again; a refusal is shown at once. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
}

/** Has every answer of these operations read again, where a page shows it. */
export function refresh(names: readonly OperationName[]): void {
  void cache.invalidateQueries({ predicate: ({ queryKey }) => names.some((name) => name === queryKey[0]) });
}

interface ReadOptions<Data> {
  readonly enabled?: boolean | undefined;
  /** Read again after so many milliseconds, while the page is looked at. */
  readonly every?: number | false | ((read: { readonly data: Data | undefined }) => number | false);
  /** Go on showing the answer to the last input until that to the new one is there. */
  readonly keep?: boolean | undefined;
}

/** An answer as the state of a page: `data`, `error` (an ApiProblem), `isPending`. */
export function useRead<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  { enabled = true, every = false, keep = false }: ReadOptions<Answer<Name>> = {},
): { data: Answer<Name> | undefined; error: ApiProblem | null; isPending: boolean; isFetching: boolean } {
  const { data, error, isPending, isFetching } = useQuery<Answer<Name>, ApiProblem, Answer<Name>>({
    queryKey: [name, input],
    queryFn: () => callWith(name, input),
    enabled,
    refetchInterval: typeof every === 'function' ? ({ state }) => every({ data: state.data }) : every,
    ...(keep && KEEP),
  });
  return { data, error, isPending, isFetching };
}

/** As an object of its own, because the client's types cannot see through a generic answer. */
const KEEP: object = { placeholderData: keepPreviousData };

interface ActOptions<Name extends OperationName> {
  /** Operations whose answers this one changes. */
  readonly refresh?: readonly OperationName[];
  readonly onDone?: (answer: Answer<Name>, input: Input<Name>) => void;
}

/** Something to be done: `act(input)`; `error` keeps its problem for the form that shows it. */
export function useAct<Name extends OperationName>(
  name: Name,
  { refresh: changed = [], onDone }: ActOptions<Name> = {},
): { act: (input: Input<Name>) => void; isPending: boolean; error: ApiProblem | null; reset: () => void } {
  const client = useQueryClient();
  const mutation = useMutation<Answer<Name>, ApiProblem, Input<Name>>({
    mutationFn: (input) => callWith(name, input),
    onSuccess: async (answer, input) => {
      onDone?.(answer, input);
      await client.invalidateQueries({ predicate: ({ queryKey }) => changed.some((each) => each === queryKey[0]) });
    },
  });
  return { act: mutation.mutate, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
