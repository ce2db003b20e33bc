import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse, ownUser, type ProfileInput, profileInput } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { idParams } from '#contract/fields.ts';
import { canDeleteUser } from '#contract/permissions.ts';
import { lockAdmins, requireAnAdmin } from '#server/db/admins.ts';
import type { Db } from '#server/db/client.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { findUserForUpdate, toOwnUser, type UserRow } from '#server/db/users.ts';
import { invalidInput, notAllowed, notFound, notSignedIn } from '#server/lib/app-error.ts';
import { emailKey, mailboxKey, screenNameKey } from '#server/lib/keys.ts';
import { isReservedUsername, USERNAME_RESERVED } from '#server/lib/reserved-usernames.ts';
import { isEffectiveAdmin } from '#server/lib/roles.ts';
import { countAgainst, isWithinLimit } from '#server/plugins/limits.ts';
import { sendMailsAfterResponse } from '#server/plugins/mail.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { clearSessionCookie, requireRecentAuth, signedInUser } from '#server/plugins/session.ts';
import { imageBody, makePicture } from './image-body.ts';
import { deleteUser, findTaken, updateUser } from './queries.ts';
import { alreadyTaken, takenField, takenOf } from './taken.ts';

const TOO_LARGE = 'File size exceeds 5MB. Please choose a smaller image.';

export const profileRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { adminEmails } = app.config;

  app.patch(
    '/api/me',
    {
      ...imageBody(TOO_LARGE, 'profileImage'),
      config: { access: 'user', limit: 'profileByAddress' },
      schema: {
        operationId: 'updateProfile',
        tags: ['accounts'],
        summary: 'Update your profile',
        description:
          'Omitted fields stay the same; null or an empty text clears a field. Changing the email or the username requires recent authentication.',
        body: profileInput,
        response: { 200: ownUser, 409: errorResponse },
      },
      onResponse: sendMailsAfterResponse,
    },
    async (request) => {
      const { id, email, username } = signedInUser(request);
      const newEmail = isOtherMailbox(request.body.email, email) ? request.body.email : undefined;
      const wanted = request.body.username;
      const isRenamed = wanted !== undefined && wanted !== username;
      await countAgainst(request, 'profile', String(id));
      if (newEmail || isRenamed) requireRecentAuth(request);
      if (newEmail) {
        // Before the lookup, so that probing for addresses is limited.
        await countAgainst(request, 'emailChange', String(id));
        await countAgainst(request, 'takenEmail');
      }
      if (isRenamed && isReservedUsername(wanted)) {
        throw invalidInput(USERNAME_RESERVED, { username: USERNAME_RESERVED });
      }
      const changes = await columnsOf(request, request.body);
      const taken = alreadyTaken(takenOf(await findTaken(db, changes, id)));
      if (taken) throw taken;
      if (isRenamed) await countAgainst(request, 'usernameChange', String(id));
      if (newEmail) await countAgainst(request, 'mailbox', mailboxKey(newEmail));
      const canNotify =
        !newEmail || !email || (await isWithinLimit(request, 'mailbox', mailboxKey(email)));
      try {
        const user = await db.transaction((tx) => saveProfile(tx, request, changes, canNotify));
        return toOwnUser(user, adminEmails);
      } catch (error) {
        const field = takenField(error);
        throw (field && alreadyTaken([field])) ?? error;
      }
    },
  );

  async function saveProfile(
    tx: Db,
    request: FastifyRequest,
    changes: Awaited<ReturnType<typeof columnsOf>>,
    canNotify: boolean,
  ): Promise<UserRow> {
    const { id } = signedInUser(request);
    const before = await findUserForUpdate(tx, id);
    if (!before) throw notSignedIn();
    const isNewMailbox = changes.emailKey !== undefined && changes.emailKey !== before.emailKey;
    const isRenamed = changes.username !== undefined && changes.username !== before.username;
    // Again, because another session may have changed them since.
    if (isNewMailbox || isRenamed) requireRecentAuth(request);
    const isAdmin = isEffectiveAdmin(before, adminEmails);
    if (isNewMailbox && isAdmin) await lockAdmins(tx);
    const user = await updateUser(tx, before, changes, request.ip);
    if (isNewMailbox && user.email !== null) {
      await insertMail(tx, { kind: 'confirm-email', recipient: user.email, userId: id });
      // A confirmed address always gets the notice, whatever the limit on mails.
      if (before.email !== null && (canNotify || before.emailProvenAt !== null)) {
        await insertMail(tx, { kind: 'email-changed', recipient: before.email, userId: id });
      }
      // An admin by ADMIN_EMAILS loses the role with the address.
      if (isAdmin) await requireAnAdmin(tx, adminEmails);
    }
    return user;
  }

  app.delete(
    '/api/user/:id',
    {
      config: { access: 'user', recentAuth: true },
      schema: {
        operationId: 'deleteAccount',
        tags: ['accounts'],
        summary: 'Delete an account and everything that belongs to it',
        description: 'Only the owner or an admin may do this. The last admin cannot be deleted.',
        params: idParams,
        response: { 200: messageResponse, 404: errorResponse, 409: errorResponse },
      },
    },
    async (request, reply) => {
      const actor = signedInUser(request);
      const { id } = request.params;
      if (!canDeleteUser(actor, id)) throw notAllowed();
      await db.transaction(async (tx) => {
        const subject = await findUserForUpdate(tx, id);
        if (!subject) throw notFound('There is no such user.');
        const isAdmin = isEffectiveAdmin(subject, adminEmails);
        if (isAdmin) await lockAdmins(tx);
        await deleteUser(tx, subject, actor, request.ip);
        if (isAdmin) await requireAnAdmin(tx, adminEmails);
      });
      if (actor.id === id) clearSessionCookie(request, reply);
      return { message: 'The account was deleted' };
    },
  );
};

function isOtherMailbox(email: string | undefined, current: string | null): boolean {
  return email !== undefined && (current === null || emailKey(email) !== emailKey(current));
}

/** The input as columns, with the keys of unique names and the processed picture. */
async function columnsOf(request: FastifyRequest, { profileImage, ...fields }: ProfileInput) {
  const avatar = profileImage
    ? await releaseSlotWhile(request, () =>
        makePicture(request, profileImage, { field: 'profileImage', tooLarge: TOO_LARGE }),
      )
    : undefined;
  const { screenName, email } = fields;
  return withoutUndefined({
    ...fields,
    screenNameKey: screenName ? screenNameKey(screenName) : screenName,
    emailKey: email === undefined ? undefined : emailKey(email),
    profileImage: avatar?.dataUrl ?? (profileImage === null ? null : undefined),
    profileImageHash: avatar?.hash ?? (profileImage === null ? null : undefined),
  });
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
