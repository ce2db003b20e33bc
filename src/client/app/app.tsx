import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { ConfirmArea } from './confirm-area.tsx';
import { Router } from './router.tsx';
import { ToastArea } from './toast-area.tsx';

/** The whole app, for the browser and for prerendering. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router />
        <ConfirmArea />
        <ToastArea />
      </QueryClientProvider>
    </StrictMode>
  );
}
