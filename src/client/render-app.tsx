import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { PageData } from '#contract/pages.ts';
import type { Responses } from '#contract/session.ts';
import { App } from './app/app.tsx';
import { PageDataContext } from './features/page/page-data.ts';
import { createQueryClient } from './lib/query-client.ts';
import { addResponses, setSessionUser } from './lib/session.ts';
import { RenderedHost } from './lib/use-host.ts';

interface Address {
  path: string;
  search?: string;
  /** Without a session; otherwise the browser has yet to check it, unless it is among the responses. */
  isVisitor: boolean;
  responses?: Responses;
  host?: string;
  page?: PageData;
}

/** The app at an address as HTML, so that it shows before any script has loaded. */
export async function renderApp(address: Address): Promise<string> {
  const { path, search = '', isVisitor, responses = {}, host = '', page } = address;
  const queryClient = createQueryClient();
  if (isVisitor) setSessionUser(queryClient, null);
  addResponses(queryClient, responses);
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
