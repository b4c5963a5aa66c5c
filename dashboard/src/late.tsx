import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { isServerThere } from './api.ts';
import { Button } from './components/button.tsx';
import { Page } from './components/page.tsx';
import { Skeleton } from './components/states.tsx';
import { toast } from './components/toast.tsx';

/** The server is away, or it is there and has another version of what was to be loaded. */
type Missing = 'away' | 'changed';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

const TRY_AGAIN_MS = 5_000;
/** When the page was last loaded anew because of this, so that a fault that stays does not do it for ever. */
const LOADED_ANEW = 'postrider-loaded-anew';
const ANEW_AT_MOST_EVERY_MS = 60_000;

/**
 * A page whose script is loaded when it is first opened. Where that cannot be had, what stands around the page stays, and a
 * note in its place goes on by itself when the server is back.
 */
export function pageOf(load: Load<object>): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const late = lateOf(load);
  return Object.assign(() => <Late late={late} />, { preload: late.preload });
}

/** A part of pages whose script is loaded when it is first opened; where that cannot be had it says so and is not opened. */
export function partOf<Props extends { readonly onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  const late = lateOf(load);
  return (props) => <LatePart late={late} props={props} />;
}

/** A part of a page that stands in it from the beginning, whose script is loaded with it; it goes on by itself like a page. */
export function pieceOf<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const late = lateOf(load);
  return (props) => <LatePiece late={late} props={props} />;
}

interface LateScript<Props> {
  readonly shown: () => ComponentType<Props> | undefined;
  /** Loads the script where it is not there; says what is amiss where it cannot be had. Never rejects. */
  readonly fetchIt: () => Promise<Missing | undefined>;
  readonly preload: () => Promise<void>;
}

function lateOf<Props>(load: Load<Props>): LateScript<Props> {
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

function useLate<Props>({ fetchIt, shown }: LateScript<Props>): {
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

function Late({ late }: { readonly late: LateScript<object> }): ReactNode {
  const { Shown, missing, retry } = useLate(late);
  if (Shown) return <Shown />;
  if (!missing) return <Skeleton />;
  return missing === 'away' ? <Away onRetry={retry} /> : <Changed />;
}

function LatePiece<Props extends object>(given: {
  readonly late: LateScript<Props>;
  readonly props: Props;
}): ReactNode {
  const { Shown, missing, retry } = useLate(given.late);
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

/** After an upgrade the scripts of before are gone: the page is loaded anew, once, with a word about it. */
function Changed(): ReactNode {
  const [hasTried] = useState(
    () => Date.now() - Number(sessionStorage.getItem(LOADED_ANEW) ?? 0) < ANEW_AT_MOST_EVERY_MS,
  );
  const again = (): void => {
    sessionStorage.setItem(LOADED_ANEW, String(Date.now()));
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

/** Says that the page was loaded anew because of an upgrade, where it was just now. Once, at the start. */
export function sayLoadedAnew(): void {
  const at = Number(sessionStorage.getItem(LOADED_ANEW) ?? 0);
  if (Date.now() - at < SAID_MS) toast('Postrider was upgraded, so the page was reloaded.');
}

/** A load that took longer was another one. */
const SAID_MS = 15_000;

function LatePart<Props extends { readonly onClose: () => void }>(given: {
  readonly late: LateScript<Props>;
  readonly props: Props;
}): ReactNode {
  const { late, props } = given;
  const { Shown, missing } = useLate(late);
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
