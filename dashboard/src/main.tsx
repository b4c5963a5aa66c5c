import { StrictMode, useEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRoute,
} from '@tanstack/react-router';
import { ButtonLink } from './components/button.tsx';
import { Page } from './components/page.tsx';
import { Plain } from './components/plain.tsx';
import { Shell } from './components/shell.tsx';
import { EmptyState, ErrorState } from './components/states.tsx';
import { Toasts } from './components/toast.tsx';
import { ApiProblem } from './api.ts';
import type { LoadedPage } from './contents/page-row.ts';
import { parseSearch, stringifySearch } from './filters.ts';
import { focusHeading, followFocus } from './focus.ts';
import { pageOf, notifyAfterReload } from './lazy.tsx';
import { PLAIN_PAGES, SHELL_PAGES } from './pages.ts';
import { cache } from './reading.ts';
import { followSession } from './session.ts';
import './styles.css';

const root = createRootRoute({ component: Root, errorComponent: Broken });
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
const plain = createRoute({ getParentRoute: () => root, id: 'plain', component: Plain });
/** Matches the URLs that no other route matches. */
const notFound = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

function routesOf(pages: readonly LoadedPage[], parent: AnyRoute): AnyRoute[] {
  return pages.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: pageOf(load),
      errorComponent: Broken,
    }),
  );
}

const router = createRouter({
  routeTree: root.addChildren([
    shell.addChildren([...routesOf(SHELL_PAGES, shell), notFound]),
    plain.addChildren(routesOf(PLAIN_PAGES, plain)),
  ]),
  basepath: '/app',
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Treat all filters as strings, so that URLs that users type work as written.
  parseSearch,
  stringifySearch,
});

function Root(): ReactNode {
  useEffect(notifyAfterReload, []);
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}

function NotFound(): ReactNode {
  return (
    <Page title="Page not found">
      <section className="card">
        <EmptyState title="No page exists at this URL" action={<ButtonLink to="/">Go to overview</ButtonLink>}>
          The link may be outdated or incomplete.
        </EmptyState>
      </section>
    </Page>
  );
}

/** Renders an error that a page has thrown. Other pages keep working. */
function Broken({ error }: { readonly error: unknown }): ReactNode {
  const problem =
    error instanceof ApiProblem
      ? error
      : new ApiProblem({
          status: 0,
          name: 'page_failed',
          message: 'This page couldn’t be displayed.',
          fix: `Reload the page. If the problem persists, the server may be running a newer version than this tab, or the page may have a bug (${String(error)}).`,
        });
  return <ErrorState problem={problem} onRetry={() => location.reload()} />;
}

followFocus();
followSession();
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) focusHeading();
});

const place = document.querySelector('#root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
