import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { PageData } from '#contract/pages.ts';
import { App } from './app/app.tsx';
import { PageDataContext } from './features/page/page-data.ts';
import { createQueryClient } from './lib/query-client.ts';
import { type SessionUser, setSessionUser } from './lib/session.ts';
import { RenderedHost } from './lib/use-host.ts';

interface Address {
  path: string;
  search?: string;
  /** Null without a session; undefined if the browser has yet to check it. */
  user: SessionUser | null | undefined;
  host?: string;
  page?: PageData;
}

/** The app at an address as HTML, so that it shows before any script has loaded. */
export async function renderApp(address: Address): Promise<string> {
  const { path, search = '', user, host = '', page } = address;
  const queryClient = createQueryClient();
  if (user !== undefined) setSessionUser(queryClient, user);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch={search}>
      <PageDataContext value={page}>
        <RenderedHost value={host}>
          <App queryClient={queryClient} />
        </RenderedHost>
      </PageDataContext>
    </Router>,
    {
      // Otherwise React inserts a long screen with an inline script, which the policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  // React would leave a failing part to the browser without an error.
  if (errors.length > 0) throw new Error(`${path} cannot be rendered`, { cause: errors[0] });
  queryClient.clear();
  const html = await new Response(prelude).text();
  // The policy refuses style attributes. Radix has a few, none of which shows.
  return html.replaceAll(/ style="[^"]*"/g, '');
}
