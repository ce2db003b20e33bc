import { Link } from 'wouter';
import { useLoginState } from '#client/app/use-login-state.ts';
import { buttonClass } from '#client/components/ui/button.tsx';
import { DownloadAppButton } from '#client/features/install/download-app-button.tsx';
import { useSession } from '#client/lib/session.ts';

const outline = 'border border-hero-ink bg-transparent text-hero-ink hover:bg-hero-hover';
const wideLink =
  'hidden rounded-xs text-button underline decoration-2 underline-offset-6 hover:decoration-3 lg:inline';

/** Install, log-in and register buttons. */
export function HeroActions() {
  const { user, isLoading } = useSession();
  const state = useLoginState();
  return (
    <div className="mt-4 flex flex-col gap-2 lg:mt-7 lg:flex-row-reverse lg:items-center lg:justify-end lg:gap-8">
      {/* The row keeps its height while the session loads, so that nothing below it jumps. */}
      <div className="grid min-h-12 auto-cols-fr grid-flow-col gap-2 lg:flex lg:min-h-0 lg:gap-8">
        {!isLoading && !user && (
          <>
            <Link
              href="/auth?tab=register"
              state={state}
              className={`${buttonClass('primary')} lg:hidden`}
            >
              Register
            </Link>
            <Link
              href="/auth"
              state={state}
              className={`${buttonClass('ghost')} ${outline} lg:hidden`}
            >
              Log In
            </Link>
            <Link href="/auth" state={state} className={wideLink}>
              Log In
            </Link>
            <Link href="/auth?tab=register" state={state} className={wideLink}>
              Register
            </Link>
          </>
        )}
        {user && (
          <Link href="/profile" className={`${buttonClass('primary')} lg:hidden`}>
            My Account
          </Link>
        )}
      </div>
      <DownloadAppButton className="lg:border lg:border-hero-ink" />
    </div>
  );
}
