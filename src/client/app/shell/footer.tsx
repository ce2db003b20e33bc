import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { PRODUCT_NAME } from '#contract/product.ts';

const thisYear = () => new Date().getFullYear();
const YEAR_OF_BUILD = Number(import.meta.env.YEAR_OF_BUILD);

export function Footer() {
  const year = useBrowserValue(thisYear, YEAR_OF_BUILD);
  return (
    <footer className="mt-auto border-t border-line pb-[env(safe-area-inset-bottom)]">
      <div className="content-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-8 text-small text-muted">
        <p>
          © {year} {PRODUCT_NAME}
        </p>
        {/* Not links: the pages do not exist yet, and the words say so. */}
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <span>Terms</span>
          <span>Privacy</span>
          <span>Contact</span>
          <span className="text-[13px]">(coming soon)</span>
        </p>
      </div>
    </footer>
  );
}
