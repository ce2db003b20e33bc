import { Portrait } from '#client/components/portrait.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { useTitle } from '#client/lib/use-title.ts';
import { SCREENS } from '#contract/screens.ts';

export default function NotFound() {
  useTitle('404 Page Not Found');
  return (
    <div className="content-width flex flex-col items-center py-16 text-center md:py-24">
      <div className="flex items-end gap-3" aria-hidden="true">
        <Portrait who="ruth" className="w-14" />
        <span className="arch w-18 border-2 border-dashed border-line-strong" />
        <Portrait who="omar" className="w-14" />
      </div>
      <h1 className="mt-8 text-h1">404 Page Not Found</h1>
      <p className="mt-3 max-w-md text-muted">
        There is no page at this address. Check the link, or start over from the search.
      </p>
      <p className="mt-6 flex flex-wrap justify-center gap-6">
        <TextLink href={SCREENS.home}>Go to Search</TextLink>
        <TextLink href={SCREENS.features}>How It Works</TextLink>
      </p>
    </div>
  );
}
