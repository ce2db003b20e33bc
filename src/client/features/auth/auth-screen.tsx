import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { SegmentedTab, SegmentedTabList, TabPanel, Tabs } from '#client/components/ui/tabs.tsx';
import { showFieldErrors, useRules, WHEN_LEFT } from '#client/lib/form.ts';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { SCREENS } from '#contract/screens.ts';
import { useLogin, useRegister } from './api.ts';
import { AuthArt } from './auth-art.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import type { RegisterFormInput } from './register-rules.ts';
import { emptyRegistration, toRegisterField, toRegistration } from './registration.ts';

const loadLoginRules = async () => (await import('#contract/accounts.ts')).loginInput;
const loadRegisterRules = async () => (await import('./register-rules.ts')).registerFormInput;

export function AuthScreen() {
  const { user, isLoading } = useSession();
  const isRegister = new URLSearchParams(useSearch()).get('tab') === 'register';
  const state = useHistoryState<{ returnTo?: string } | null>();
  const [, navigate] = useLocation();
  // Set before the answer comes: the new session redirects the moment it is there.
  const afterRegistration = useRef<string>(undefined);
  useTitle(isRegister ? 'Register' : 'Log In');

  // Here rather than in the tabs: what was typed in one outlives a look at the other.
  const loginForm = useForm({
    ...WHEN_LEFT,
    resolver: useRules(loadLoginRules),
    defaultValues: { email: '', password: '' },
  });
  const registerForm = useForm({
    ...WHEN_LEFT,
    resolver: useRules(loadRegisterRules),
    defaultValues: emptyRegistration,
  });
  const login = useLogin();
  const register = useRegister();

  function submitRegistration(input: RegisterFormInput) {
    const registration = toRegistration(input);
    afterRegistration.current = registration.accounts.length === 0 ? SCREENS.profile : SCREENS.home;
    register.mutate(registration, {
      onError: (error) => {
        showFieldErrors(registerForm, error, (path) => toRegisterField(path, registration));
      },
    });
  }

  if (isLoading) return <ScreenSpinner />;
  if (user) {
    return <Redirect to={afterRegistration.current ?? state?.returnTo ?? SCREENS.home} replace />;
  }
  return (
    <div className="grid flex-1 bg-surface max-md:bg-canvas lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <AuthArt />
      <div className="mx-auto w-full max-w-158 px-4 py-5 md:px-6 md:py-10">
        <Tabs
          value={isRegister ? 'register' : 'login'}
          onChange={(tab) => {
            const address = tab === 'register' ? `${SCREENS.auth}?tab=register` : SCREENS.auth;
            navigate(address, { replace: true, state });
          }}
        >
          <SegmentedTabList label="Log in or register">
            <SegmentedTab value="login">Log In</SegmentedTab>
            <SegmentedTab value="register">Register</SegmentedTab>
          </SegmentedTabList>
          <TabPanel value="login">
            <Heading title="Welcome back" lead="Log in to manage your profile and payment names." />
            <LoginForm
              form={loginForm}
              isBusy={login.isPending}
              onSubmit={(input) =>
                login.mutate(input, { onError: (error) => showFieldErrors(loginForm, error) })
              }
            />
          </TabPanel>
          <TabPanel value="register">
            <Heading
              title="Get found, get paid"
              lead="It’s free. You can add payment names now or later."
            />
            <RegisterForm
              form={registerForm}
              isBusy={register.isPending}
              onSubmit={submitRegistration}
            />
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
