import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type AdminUser,
  type AuditPerson,
  adminPatchInput,
  adminStatsResponse,
  adminUser,
  adminUsersQuery,
  adminUsersResponse,
  auditQuery,
  auditResponse,
} from '#contract/admin.ts';
import { errorResponse } from '#contract/errors.ts';
import { idParams } from '#contract/fields.ts';
import type { Db } from '#server/db/client.ts';
import { toOwnUser, type UserRow } from '#server/db/users.ts';
import { cutPage, LONG_ID_MAX, readIdCursor } from '#server/lib/paging.ts';
import { profileVersion } from '#server/lib/profile-version.ts';
import { changeAs } from '#server/plugins/access.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { changeFlags } from './flags.ts';
import { findStats, listAccountsOf, listAudit, listUsers } from './queries.ts';
import { reviewRoutes } from './reviews.ts';

export const adminRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { adminEmails } = app.config;
  await app.register(reviewRoutes);

  app.get(
    '/api/admin/users',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listUsers',
        tags: ['admin'],
        summary: 'List all users, newest first',
        description: 'The Link header has the address of the next page.',
        querystring: adminUsersQuery,
        response: { 200: adminUsersResponse },
      },
    },
    async (request, reply) => {
      const { query = '', limit, cursor } = request.query;
      const rows = await listUsers(db, { query, limit, before: readIdCursor(cursor) });
      const path = '/api/admin/users';
      const { page, link } = cutPage(rows, { path, limit, ...(query ? { query: { query } } : {}) });
      if (link) reply.header('link', link);
      return withAccounts(db, page, adminEmails);
    },
  );

  app.get(
    '/api/admin/stats',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getUserStats',
        tags: ['admin'],
        summary: 'Count all users, verified users and admins',
        response: { 200: adminStatsResponse },
      },
    },
    async () => findStats(db, adminEmails),
  );

  app.patch(
    '/api/admin/users/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateUser',
        tags: ['admin'],
        summary: 'Set the verified badge and the admin role of a user',
        description:
          'The last admin cannot be demoted. A suspended member cannot be verified. Open reports about a verified member stay in the queue.',
        params: idParams,
        body: adminPatchInput,
        response: { 200: adminUser, 404: errorResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      const { id } = request.params;
      const change = async (tx: Db) => {
        const actor = signedInUser(request);
        const flags = { id, actor, ip: request.ip, adminEmails, ...request.body };
        const row = await changeFlags(tx, flags);
        const [user] = await withAccounts(tx, [row], adminEmails);
        if (!user) throw new Error('The database returned no row for the changed user.');
        return user;
      };
      return changeAs(request, change, { subjectId: id });
    },
  );

  app.get(
    '/api/admin/audit',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listAuditEntries',
        tags: ['admin'],
        summary: 'List the audit log, newest first',
        description:
          'All of it, admin actions, changes by members, or logins; of all users or of one. The Link header has the address of the next page.',
        querystring: auditQuery,
        response: { 200: auditResponse },
      },
    },
    async (request, reply) => {
      const { limit, cursor, kind, userId } = request.query;
      const before = readIdCursor(cursor, LONG_ID_MAX);
      const rows = await listAudit(db, { limit, kind, userId, before });
      const query = { kind, ...(userId === undefined ? {} : { userId: String(userId) }) };
      const { page, link } = cutPage(rows, { path: '/api/admin/audit', limit, query });
      if (link) reply.header('link', link);
      return page.map((entry) => ({
        ...entry,
        at: entry.at.toISOString(),
        actor: entry.actor as AuditPerson | null,
        subject: entry.subject as AuditPerson | null,
      }));
    },
  );
};

async function withAccounts(db: Db, rows: UserRow[], adminEmails: string[]): Promise<AdminUser[]> {
  const accounts = await listAccountsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = accounts.filter(({ userId }) => userId === row.id);
    const user = toOwnUser(row, adminEmails);
    return {
      ...user,
      // 'Nobody sees it' includes admins.
      phoneNumber: user.phoneVisibility === 'nobody' ? null : user.phoneNumber,
      accounts: own,
      version: profileVersion(row, own),
    };
  });
}
