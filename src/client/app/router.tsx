import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { reloadOnce } from '#client/lib/new-version.ts';
import { listToasts } from '#client/lib/toast-store.ts';
import { SCREENS } from '#contract/screens.ts';
import Home from './routes/home.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenReady } from './screen-ready.tsx';
import { cameByTraversal } from './scroll-memory.ts';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';

const Features = lazy(() => import('./routes/features.tsx'));
const Auth = lazy(() => import('./routes/auth.tsx'));
const OtherScreens = lazy(() => import('./other-screens.tsx'));

/**
 * A new screen starts at its top and takes the focus, so that screen readers announce it. It is also
 * the moment to change to a new version of the app.
 */
function useFreshScreen() {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    if (!cameByTraversal()) window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
    // The previous screen's forms are closed by now.
    const isBusy = queryClient.isMutating() > 0 || listToasts().some(({ isOpen }) => isOpen);
    if (!isBusy) reloadOnce();
  }, [path, queryClient]);
  return { main, path };
}

export function Router() {
  const { main, path } = useFreshScreen();
  return (
    <>
      <a
        href="#main"
        className="sr-only z-60 rounded-button bg-primary font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <ScreenBoundary key={path}>
          <Suspense fallback={<ScreenSpinner />}>
            <Switch>
              <Route path={SCREENS.home} component={Home} />
              <Route path={SCREENS.features} component={Features} />
              <Route path={SCREENS.auth} component={Auth} />
              <Route component={OtherScreens} />
            </Switch>
            <ScreenReady />
          </Suspense>
        </ScreenBoundary>
      </main>
      <Footer />
    </>
  );
}
