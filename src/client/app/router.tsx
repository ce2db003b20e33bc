import { lazy, Suspense, useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { SCREENS } from '#contract/screens.ts';
import { ProtectedRoute } from './protected-route.tsx';
import Home from './routes/home.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenReady } from './screen-ready.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';

const Features = lazy(() => import('./routes/features.tsx'));
const Auth = lazy(() => import('./routes/auth.tsx'));
const ForgotPassword = lazy(() => import('./routes/forgot-password.tsx'));
const ResetPassword = lazy(() => import('./routes/reset-password.tsx'));
const ConfirmEmail = lazy(() => import('./routes/confirm-email.tsx'));
const DisownAccount = lazy(() => import('./routes/disown-account.tsx'));
const AddPerson = lazy(() => import('./routes/add-person.tsx'));
const Contacts = lazy(() => import('./routes/contacts.tsx'));
const Profile = lazy(() => import('./routes/profile.tsx'));
const PaymentAccounts = lazy(() => import('./routes/payment-accounts.tsx'));
const Admin = lazy(() => import('./routes/admin.tsx'));
const DesktopRedirect = lazy(() => import('./routes/desktop-redirect.tsx'));
const OtherAddress = lazy(() => import('./routes/other-address.tsx'));

const OPEN_SCREENS = [
  [SCREENS.home, Home],
  [SCREENS.features, Features],
  [SCREENS.auth, Auth],
  [SCREENS.forgotPassword, ForgotPassword],
  [SCREENS.resetPassword, ResetPassword],
  [SCREENS.confirmEmail, ConfirmEmail],
  [SCREENS.disownAccount, DisownAccount],
  [SCREENS.desktopRedirect, DesktopRedirect],
] as const;

const MEMBER_SCREENS = [
  [SCREENS.addPerson, AddPerson],
  [SCREENS.contacts, Contacts],
  [SCREENS.profile, Profile],
  [SCREENS.paymentAccounts, PaymentAccounts],
  [SCREENS.admin, Admin],
] as const;

/** A new screen starts at its top and takes the focus, so that screen readers announce it. */
function useFreshScreen() {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return { main, path };
}

export function Router() {
  const { main, path } = useFreshScreen();
  return (
    <>
      <a
        href="#main"
        className="sr-only z-60 rounded-button bg-primary px-4 py-3 font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <ScreenBoundary key={path}>
          <Suspense fallback={<ScreenSpinner />}>
            <Switch>
              {OPEN_SCREENS.map(([screen, Screen]) => (
                <Route key={screen} path={screen}>
                  <Screen />
                </Route>
              ))}
              {MEMBER_SCREENS.map(([screen, Screen]) => (
                <Route key={screen} path={screen}>
                  <ProtectedRoute>
                    <Screen />
                  </ProtectedRoute>
                </Route>
              ))}
              <Route>
                <OtherAddress />
              </Route>
            </Switch>
            <ScreenReady />
          </Suspense>
        </ScreenBoundary>
      </main>
      <Footer />
    </>
  );
}
