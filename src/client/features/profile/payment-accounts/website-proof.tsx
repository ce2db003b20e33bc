import { useMutation, useQuery } from '@tanstack/react-query';
import { Breakable } from '#client/components/breakable.tsx';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { linkClass, TextLink } from '#client/components/ui/text-link.tsx';
import { copyText } from '#client/lib/clipboard.ts';
import { sentenceOf } from '#client/lib/request.ts';
import { useSession } from '#client/lib/session.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { shownWebsite } from '#contract/safe-website.ts';
import { SCREENS } from '#contract/screens.ts';
import { useCheckWebsite, websiteProofQuery } from './api.ts';

interface WebsiteProofProps {
  platform: Platform;
  payUrl: string;
  isProven: boolean;
}

export function WebsiteProof({ platform, payUrl, isProven }: WebsiteProofProps) {
  const { user } = useSession();
  const { data } = useQuery(websiteProofQuery(user?.websiteUrl ?? null));
  if (!data?.isOffered) return null;
  const name = `${PLATFORM_LABELS[platform]} name`;
  if (data.websiteUrl === null || data.pageUrl === null) {
    return (
      <p className="text-small text-muted">
        Your website can show payers that this {name} is yours.{' '}
        <TextLink href={SCREENS.profile}>Save your website</TextLink> first.
      </p>
    );
  }
  return (
    <details open={!isProven} className="text-small">
      <summary className={`${linkClass} min-h-11 cursor-pointer content-center`}>
        {isProven ? 'How this is checked' : 'Show payers that it is yours'}
      </summary>
      <WebsiteSteps name={name} pageUrl={data.pageUrl} payUrl={payUrl} website={data.websiteUrl} />
    </details>
  );
}

interface StepsProps {
  name: string;
  pageUrl: string;
  payUrl: string;
  website: string;
}

function WebsiteSteps({ name, pageUrl, payUrl, website }: StepsProps) {
  const shown = shownWebsite(new URL(website));
  const code = `<a rel="me" href="${pageUrl}">${PRODUCT_NAME}</a>\n<a href="${payUrl}">${name}</a>`;
  const check = useCheckWebsite();
  const copying = useMutation({ mutationFn: () => copyText(code) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere">
      <p>
        Put these two links on <Breakable text={shown} />. Payers then see “Listed on{' '}
        <Breakable text={shown} />
        ”. We read it again every week.
      </p>
      <pre className="rounded-button bg-sunken p-3.5 whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={check.isPending} busyLabel="Reading..." onClick={() => check.mutate()}>
          Check my website
        </Button>
        <Button variant="secondary" onClick={() => copying.mutate()}>
          {copying.data ? 'Copied' : 'Copy code'}
        </Button>
      </div>
      <div role="status">{check.data?.message}</div>
      {check.isError && (
        <Alert>
          {sentenceOf(check.error, 'We could not check your website. Please try again.')}
        </Alert>
      )}
    </div>
  );
}
