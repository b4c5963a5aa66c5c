import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { isServerThere } from './api.ts';
import { Button } from './components/button.tsx';
import { Page } from './components/page.tsx';
import { Skeleton } from './components/states.tsx';
import { toast } from './components/toast.tsx';

/**
 * Reason why a script is missing: `away` if the server is unavailable, or `changed` if it has another version of the
 * dashboard.
 */
type Missing = 'away' | 'changed';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

const TRY_AGAIN_MS = 5_000;
/**
 * Storage key for the time of the last reload because of a missing script. It prevents endless reloads if an error is
 * permanent.
 */
const RELOADED_AT_KEY = 'postrider-reloaded-at';
const MIN_RELOAD_INTERVAL_MS = 60_000;

/**
 * Returns a page component whose script is loaded when the user opens the page for the first time. If the server is
 * unavailable, an error page is shown, and loading is retried automatically. If the server has another version of the
 * dashboard, the page is reloaded.
 */
export function pageOf(load: Load<object>): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const late = lateOf(load);
  return Object.assign(() => <Late late={late} />, { preload: late.preload });
}

/**
 * Returns a component for a dialog. Its script is loaded when the user opens the dialog for the first time. If the
 * script cannot be loaded, the dialog does not open, and an error is shown.
 */
export function partOf<Props extends { readonly onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  const late = lateOf(load);
  return (props) => <LazyDialog late={late} props={props} />;
}

/**
 * Returns a component for a section that is visible as soon as its page opens. The script of the section is loaded at
 * that time. If it cannot be loaded, an error with a button to try again is shown in place of the section.
 */
export function pieceOf<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const late = lateOf(load);
  return (props) => <LazyComponent late={late} props={props} />;
}

interface LazyModule<Props> {
  readonly shown: () => ComponentType<Props> | undefined;
  /** Loads the script unless it is already loaded. If this fails, returns the reason. Never rejects. */
  readonly fetchIt: () => Promise<Missing | undefined>;
  readonly preload: () => Promise<void>;
}

function lateOf<Props>(load: Load<Props>): LazyModule<Props> {
  let shown: ComponentType<Props> | undefined;
  let pending: Promise<Missing | undefined> | undefined;
  const attempt = async (): Promise<Missing | undefined> => {
    try {
      ({ default: shown } = await load());
      return undefined;
    } catch {
      return (await isServerThere()) ? 'changed' : 'away';
    } finally {
      pending = undefined;
    }
  };
  const fetchIt = async (): Promise<Missing | undefined> => {
    pending ??= shown ? undefined : attempt();
    return pending;
  };
  return {
    shown: () => shown,
    fetchIt,
    preload: async () => {
      await fetchIt();
    },
  };
}

function useLazy<Props>({ fetchIt, shown }: LazyModule<Props>): {
  readonly Shown: ComponentType<Props> | undefined;
  readonly missing: Missing | undefined;
  readonly retry: () => void;
} {
  const [missing, setMissing] = useState<Missing>();
  const [, setTries] = useState(0);
  const retry = useCallback(() => {
    void (async () => {
      setMissing(await fetchIt());
      setTries((tries) => tries + 1);
    })();
  }, [fetchIt]);
  const Shown = shown();
  const isMissing = Shown === undefined;
  useEffect(() => {
    if (isMissing) retry();
  }, [isMissing, retry]);
  return { Shown, missing, retry };
}

function Late({ late }: { readonly late: LazyModule<object> }): ReactNode {
  const { Shown, missing, retry } = useLazy(late);
  if (Shown) return <Shown />;
  if (!missing) return <Skeleton />;
  return missing === 'away' ? <Away onRetry={retry} /> : <Changed />;
}

function LazyComponent<Props extends object>(given: {
  readonly late: LazyModule<Props>;
  readonly props: Props;
}): ReactNode {
  const { Shown, missing, retry } = useLazy(given.late);
  if (Shown) return <Shown {...given.props} />;
  if (!missing) return <Skeleton />;
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-5 max-sm:px-4">
      <p role="alert">{missing === 'away' ? AWAY : CHANGED}</p>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

function Away({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  useEffect(() => {
    const tryAgain = (): void => {
      if (document.visibilityState === 'visible') onRetry();
    };
    const timer = setInterval(tryAgain, TRY_AGAIN_MS);
    addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      removeEventListener('online', tryAgain);
    };
  }, [onRetry]);
  return (
    <Page title="The server isn’t responding" summary="This page opens automatically when the server responds again.">
      <div>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </Page>
  );
}

/**
 * Reloads the page, because an upgrade has removed the old scripts. If the page was already reloaded for this reason in
 * the last minute, renders an error with a reload button instead.
 */
function Changed(): ReactNode {
  const [hasTried] = useState(
    () => Date.now() - Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0) < MIN_RELOAD_INTERVAL_MS,
  );
  const again = (): void => {
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    location.reload();
  };
  useEffect(() => {
    if (!hasTried) again();
  }, [hasTried]);
  if (!hasTried) return <Skeleton />;
  return (
    <Page
      title="This page couldn’t be loaded"
      summary="The server is running a different version of Postrider than this tab."
    >
      <div>
        <Button onClick={again}>Reload page</Button>
      </div>
    </Page>
  );
}

/** If the page was just reloaded because of an upgrade, shows a notice. Must be called once, at startup. */
export function notifyAfterReload(): void {
  const at = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  if (Date.now() - at < RELOAD_NOTICE_MS) toast('Postrider was upgraded, so the page was reloaded.');
}

/**
 * Maximum time, in milliseconds, between an automatic reload and the page load that it causes. A later page load has
 * another cause.
 */
const RELOAD_NOTICE_MS = 15_000;

function LazyDialog<Props extends { readonly onClose: () => void }>(given: {
  readonly late: LazyModule<Props>;
  readonly props: Props;
}): ReactNode {
  const { late, props } = given;
  const { Shown, missing } = useLazy(late);
  const { onClose } = props;
  useEffect(() => {
    if (!missing) return;
    toast(missing === 'away' ? AWAY : CHANGED, true);
    onClose();
  }, [missing, onClose]);
  return Shown && <Shown {...props} />;
}

const AWAY = 'The server isn’t responding, so this part of the page can’t be loaded. Try again in a moment.';
const CHANGED = 'Postrider was upgraded. Save your work, then reload the page to continue.';
