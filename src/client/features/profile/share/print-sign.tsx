import clsx from 'clsx';
import { Printer } from 'lucide-react';
import { Avatar } from '#client/components/avatar.tsx';
import { buttonClass } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { pagePath } from '#contract/pages.ts';
import { linkTo, type OwnPage, withoutScheme } from './own-page.ts';

interface PrintSignProps {
  page: OwnPage;
  className?: string;
}

export function PrintSign({ page, className }: PrintSignProps) {
  return (
    <Card
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-4 p-5 md:p-7 lg:block lg:text-center',
        className,
      )}
    >
      <div className="lg:text-left">
        <h2 className="text-h3">Print a sign</h2>
        <p className="mt-1 text-muted">
          One A5 page for a counter, a jar or a market stall, in color or black and white.
        </p>
      </div>
      <SmallSign page={page} />
      <a
        href={`${pagePath(page.username)}/sign`}
        target="_blank"
        rel="noopener"
        className={`${buttonClass('secondary')} max-lg:col-span-2 lg:mt-4 lg:w-full`}
      >
        <Printer aria-hidden="true" className="size-5" />
        <span>
          Print a sign<span className="sr-only"> (opens in a new tab)</span>
        </span>
      </a>
    </Card>
  );
}

/** What it looks like. The words are too small to read. */
function SmallSign({ page }: { page: OwnPage }) {
  return (
    <div
      aria-hidden="true"
      className="flex aspect-[148/210] w-[118px] flex-col items-center overflow-hidden rounded-[6px] border border-line-strong bg-white px-2 py-1.5 text-center text-[#2C1125] lg:mx-auto lg:mt-4 lg:w-[142px]"
    >
      <p className="line-clamp-2 font-display text-[10px] leading-3 font-bold wrap-anywhere">
        Scan to pay {page.name}
      </p>
      <div className="mt-1 flex w-4/5 flex-col items-center rounded-[50px_50px_10px_10px] bg-brand px-2 pt-1.5 pb-2">
        <Avatar
          name={page.name}
          imageUrl={page.profileImage}
          seed={`user-${page.id}`}
          size="small"
          className="w-3.5! text-[6px]!"
        />
        <img
          src={`${pagePath(page.username)}/qr.svg`}
          alt=""
          width={80}
          height={80}
          className="mt-1 aspect-square w-full rounded-[6px] bg-white"
        />
      </div>
      <p className="mt-auto w-full truncate border-t border-current pt-1 text-left text-[7px] leading-2.5 font-semibold">
        {withoutScheme(linkTo(page))}
      </p>
    </div>
  );
}
