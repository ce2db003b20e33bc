import path from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { adminRoutes } from './features/admin/routes.ts';
import { contactRoutes } from './features/contacts/routes.ts';
import { savedPeopleRoutes } from './features/contacts/saved-people.ts';
import { directoryRoutes } from './features/directory/routes.ts';
import { messageRoutes } from './features/messages/routes.ts';
import { describePage } from './features/pages/describe-page.ts';
import { createScreenRenderer } from './features/pages/member-screen.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { paymentAccountRoutes } from './features/payment-accounts/routes.ts';
import { qrRoutes } from './features/qr/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { systemRoutes } from './features/system/routes.ts';
import { BOUNDS, type Bounds } from './lib/bounds.ts';
import { clientBuildHeader } from './lib/client-build.ts';
import { commonHeaders } from './lib/common-headers.ts';
import { projectRoot } from './lib/project-root.ts';
import { clientErrorHandler } from './lib/raw-errors.ts';
import { createPageReader } from './lib/website/page-reader.ts';
import type { Network } from './lib/website/read-page.ts';
import { registerAccess } from './plugins/access.ts';
import { registerApiDocs, registerApiDocument } from './plugins/api-docs.ts';
import { registerBodies } from './plugins/bodies.ts';
import { registerClientAddress } from './plugins/client-address.ts';
import { registerCommonHeaders } from './plugins/common-headers.ts';
import { registerDevices } from './plugins/devices.ts';
import { registerErrors, routerErrorHandler } from './plugins/errors.ts';
import { registerForgeryProtection } from './plugins/forgery.ts';
import { registerJobs } from './plugins/jobs.ts';
import { registerJsonBody } from './plugins/json-body.ts';
import { registerLimits } from './plugins/limits.ts';
import { registerLoginLimits } from './plugins/login-limits.ts';
import { registerOwnWrites } from './plugins/own-writes.ts';
import { registerPressure } from './plugins/pressure.ts';
import { registerRequestLog } from './plugins/request-log.ts';
import { registerSearch } from './plugins/search.ts';
import { registerSession } from './plugins/session.ts';
import { registerStaticFiles } from './plugins/static-files.ts';

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
    database: Database;
    bounds: Bounds;
    /** True from the stop signal on: /readyz answers 503 while open requests finish. */
    lifecycle: { isStopping: boolean };
  }
}

interface AppParts {
  config: Config;
  database: Database;
  log: FastifyBaseLogger;
  /** For tests. */
  bounds?: Partial<Bounds>;
  /** For tests. */
  network?: Network | undefined;
}

/** Builds the server; it does not listen yet. */
export async function buildApp({ config, database, log, ...parts }: AppParts) {
  const bounds: Bounds = { ...BOUNDS, ...parts.bounds };
  const clientDir = path.join(projectRoot, 'dist/client');
  const headers = { ...commonHeaders(config.isProduction), ...clientBuildHeader(clientDir) };
  const app = Fastify({
    loggerInstance: log,
    // plugins/request-log.ts writes one line instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    // Reading the search vocabulary of a large directory may take longer than the default of 10 s.
    pluginTimeout: 0,
    bodyLimit: bounds.bodyBytes,
    requestTimeout: bounds.requestTimeoutMs,
    http: {
      // Node swaps the two timeouts where the one for headers is longer; its default is 60 s.
      headersTimeout: bounds.requestTimeoutMs,
      connectionsCheckingInterval: bounds.timeoutCheckMs,
      // Checked by our first hook.
      requireHostHeader: false,
    },
    clientErrorHandler: clientErrorHandler(headers),
    frameworkErrors: routerErrorHandler(headers),
    // While stopping, open connections are still served.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerJsonBody(app);
  app.decorate('config', config);
  app.decorate('database', database);
  app.decorate('bounds', bounds);
  app.decorate('lifecycle', { isStopping: false });

  registerClientAddress(app, config.trustProxy);
  registerErrors(app);
  registerRequestLog(app);
  registerCommonHeaders(app, headers);
  // First: rejecting a request must be cheap.
  await registerPressure(app, bounds);
  registerBodies(app, bounds);
  await app.register(cookie);
  registerSession(app);
  registerDevices(app);
  registerForgeryProtection(app);
  // Before access: looking up an invalid session counts too.
  registerLimits(app);
  registerLoginLimits(app);
  registerAccess(app);
  if (config.metrics) {
    const { registerMetrics } = await import('./plugins/metrics.ts');
    registerMetrics(app);
  }
  await app.register(compress, { threshold: 1_024, globalDecompression: false });
  registerOwnWrites(app);
  registerSearch(app, bounds.sharedSearchMs);
  registerJobs(app, config.websiteProof ? createPageReader(parts.network) : undefined);
  await registerApiDocument(app, config.publicUrl);

  await app.register(directoryRoutes);
  await app.register(contactRoutes);
  await app.register(savedPeopleRoutes);
  await app.register(qrRoutes);
  await app.register(systemRoutes);
  await app.register(accountRoutes);
  await app.register(paymentAccountRoutes);
  await app.register(reportRoutes);
  await app.register(messageRoutes);
  await app.register(adminRoutes);
  await app.register(pageRoutes);

  registerApiDocs(app);
  const renderScreen = createScreenRenderer(config);
  await registerStaticFiles(app, { clientDir, describePage, renderScreen });
  return app;
}
