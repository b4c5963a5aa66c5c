import {
  keepPreviousData,
  onlineManager,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiProblem, callWith, type Answer, type Input, type OperationName, type Parts } from './api.ts';
import { reloadPage } from './reload-page.ts';
import { hasEnded, onSessionChange, sessionIs, whoseOf } from './session-end.ts';

const FRESH_MS = 10_000;
const MAX_RETRIES = 2;
/** Delay in milliseconds before a request is retried if the server did not respond. */
const AWAY_MS = 5_000;

/** Cache for data from the server. All pages share this cache. */
export const cache: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (data, { queryKey: [name] }) => {
      // Safe cast: the query key contains the name of this operation, so the data has the type of the operation's
      // response.
      if (name !== 'GET /dashboard/session') return;
      if (!sessionIs(whoseOf(data as Answer<'GET /dashboard/session'>))) reloadPage();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      refetchOnWindowFocus: true,
    },
    // Never pause mutations, because the sign-in dialog uses them while all queries are paused.
    mutations: { networkMode: 'always' },
  },
});

/**
 * Pauses all queries when the session ends. Resumes them and refreshes visible data when the user signs in again. Does
 * not pause queries while the browser is offline, because the server may be on the same machine, but repeats failed
 * queries when the browser is online again.
 */
export function pauseWithSession(): void {
  onlineManager.setEventListener(() => undefined);
  onSessionChange(() => {
    onlineManager.setOnline(!hasEnded());
    if (!hasEnded()) void cache.invalidateQueries();
  });
  addEventListener('online', () => void cache.invalidateQueries({ predicate: ({ state }) => state.error !== null }));
}

/** Returns whether a problem may be temporary. If not, the error is shown immediately, without a retry. */
function isPassing(error: unknown): boolean {
  // A 429 is temporary. For example, the API returns it while another page is running a check of the same campaign.
  return !(error instanceof ApiProblem) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Reloads all visible data that the given API operations returned. */
export function refresh(names: readonly OperationName[]): void {
  void refreshed(names);
}

/** Same as `refresh`, but resolves when all responses have arrived. */
export async function refreshed(names: readonly OperationName[]): Promise<void> {
  await cache.invalidateQueries({ predicate: ({ queryKey }) => names.some((name) => name === queryKey[0]) });
}

/** Marks data from an operation as outdated without reloading the data immediately. */
export function outdate(name: OperationName): void {
  void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === name, refetchType: 'none' });
}

interface ReadOptions<Data> {
  readonly enabled?: boolean | undefined;
  /** Milliseconds between automatic reloads while the page is visible. */
  readonly every?: number | false | ((read: { readonly data: Data | undefined }) => number | false);
  /** Whether to show the response to the previous input until the new response arrives. */
  readonly keep?: boolean | undefined;
}

interface Read<Data> {
  readonly data: Data | undefined;
  readonly error: ApiProblem | null;
  /** Time at which the response arrived, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  /** Reloads the data. */
  readonly retry: () => void;
}

/** Loads data for a page. Returns the `data`, the `error` (an ApiProblem), and whether the request `isPending`. */
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

/**
 * Option that keeps the previous response. Its type is `object`, because the types of the query library cannot resolve
 * a generic response.
 */
const KEEP: object = { placeholderData: keepPreviousData };

interface ActOptions<Name extends OperationName> {
  /** Operations whose responses are outdated after the action. Their visible data is reloaded. */
  readonly refresh?: readonly OperationName[];
  readonly onDone?: (answer: Answer<Name>, input: Input<Name>) => void;
}

/**
 * Returns an action. `act(input)` executes the operation. `error` is the problem of the last call, for display in a
 * form.
 */
export function useAct<Name extends OperationName>(
  name: Name,
  { refresh: changed = [], onDone }: ActOptions<Name> = {},
): {
  /** `seenAt` is the `updated_at` value that the page loaded. If the object has changed since, the action fails. */
  act: (input: Input<Name> & Pick<Parts, 'seenAt'>) => void;
  isPending: boolean;
  error: ApiProblem | null;
  /** Response to the last call of `act`. Undefined until it arrives. */
  answer: Answer<Name> | undefined;
  reset: () => void;
} {
  const client = useQueryClient();
  const mutation = useMutation<Answer<Name>, ApiProblem, Input<Name> & Pick<Parts, 'seenAt'>>({
    mutationFn: (input) => callWith(name, input),
    onSuccess: async (answer, input) => {
      onDone?.(answer, input);
      await client.invalidateQueries({ predicate: ({ queryKey }) => changed.some((each) => each === queryKey[0]) });
    },
  });
  const { data: answer, error, isPending, mutate: act, reset } = mutation;
  return { act, isPending, error, answer, reset };
}
