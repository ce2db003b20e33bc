import { useQuery } from '@tanstack/react-query';
import { MailCheck, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { ownCardQuery } from '#client/app/profile/api.ts';
import { VisitorCard } from '#client/app/profile/visitor-card.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { type OwnPage, ownPageOf } from '#client/features/profile/share/own-page.ts';
import { CodeInArch, LinkButtons } from '#client/features/profile/share/your-link.tsx';
import { useSession } from '#client/lib/session.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { SCREENS } from '#contract/screens.ts';

interface LivePanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/** After registration: what visitors see, and how to lead them there. */
export default function LivePanel({ isOpen, onClose }: LivePanelProps) {
  const { user } = useSession();
  const page = user && ownPageOf(user);
  if (!isOpen || !user || !page) return null;
  return <Live user={user} page={page} onClose={onClose} />;
}

interface LiveProps {
  user: OwnUser;
  page: OwnPage;
  onClose: () => void;
}

/** On the profile itself the field is below. */
function focusScreenName(event: MouseEvent) {
  const field = document.querySelector<HTMLInputElement>('#main input[name="screenName"]');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

function Live({ user, page, onClose }: LiveProps) {
  const card = useQuery(ownCardQuery(user));
  const hasPaymentNames = card.data?.platforms.length !== 0;
  return (
    <section aria-labelledby="live" className="content-width pt-6 md:pt-10">
      <div className="rounded-card border border-line bg-surface p-5 shadow-card md:p-7">
        <div className="flex items-start justify-between gap-3">
          <div>
            <h2 id="live" className="text-h2">
              You’re live
            </h2>
            <p className="mt-1 text-muted">
              This is your card.{' '}
              {hasPaymentNames ? (
                'Share it, and people can pay you.'
              ) : (
                <>
                  <TextLink href={`${SCREENS.profile}?tab=cashapp`}>Add a payment name</TextLink>,
                  and people can pay you.
                </>
              )}
            </p>
            {!user.screenName && (
              <p className="mt-1 text-muted">
                It shows your username.{' '}
                <TextLink href={SCREENS.profile} onClick={focusScreenName}>
                  Add a screen name
                </TextLink>{' '}
                to show another name.
              </p>
            )}
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close"
            className="-mt-2 -mr-2 shrink-0"
            onClick={onClose}
          >
            <X aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_270px] lg:gap-7">
          <VisitorCard user={user} />
          <div>
            <h3 className="text-h3">Your link</h3>
            <LinkButtons page={page} />
            <p className="mt-4 text-small">
              <TextLink href={SCREENS.share}>More ways to share</TextLink>
            </p>
          </div>
          <CodeInArch page={page} />
        </div>
        {user.email !== null && (
          <p className="mt-5 flex gap-3 rounded-button bg-brand-soft px-4 py-3 wrap-anywhere">
            <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span>
              We emailed <strong>{user.email}</strong>. Open the link in the email to confirm your
              address.
            </span>
          </p>
        )}
      </div>
    </section>
  );
}
