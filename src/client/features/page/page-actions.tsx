import { Flag, Globe, type LucideIcon, Phone, QrCode, Share2, UserRoundPlus } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useState } from 'react';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { shareLink } from '#client/lib/clipboard.ts';
import { useSession } from '#client/lib/session.ts';
import { type PersonPage, pagePath } from '#contract/pages.ts';
import { queryString } from '#contract/platforms/platform.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

const ReportDialog = lazyOnOpen(() => import('#client/components/report/report-dialog.tsx'));
const SaveButton = lazyOnOpen(() => import('#client/components/saved/save-button.tsx'), {
  isSilent: true,
});
const PageQrDialog = lazyOnOpen(() => import('./page-qr-dialog.tsx'));

/** Call, website and the like, in three columns. What is not shared is left out. */
export function PageActions({ page }: { page: PersonPage }) {
  const { person, url } = page;
  const name = person.displayName;
  const { user } = useSession();
  const [isQrOpen, setIsQrOpen] = useState(false);
  const [isReportOpen, setIsReportOpen] = useState(false);
  const platforms = person.handles.map(({ platform }) => platform);
  const mail = queryString({ subject: `${name} · ${PRODUCT_NAME}`, body: `Pay ${name}: ${url}` });
  /** Without its code the link does the same in a simpler way. */
  const instead = (act: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    act();
  };
  return (
    <div className="waits-for-doubt mt-6 overflow-hidden rounded-card border border-line bg-surface shadow-card lg:col-start-1 lg:row-start-2 lg:mt-0 lg:rounded-t-none">
      <ul className="-mr-px -mb-px grid grid-cols-3 [&>li]:border-r [&>li]:border-b [&>li]:border-line">
        {person.phoneNumber && (
          <Action icon={Phone} label="Call" rest={name} href={`tel:${person.phoneNumber}`} />
        )}
        {person.websiteUrl && (
          <Action
            icon={Globe}
            label="Website"
            rest={`of ${name}`}
            href={person.websiteUrl}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
          />
        )}
        <Action
          icon={UserRoundPlus}
          label="Save contact"
          href={`${pagePath(person.username)}/contact.vcf`}
        />
        <Action
          icon={Share2}
          label="Share"
          rest="this page"
          href={`mailto:?${mail}`}
          onClick={instead(() => void shareLink(name, url))}
        />
        <Action
          icon={QrCode}
          label="QR code"
          href={`${pagePath(person.username)}/sign`}
          onClick={instead(() => setIsQrOpen(true))}
        />
        <Action
          icon={Flag}
          label="Report"
          rest={name}
          href={SCREENS.contact}
          onClick={instead(() => setIsReportOpen(true))}
        />
      </ul>
      <SaveButton
        isOpen={user !== null}
        person={{ id: person.id, username: person.username, screenName: name }}
        isRow
      />
      <ReportDialog
        person={{ id: person.id, name, platforms }}
        isOpen={isReportOpen}
        onClose={() => setIsReportOpen(false)}
      />
      <PageQrDialog page={page} isOpen={isQrOpen} onClose={() => setIsQrOpen(false)} />
    </div>
  );
}

interface ActionProps extends ComponentProps<'a'> {
  icon: LucideIcon;
  label: string;
  /** Read out after the label. */
  rest?: string;
}

function Action({ icon: Icon, label, rest, ...link }: ActionProps) {
  return (
    <li className="min-w-0">
      <a
        {...link}
        className="flex min-h-17 w-full flex-col items-center justify-center gap-1 px-1 py-2 text-center text-small font-semibold hover:bg-sunken focus-visible:relative focus-visible:rounded-button"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        <span>
          {label}
          {rest && <span className="sr-only"> {rest}</span>}
        </span>
      </a>
    </li>
  );
}
