import clsx from 'clsx';
import { Copy } from 'lucide-react';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { copyText } from '#client/lib/clipboard.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { pagePath } from '#contract/pages.ts';
import { buttonSnippet } from './button-snippet.ts';
import { linkTo, type OwnPage } from './own-page.ts';

interface WebsiteButtonProps {
  page: OwnPage;
  className?: string;
}

export function WebsiteButton({ page, className }: WebsiteButtonProps) {
  const code = buttonSnippet(page.name, linkTo(page));
  async function copy() {
    const isCopied = await copyText(code);
    showToast(
      isCopied
        ? { title: 'Code copied', description: 'Paste it into your website.' }
        : toasts.copyFailed(),
    );
  }
  return (
    <Card className={clsx('p-5 md:p-7', className)}>
      <h2 className="text-h3">Button for your website</h2>
      <p className="mt-1 text-muted">
        Paste this where you want to be paid. No script, no tracking.
      </p>
      <div className="mt-4 flex justify-center rounded-button border border-dashed border-line-strong p-5">
        <img
          src={`${pagePath(page.username)}/button.svg`}
          alt={`The button: Pay ${page.name}`}
          height={52}
          className="h-13 w-auto max-w-full"
        />
      </div>
      <p className="mt-4 text-small font-bold">Code</p>
      <pre className="mt-1.5 rounded-button bg-sunken px-4 py-3 font-sans text-[13px] leading-[22px] whitespace-pre-wrap wrap-anywhere md:text-[14px]">
        <code className="font-sans">{code}</code>
      </pre>
      <Button variant="secondary" className="mt-4 max-md:w-full" onClick={copy}>
        <Copy aria-hidden="true" className="size-5" />
        Copy code
      </Button>
    </Card>
  );
}
