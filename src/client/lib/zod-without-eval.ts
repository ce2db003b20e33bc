import { config } from 'zod/v4';

// The page's content security policy refuses `new Function`, which Zod would use to compile schemas.
// Zod reads this when a schema is created, so vite.config.ts puts this file in the place of Zod.
config({ jitless: true });

export * from 'zod/v4';
