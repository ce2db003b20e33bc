import { linkClass } from '#client/components/ui/text-link.tsx';
import { useHost } from '#client/lib/use-host.ts';
import { pagePath } from '#contract/pages.ts';

/** A full page load: the server sends the page with its data. */
export function YourPageLink({ username }: { username: string | null }) {
  const host = useHost();
  if (username === null) return null;
  const path = pagePath(username);
  return (
    <p className="mt-4 text-center text-small">
      Your page:{' '}
      <a href={path} target="_blank" rel="noopener" className={`${linkClass} text-handle`}>
        {host + path}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  );
}
