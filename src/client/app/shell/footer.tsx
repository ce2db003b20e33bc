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
        {/* Full loads: the server may lead to the operator's own. */}
        <p className="flex flex-wrap gap-x-5">
          {['Terms', 'Privacy', 'Contact'].map((name) => (
            <a
              key={name}
              href={`/${name.toLowerCase()}`}
              className="min-w-11 py-3 underline-offset-4 hover:underline"
            >
              {name}
            </a>
          ))}
        </p>
      </div>
    </footer>
  );
}
