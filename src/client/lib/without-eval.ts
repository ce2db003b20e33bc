/**
 * Zod would compile its schemas with `new Function`, and tries whether it may. The page's policy
 * refuses, which is no harm but stands as an issue in every console. Its settings are kept here, so
 * that they hold without loading zod itself; this must run before any schema is made.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
