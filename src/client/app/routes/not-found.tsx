import { FileQuestionMark, Search } from 'lucide-react';
import { Link } from 'wouter';
import { Portrait } from '#client/components/portrait.tsx';
import { buttonClass } from '#client/components/ui/button.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { useTitle } from '#client/lib/use-title.ts';
import { SCREENS } from '#contract/screens.ts';

export default function NotFound() {
  useTitle('404 Page Not Found');
  return (
    <div className="content-width flex flex-col items-center py-16 text-center md:py-24">
      <div className="flex items-end gap-3" aria-hidden="true">
        <Portrait who="ruth" className="w-14" />
        <span className="arch flex w-18 items-center justify-center border-2 border-dashed border-line-strong text-muted">
          <FileQuestionMark className="size-7" />
        </span>
        <Portrait who="omar" className="w-14" />
      </div>
      <h1 className="mt-8 text-h1">404 Page Not Found</h1>
      <p className="mt-3 max-w-md text-muted">
        There is no page at this address. Check the link, or start over from the search.
      </p>
      <Link href={SCREENS.home} className={`${buttonClass('primary')} mt-8 w-full max-w-80`}>
        <Search aria-hidden="true" className="size-5" />
        Go to Search
      </Link>
      <TextLink href={SCREENS.features} isStandalone className="mt-3">
        How It Works
      </TextLink>
    </div>
  );
}
