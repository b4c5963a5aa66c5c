import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { startLive } from '../live.ts';
import { useGo } from '../filters.ts';
import { useLiveRefresh } from '../live-refresh.ts';
import { useKeys } from '../keyboard.ts';
import { usePlaces } from '../places.ts';
import { pageOf, partOf } from '../lazy.tsx';
import { useRead } from '../reading.ts';
import { saveStoredFile } from '../save-file.ts';
import { useHasEnded } from '../session.ts';
import { Brand } from './brand.tsx';
import { IconButton } from './button.tsx';
import { Navigation } from './navigation.tsx';
import { ErrorState, Skeleton } from './states.tsx';

/** Loaded on demand, so that these parts do not slow down the initial page load. */
const Drawer = partOf(() => import('./drawer.tsx'));
const Palette = partOf(() => import('./palette.tsx'));
const KeyHelp = partOf(() => import('./key-help.tsx'));
const SignInAgain = pageOf(() => import('../pages/sign-in/sign-in-again.tsx'));

/** Maximum time in milliseconds between `g` and the second letter of a shortcut. */
const CHORD_MS = 1_200;

/**
 * Renders the layout of pages for signed-in users. Other users are redirected to the sign-in page, and return to the
 * page after sign-in.
 */
export function Shell(): ReactNode {
  const session = useRead('GET /dashboard/session', {});
  if (session.data) return <SignedIn />;
  if (!session.error) return <Skeleton />;
  if (session.error.status !== 401) return <ErrorState problem={session.error} onRetry={() => location.reload()} />;
  return <ToSignIn />;
}

/**
 * Redirects to the sign-in page. Keeps the first URL as the page to return to, because this component is still rendered
 * after the URL has changed to the sign-in page.
 */
function ToSignIn(): ReactNode {
  const go = useGo();
  const { href } = useLocation();
  const from = useRef(href);
  useEffect(() => {
    go('/sign-in', from.current === '/' ? {} : { next: from.current }, true);
  }, [go]);
  return <Skeleton />;
}

function SignedIn(): ReactNode {
  const [open, setOpen] = useState<'palette' | 'help' | 'drawer'>();
  const { pathname } = useLocation();
  useEffect(startLive, []);
  useEffect(saveStoredFile, []);
  // Load the sign-in dialog early, so that it is available when the session ends, even if the server then has newer
  // scripts.
  useEffect(() => void SignInAgain.preload(), []);
  useEffect(() => setOpen(undefined), [pathname]);
  const hasEnded = useHasEnded();
  useLiveRefresh();
  useShortcuts(setOpen);
  const close = (): void => setOpen(undefined);
  return (
    <div className="min-h-dvh sm:grid sm:grid-cols-[216px_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside aria-label="Navigation" className="border-r border-line bg-sunken max-sm:hidden">
        <div className="sticky top-0 h-dvh">
          <Navigation onSearch={() => setOpen('palette')} />
        </div>
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-sunken px-2 sm:hidden">
        <div className="flex items-center gap-1">
          <IconButton label="Menu" aria-expanded={open === 'drawer'} onClick={() => setOpen('drawer')}>
            <Menu aria-hidden />
          </IconButton>
          <Brand />
        </div>
        <IconButton label="Search or jump to" onClick={() => setOpen('palette')}>
          <Search aria-hidden />
        </IconButton>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 outline-hidden">
        <Suspense fallback={<Skeleton />}>
          <Outlet />
        </Suspense>
      </main>
      {open === 'drawer' && (
        <Drawer onClose={close}>
          <Navigation onSearch={() => setOpen('palette')} />
        </Drawer>
      )}
      {open === 'palette' && <Palette onClose={close} onHelp={() => setOpen('help')} />}
      {open === 'help' && <KeyHelp onClose={close} />}
      {hasEnded && createPortal(<SignInAgain />, document.body)}
    </div>
  );
}

/**
 * Handles keyboard shortcuts. Two letters such as `g m` open a page, `/` focuses the search of the page or opens the
 * command palette if the page has no search, `?` shows the shortcuts, and Ctrl-K or Command-K opens the command
 * palette.
 */
function useShortcuts(setOpen: (what: 'palette' | 'help') => void): void {
  const navigate = useNavigate();
  const places = usePlaces();
  const chordAt = useRef(-CHORD_MS);
  useKeys((key, event) => {
    const isSecond = event.timeStamp - chordAt.current < CHORD_MS;
    chordAt.current = key === 'g' ? event.timeStamp : -CHORD_MS;
    const target = isSecond ? places.find(({ place }) => place.key === key) : undefined;
    if (target) void navigate({ to: target.path });
    else if (key === '?') setOpen('help');
    else if (key === '/') {
      const search = document.querySelector<HTMLElement>('main input[type=search]');
      event.preventDefault();
      if (search) search.focus();
      else setOpen('palette');
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen('palette');
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [setOpen]);
}
