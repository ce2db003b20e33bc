import clsx from 'clsx';
import { Copy, Download, Share2 } from 'lucide-react';
import { Avatar } from '#client/components/avatar.tsx';
import { Breakable } from '#client/components/breakable.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { copyLink, shareLink } from '#client/lib/clipboard.ts';
import { pagePath } from '#contract/pages.ts';
import { SCREENS } from '#contract/screens.ts';
import { linkTo, type OwnPage, withoutScheme } from './own-page.ts';

interface YourLinkProps {
  page: OwnPage;
  className?: string;
}

export function YourLink({ page, className }: YourLinkProps) {
  return (
    <Card className={clsx('p-5 md:p-7', className)}>
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_270px] md:gap-7">
        <div>
          <h2 className="text-h3">Your link</h2>
          <p className="mt-1 text-muted">Send it, or show the code. It opens your page.</p>
          <LinkButtons page={page} />
          <p className="mt-4 text-small text-muted">
            Your username makes the link. Change it under{' '}
            <TextLink href={SCREENS.profile}>My page</TextLink>: old links keep working.
          </p>
        </div>
        <CodeInArch page={page} />
      </div>
    </Card>
  );
}

/** The address, and what to do with it. */
export function LinkButtons({ page }: { page: OwnPage }) {
  const url = linkTo(page);
  return (
    <>
      <p className="mt-4 rounded-button bg-sunken px-4 py-3.5 text-[20px] leading-[26px] text-handle md:text-[24px] md:leading-[30px]">
        <Breakable text={withoutScheme(url)} />
      </p>
      <Button className="mt-3 w-full" onClick={() => copyLink(url)}>
        <Copy aria-hidden="true" className="size-5" />
        Copy Link
      </Button>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => shareLink(page.name, url)}>
          <Share2 aria-hidden="true" className="size-5" />
          Share
        </Button>
        <a
          href={`${pagePath(page.username)}/qr.svg`}
          download={`${page.username}_page_qrcode.svg`}
          className={buttonClass('secondary')}
        >
          <Download aria-hidden="true" className="size-5" />
          Download<span className="sr-only"> the QR code</span>
        </a>
      </div>
    </>
  );
}

export function CodeInArch({ page }: { page: OwnPage }) {
  const { username, name, profileImage, id } = page;
  return (
    <div className="mx-auto flex w-full max-w-75 flex-col items-center rounded-[150px_150px_28px_28px] bg-brand px-6 pt-4 pb-6 md:max-w-[270px]">
      <Avatar
        name={name}
        imageUrl={profileImage}
        seed={`user-${id}`}
        className="ring-4 ring-brand-hover"
      />
      <img
        src={`${pagePath(username)}/qr.svg`}
        alt="QR code of your page"
        width={220}
        height={220}
        className="mt-3 aspect-square w-full rounded-[18px] bg-white"
      />
    </div>
  );
}
