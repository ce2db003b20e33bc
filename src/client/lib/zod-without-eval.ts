import { config } from 'zod';

// The page's content security policy refuses `new Function`, which Zod would use to compile schemas.
config({ jitless: true });
