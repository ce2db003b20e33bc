import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { PageData } from '#contract/pages.ts';
import { App } from './app/app.tsx';
import { PageDataContext } from './features/page/page-data.ts';
import { createQueryClient } from './lib/query-client.ts';
import { setSessionUser } from './lib/session.ts';

interface Address {
  path: string;
  search?: string;
  /** Without a session; otherwise the browser has yet to check it. */
  isVisitor: boolean;
  page?: PageData;
}

/** The app at an address as HTML, so that it shows before any script has loaded. */
export async function renderApp({ path, search = '', isVisitor, page }: Address): Promise<string> {
  const queryClient = createQueryClient();
  if (isVisitor) setSessionUser(queryClient, null);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch={search}>
      <PageDataContext value={page}>
        <App queryClient={queryClient} />
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
  return new Response(prelude).text();
}
