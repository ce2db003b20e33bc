import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startUp } from './app/start-up.ts';
import { createQueryClient } from './lib/query-client.ts';
import { startSession } from './lib/session.ts';

const queryClient = createQueryClient();
startUp(queryClient);
startSession(queryClient);
const app = <App queryClient={queryClient} />;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
// In a transition React renders in short steps, and the page stays responsive.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app));
else startTransition(() => createRoot(root).render(app));
