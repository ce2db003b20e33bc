import { queryOptions } from '@tanstack/react-query';
import type { Security } from '#contract/authentication.ts';

export const securityQuery = queryOptions<Security>({
  queryKey: ['/api/me/security'],
  // A passkey may have been added on another device.
  refetchOnMount: 'always',
});
