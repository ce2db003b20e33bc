import { lazy } from 'react';
import { Route, Switch } from 'wouter';
import { SCREENS } from '#contract/screens.ts';
import { ProtectedRoute } from './protected-route.tsx';

const ForgotPassword = lazy(() => import('./routes/forgot-password.tsx'));
const ResetPassword = lazy(() => import('./routes/reset-password.tsx'));
const ConfirmEmail = lazy(() => import('./routes/confirm-email.tsx'));
const DisownAccount = lazy(() => import('./routes/disown-account.tsx'));
const Undo = lazy(() => import('./routes/undo.tsx'));
const NotMe = lazy(() => import('./routes/not-me.tsx'));
const AddPerson = lazy(() => import('./routes/add-person.tsx'));
const Contacts = lazy(() => import('./routes/contacts.tsx'));
const Profile = lazy(() => import('./routes/profile.tsx'));
const Share = lazy(() => import('./routes/profile/share.tsx'));
const Security = lazy(() => import('./routes/profile/security.tsx'));
const Visibility = lazy(() => import('./routes/profile/visibility.tsx'));
const PaymentAccounts = lazy(() => import('./routes/payment-accounts.tsx'));
const Admin = lazy(() => import('./routes/admin.tsx'));
const Terms = lazy(() => import('./routes/terms.tsx'));
const Privacy = lazy(() => import('./routes/privacy.tsx'));
const Contact = lazy(() => import('./routes/contact.tsx'));
const DesktopRedirect = lazy(() => import('./routes/desktop-redirect.tsx'));
const OtherAddress = lazy(() => import('./routes/other-address.tsx'));

const PUBLIC_SCREENS = [
  [SCREENS.forgotPassword, ForgotPassword],
  [SCREENS.resetPassword, ResetPassword],
  [SCREENS.confirmEmail, ConfirmEmail],
  [SCREENS.disownAccount, DisownAccount],
  [SCREENS.undo, Undo],
  [SCREENS.notMe, NotMe],
  [SCREENS.terms, Terms],
  [SCREENS.privacy, Privacy],
  [SCREENS.contact, Contact],
  [SCREENS.desktopRedirect, DesktopRedirect],
] as const;

const MEMBER_SCREENS = [
  [SCREENS.addPerson, AddPerson],
  [SCREENS.contacts, Contacts],
  [SCREENS.profile, Profile],
  [SCREENS.share, Share],
  [SCREENS.visibility, Visibility],
  [SCREENS.security, Security],
  [SCREENS.paymentAccounts, PaymentAccounts],
  [SCREENS.admin, Admin],
] as const;

/** Most screens: their list is not part of the first load. */
export default function OtherScreens() {
  return (
    <Switch>
      {PUBLIC_SCREENS.map(([screen, Screen]) => (
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
  );
}
