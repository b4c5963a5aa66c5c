import {
  keepPreviousData,
  onlineManager,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiProblem, callWith, type Answer, type Input, type OperationName } from './api.ts';
import { beginAnew } from './begin-anew.ts';
import { hasEnded, onSessionChange, sessionIs, whoseOf } from './session-end.ts';

const FRESH_MS = 10_000;
const MAX_RETRIES = 2;
/** How long is waited before a server that did not answer is asked again. */
const AWAY_MS = 5_000;

/** What was read, shared by all pages. */
export const cache: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (data, { queryKey: [name] }) => {
      // The answer of this operation, by its name.
      if (name !== 'GET /dashboard/session') return;
      if (!sessionIs(whoseOf(data as Answer<'GET /dashboard/session'>))) beginAnew();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      refetchOnWindowFocus: true,
    },
    // Signing in again is done while all reading waits.
    mutations: { networkMode: 'always' },
  },
});

/**
 * Reads nothing while the session has ended, and all that is shown once there is one again. What the browser thinks of its
 * network does not count: the server may be on this very machine.
 */
export function pauseWithSession(): void {
  onlineManager.setEventListener(() => undefined);
  onSessionChange(() => {
    onlineManager.setOnline(!hasEnded());
    if (!hasEnded()) void cache.invalidateQueries();
  });
  addEventListener('online', () => void cache.invalidateQueries({ predicate: ({ state }) => state.error !== null }));
}

/** Only what may be gone in a moment is asked again; a refusal is shown at once. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
}

/** Has every answer of these operations read again, where a page shows it. */
export function refresh(names: readonly OperationName[]): void {
  void refreshed(names);
}

/** As `refresh`; resolves once they have been read. */
export async function refreshed(names: readonly OperationName[]): Promise<void> {
  await cache.invalidateQueries({ predicate: ({ queryKey }) => names.some((name) => name === queryKey[0]) });
}

interface ReadOptions<Data> {
  readonly enabled?: boolean | undefined;
  /** Read again after so many milliseconds, while the page is looked at. */
  readonly every?: number | false | ((read: { readonly data: Data | undefined }) => number | false);
  /** Go on showing the answer to the last input until that to the new one is there. */
  readonly keep?: boolean | undefined;
}

interface Read<Data> {
  readonly data: Data | undefined;
  readonly error: ApiProblem | null;
  /** When it was answered, in milliseconds of Unix time. */
  readonly at: number;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  /** Reads it again at once. */
  readonly retry: () => void;
}

/** An answer as the state of a page: `data`, `error` (an ApiProblem), `isPending`. */
export function useRead<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  { enabled = true, every = false, keep = false }: ReadOptions<Answer<Name>> = {},
): Read<Answer<Name>> {
  const { data, dataUpdatedAt, error, isPending, isFetching, refetch } = useQuery<
    Answer<Name>,
    ApiProblem,
    Answer<Name>
  >({
    queryKey: [name, input],
    queryFn: () => callWith(name, input),
    enabled,
    refetchInterval: ({ state: { data: last, error: failure } }) =>
      failure?.status === 0 ? AWAY_MS : typeof every === 'function' ? every({ data: last }) : every,
    ...(keep && KEEP),
  });
  return { data, at: dataUpdatedAt, error, isPending, isFetching, retry: () => void refetch() };
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
): {
  act: (input: Input<Name>) => void;
  isPending: boolean;
  error: ApiProblem | null;
  /** Of the last time that it was done. */
  answer: Answer<Name> | undefined;
  reset: () => void;
} {
  const client = useQueryClient();
  const mutation = useMutation<Answer<Name>, ApiProblem, Input<Name>>({
    mutationFn: (input) => callWith(name, input),
    onSuccess: async (answer, input) => {
      onDone?.(answer, input);
      await client.invalidateQueries({ predicate: ({ queryKey }) => changed.some((each) => each === queryKey[0]) });
    },
  });
  const { data: answer, error, isPending, mutate: act, reset } = mutation;
  return { act, isPending, error, answer, reset };
}
