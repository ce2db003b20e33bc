import { useEffect, useRef } from 'react';
import { Redirect, useLocation } from 'wouter';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { SegmentedTab, SegmentedTabList, TabPanel, Tabs } from '#client/components/ui/tabs.tsx';
import { JUST_REGISTERED } from '#client/lib/arrival.ts';
import { useAuthState } from '#client/lib/auth-state.ts';
import { useAppForm } from '#client/lib/form.ts';
import { useSession } from '#client/lib/session.ts';
import { useSearchPart } from '#client/lib/use-search-part.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { SCREENS } from '#contract/screens.ts';
import { useLogin, useRegister } from './api.ts';
import { AuthArt } from './auth-art.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { emptyRegistration, toRegisterField, toRegistration } from './registration.ts';
import { keepTypedEmail, readTypedEmail } from './typed-email.ts';

const loadLoginRules = async () => (await import('#contract/accounts.ts')).loginInput;
const loadRegisterRules = async () => (await import('./register-rules.ts')).registerFormInput;

export function AuthScreen() {
  const { user, isLoading } = useSession();
  const isRegister = new URLSearchParams(useSearchPart()).get('tab') === 'register';
  const state = useAuthState();
  const [, navigate] = useLocation();
  // Set before the request: the redirect happens as soon as the session exists.
  const afterRegistration = useRef<string>(undefined);
  useTitle(isRegister ? 'Register' : 'Log In');

  const login = useLogin();
  const register = useRegister();
  // Here rather than in the tabs: what was typed in one stays while the other is open.
  const loginForm = useAppForm({
    name: 'login',
    rules: loadLoginRules,
    defaultValues: { email: readTypedEmail(), password: '' },
    save: login.mutateAsync,
  });
  const registerForm = useAppForm({
    name: 'register',
    rules: loadRegisterRules,
    defaultValues: emptyRegistration,
    save: async (input) => {
      const registration = toRegistration(input);
      afterRegistration.current =
        registration.accounts.length === 0 ? SCREENS.profile : SCREENS.home;
      try {
        await register.mutateAsync(registration);
      } catch (error) {
        // A login after this leads to where the person was going.
        afterRegistration.current = undefined;
        throw error;
      }
    },
    toField: (path, input) => toRegisterField(path, toRegistration(input)),
  });

  useEffect(() => {
    if (user) keepTypedEmail('');
  }, [user]);

  /** An email typed in one tab is filled in where the other has none. */
  function shareEmail() {
    const login = loginForm.getValues('email');
    const register = registerForm.getValues('email');
    if (!register && !loginForm.getFieldState('email').error) registerForm.setValue('email', login);
    if (!login && !registerForm.getFieldState('email').error) loginForm.setValue('email', register);
  }

  if (isLoading) return <ScreenSpinner />;
  if (user) {
    const next = afterRegistration.current;
    if (next !== undefined) return <Redirect to={next} state={JUST_REGISTERED} replace />;
    return <Redirect to={state?.returnTo ?? SCREENS.home} replace />;
  }
  return (
    <div className="grid flex-1 bg-surface max-md:bg-canvas lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <AuthArt />
      <div className="mx-auto w-full max-w-158 px-4 pt-5 pb-10 md:px-6 md:py-10">
        <Tabs
          value={isRegister ? 'register' : 'login'}
          onChange={(tab) => {
            const address = tab === 'register' ? `${SCREENS.auth}?tab=register` : SCREENS.auth;
            shareEmail();
            navigate(address, { replace: true, state });
          }}
        >
          <SegmentedTabList label="Log in or register">
            <SegmentedTab value="login">Log In</SegmentedTab>
            <SegmentedTab value="register">Register</SegmentedTab>
          </SegmentedTabList>
          <TabPanel value="login">
            <Heading
              title="Welcome back"
              lead={
                state?.isRequired
                  ? 'Log in or register to continue.'
                  : 'Log in to manage your profile and payment names.'
              }
            />
            <LoginForm form={loginForm} />
          </TabPanel>
          <TabPanel value="register">
            <Heading
              title="Get found, get paid"
              lead="It’s free. You can add payment names now or later."
            />
            <RegisterForm form={registerForm} />
          </TabPanel>
        </Tabs>
      </div>
    </div>
  );
}

function Heading({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h1 className="mt-7 text-h1">{title}</h1>
      <p className="mt-1 mb-6 text-muted">{lead}</p>
    </>
  );
}
